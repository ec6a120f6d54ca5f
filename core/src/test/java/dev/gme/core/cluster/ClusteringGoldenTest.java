package dev.gme.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionScorer;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group q. */
class ClusteringGoldenTest {
  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group("q", ClusteringGoldenTest::check);
  }

  private static void check(GoldenCase c) {
    switch (c.text("kind")) {
      case "agglomerative" -> {
        agglomerative(c, true);
        agglomerative(c, false);
      }
      case "sparse" -> sparse(c);
      case "linkage" -> linkage(c);
      case "reassign" -> reassign(c);
      case "gibbs" -> gibbs(c);
      case "online" -> online(c);
      case "summary" -> summary(c);
      case "measures" -> measures(c);
      default -> throw new AssertionError("unknown kind " + c.text("kind"));
    }
  }

  private static MetaEmbeddings embeddings(GoldenCase c) {
    return MetaEmbeddings.of(DoubleMatrix.of(c.matrix("a")), c.vector("b"), c.vector("lambda"));
  }

  private static ClusterPrior prior(GoldenCase c) {
    return switch (c.text("prior")) {
      case "flat" -> ClusterPrior.flat();
      case "threshold" -> ClusterPrior.threshold(c.number("threshold"));
      case "crp" ->
          ClusterPrior.restaurant(new ChineseRestaurant(c.vector("crp")[0], c.vector("crp")[1]));
      default -> throw new AssertionError("unknown prior " + c.text("prior"));
    };
  }

  private static double[] doubles(int[] x) {
    return Arrays.stream(x).asDoubleStream().toArray();
  }

  private static double[] labels(Partition p) {
    return doubles(p.labels());
  }

  private static void agglomerative(GoldenCase c, boolean keepsGains) {
    StartingSets start =
        StartingSets.of(embeddings(c))
            .scaled(c.number("scale"))
            .mustLink(c.intLists("mustLink"))
            .cannotLink(c.intLists("cannotLink"));
    SetLimits limits =
        new SetLimits(
            (int) c.number("minSets"),
            c.isNull("maxSets") ? Integer.MAX_VALUE : (int) c.number("maxSets"));
    MergePath path = Agglomeration.run(start, prior(c), limits, keepsGains, Progress.NONE);
    int m = path.joins();
    if (c.expects("merges")) {
      c.check(
          "merges",
          IntStream.range(0, m)
              .flatMap(i -> IntStream.of(path.first(i), path.second(i)))
              .asDoubleStream()
              .toArray());
      c.check("gains", IntStream.range(0, m).mapToDouble(path::gain).toArray());
    }
    c.check("objective", path.objective());
    c.check("labelsFirst", labels(path.first()));
    c.check("labelsBest", labels(path.best()));
  }

  private static void sparse(GoldenCase c) {
    SparseClustering found =
        SparseClustering.run(
            StartingSets.of(embeddings(c)), prior(c), SetLimits.NONE, (int) c.number("neighbours"));
    c.check("labels", labels(found.partition()));
    c.check("setsAfterRound", doubles(found.setsAfterRound()));
    c.check("objective", found.objective());
  }

  private static void linkage(GoldenCase c) {
    DoubleMatrix scores = DoubleMatrix.of(c.matrix("scores"));
    AverageLinkage tree = AverageLinkage.of(scores);
    int m = tree.joins();
    if (c.expects("merges")) {
      c.check(
          "merges",
          IntStream.range(0, m)
              .flatMap(i -> IntStream.of(tree.first(i), tree.second(i)))
              .asDoubleStream()
              .toArray());
    }
    c.check("heights", IntStream.range(0, m).mapToDouble(tree::height).toArray());
    c.check(
        "labelsThreshold",
        Arrays.stream(c.vector("thresholds"))
            .mapToObj(t -> labels(tree.atThreshold(t)))
            .toArray(double[][]::new));
    c.check(
        "labelsNumber",
        Arrays.stream(c.ints("numbers"))
            .mapToObj(k -> labels(tree.withSets(k)))
            .toArray(double[][]::new));
    if (c.expects("twoGaussianThreshold")) {
      c.check("twoGaussianThreshold", TwoGaussians.ofPairs(scores).threshold());
    }
  }

  private static void reassign(GoldenCase c) {
    int sweeps = (int) c.number("sweeps");
    Partition now = Partition.of(c.ints("labels"));
    double[][] after = new double[sweeps][];
    double[] gains = new double[sweeps];
    for (int s = 0; s < sweeps; s++) {
      Reassignment one =
          Reassignment.run(embeddings(c), prior(c), now, SetLimits.NONE, 1, Progress.NONE);
      now = one.partition();
      after[s] = labels(now);
      gains[s] = one.gain();
    }
    c.check("labels", after);
    c.check("gains", gains);
    // In one go, and with all others as neighbours.
    Partition start = Partition.of(c.ints("labels"));
    int[][] all = new int[start.size()][];
    for (int i = 0; i < all.length; i++) {
      int own = i;
      all[i] = IntStream.range(0, all.length).filter(j -> j != own).toArray();
    }
    Stream.of(null, all)
        .map(
            near ->
                Reassignment.run(
                    StartingSets.of(embeddings(c)),
                    prior(c),
                    start,
                    SetLimits.NONE,
                    sweeps,
                    near,
                    Progress.NONE))
        .forEach(r -> assertThat(labels(r.partition())).isEqualTo(after[sweeps - 1]));
  }

  private static void gibbs(GoldenCase c) {
    MetaEmbeddings embeddings = embeddings(c);
    ClusterPrior prior = prior(c);
    GibbsSampler sampler = new GibbsSampler(embeddings, prior, Partition.of(c.ints("labels")));
    PartitionScorer<?> scorer =
        new PartitionScorer<>(
            IntStream.range(0, embeddings.size()).mapToObj(embeddings::get).toList());
    double[][] uniforms = c.matrix("uniforms");
    double[][] after = new double[uniforms.length][];
    double[][] conditional = new double[uniforms.length][];
    double[] objective = new double[uniforms.length];
    for (int s = 0; s < uniforms.length; s++) {
      conditional[s] = sampler.sweep(uniforms[s]);
      Partition now = sampler.partition();
      after[s] = labels(now);
      objective[s] = scorer.logLr(now, Partition.finest(now.size())) + prior.logProbability(now);
    }
    c.check("labels", after);
    c.check("logConditional", conditional);
    c.check("objective", objective);
  }

  private static void online(GoldenCase c) {
    OnlineClustering found = OnlineClustering.run(embeddings(c), prior(c), 0, Progress.NONE);
    c.check("labels", labels(found.partition()));
    c.check("logPosterior", found.logPosterior());
  }

  private static void summary(GoldenCase c) {
    List<Partition> all =
        Arrays.stream(c.matrix("samples"))
            .map(row -> Partition.of(Arrays.stream(row).mapToInt(x -> (int) x).toArray()))
            .toList();
    PartitionSamples samples = new PartitionSamples(all);
    int n = all.get(0).size();
    double[][] same = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        same[i][j] = samples.same(i, j);
      }
    }
    c.check("same", same);
    c.check("meanSets", samples.meanSets());
    c.check("binderScore", all.stream().mapToDouble(samples::binderScore).toArray());
    c.check("binderLabels", labels(samples.binder()));
  }

  private static void measures(GoldenCase c) {
    ClusterMeasures m =
        ClusterMeasures.of(
            Partition.of(c.ints("reference")),
            Partition.of(c.ints("hypothesis")),
            c.vectorOrNull("weights"));
    c.check("numReference", m.referenceSets());
    c.check("numFound", m.foundSets());
    c.check("purity", m.purity());
    c.check("coverage", m.coverage());
    c.check("homogeneity", m.homogeneity());
    c.check("completeness", m.completeness());
    c.check("vMeasure", m.vMeasure());
    c.check("mutualInformation", m.mutualInformation());
    c.check("ari", m.adjustedRand());
    c.check("pairPrecision", m.pairPrecision());
    c.check("pairRecall", m.pairRecall());
    c.check("bcubedPrecision", m.bcubedPrecision());
    c.check("bcubedRecall", m.bcubedRecall());
    c.check("bcubedF", m.bcubedF());
    c.check("accuracy", m.accuracy());
  }
}
