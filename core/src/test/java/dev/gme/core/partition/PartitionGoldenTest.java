package dev.gme.core.partition;

import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.MetaEmbedding;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group j, by canonical and by general meta-embeddings. */
class PartitionGoldenTest {

  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group(
        "j",
        c -> {
          List<CanonicalGme> f = recordings(c);
          check(c, f);
          check(c, f.stream().map(CanonicalGme::toGeneral).toList());
        });
  }

  private static List<CanonicalGme> recordings(GoldenCase c) {
    double[][] a = c.matrix("a");
    double[] b = c.vector("b");
    List<CanonicalGme> f = new ArrayList<>();
    for (int i = 0; i < b.length; i++) {
      f.add(CanonicalGme.of(c.vector("lambda"), a[i], b[i]));
    }
    return f;
  }

  private static <E extends MetaEmbedding<E>> void check(GoldenCase c, List<E> f) {
    PartitionScorer<E> scorer = new PartitionScorer<>(f);
    c.check("numPartitions", (double) Partitions.count(f.size()));
    PartitionPosterior flat = scorer.posterior(PartitionPrior.flat());
    c.check(
        "partitions",
        flat.partitions().stream()
            .flatMapToDouble(p -> Arrays.stream(p.labels()).asDoubleStream())
            .toArray());
    c.check("logLRvsFinest", flat.logLrAgainstFinest());
    c.check("logPosteriorFlat", flat.logProbability());

    double[][] crp = c.matrix("crp");
    double[][] prior = new double[crp.length][];
    double[][] posterior = new double[crp.length][];
    for (int k = 0; k < crp.length; k++) {
      ChineseRestaurant restaurant = new ChineseRestaurant(crp[k][0], crp[k][1]);
      prior[k] = flat.partitions().stream().mapToDouble(restaurant::logProbability).toArray();
      posterior[k] = scorer.posterior(restaurant).logProbability();
    }
    c.check("logPriorCrp", prior);
    c.check("logPosteriorCrp", posterior);

    double[][] pair = c.matrix("pair");
    c.check("logLRpair", scorer.logLr(partition(pair[0]), partition(pair[1])));
    // The same, one partition at a time, without the enumeration.
    c.check(
        "logLRvsFinest",
        flat.partitions().stream()
            .mapToDouble(p -> scorer.logLr(p, Partition.finest(f.size())))
            .toArray());
  }

  private static Partition partition(double[] labels) {
    return Partition.of(Arrays.stream(labels).mapToInt(v -> (int) v).toArray());
  }
}
