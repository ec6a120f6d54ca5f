package dev.gme.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.Seeds;
import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbedding;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionScorerTest {

  private static List<CanonicalGme> canonicals(SeededRandom random, int n) {
    double[] lambda = {3, 1, 0.2};
    List<CanonicalGme> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double b = Math.exp(random.nextGaussian());
      out.add(CanonicalGme.of(lambda, random.gaussians(3), b, random.nextGaussian()));
    }
    return out;
  }

  private static List<GeneralGme> generals(SeededRandom random, int n) {
    List<GeneralGme> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      DoubleMatrix b = DoubleMatrix.wrap(2, 3, random.gaussians(6)).gram();
      out.add(GeneralGme.of(random.gaussians(3), b));
    }
    return out;
  }

  private static Partition partition(SeededRandom random, int n) {
    int speakers = 1 + random.nextInt(n);
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> random.nextInt(speakers));
    return Partition.of(labels);
  }

  @Seeds(30)
  void ratiosBetweenRandomPartitions(long seed) {
    SeededRandom random = new SeededRandom(seed);
    int n = 2 + random.nextInt(11);
    checkRatios(canonicals(random, n), random);
    checkRatios(generals(random, n), random);
  }

  private static <E extends MetaEmbedding<E>> void checkRatios(List<E> f, SeededRandom random) {
    PartitionScorer<E> scorer = new PartitionScorer<>(f);
    Partition a = partition(random, f.size());
    Partition b = partition(random, f.size());
    Partition c = partition(random, f.size());
    double ac = scorer.logLr(a, c);
    assertThat(scorer.logLr(a, b) + scorer.logLr(b, c)).isCloseTo(ac, offset(1e-11));
    assertThat(scorer.logLr(c, a)).isCloseTo(-ac, offset(1e-12));
    assertThat(scorer.logLr(a, a)).isZero();
    assertThat(ac).isCloseTo(logLikelihood(f, a) - logLikelihood(f, c), offset(1e-10));
  }

  /** ℓ as docs/math.md 2 defines it. */
  private static <E extends MetaEmbedding<E>> double logLikelihood(List<E> f, Partition p) {
    double sum = 0;
    for (List<Integer> set : p.members()) {
      E pool = f.get(set.get(0));
      for (int i : set.subList(1, set.size())) {
        pool = pool.pool(f.get(i));
      }
      sum += pool.logExpectation();
    }
    return sum;
  }

  @Seeds(30)
  void twoRecordingsAreATrial(long seed) {
    List<CanonicalGme> f = canonicals(new SeededRandom(seed), 2);
    PartitionScorer<CanonicalGme> scorer = new PartitionScorer<>(f);
    double llr = f.get(0).llr(f.get(1));
    assertThat(scorer.logLr(Partition.coarsest(2), Partition.finest(2))).isEqualTo(llr);
    // At even odds the posterior is the logistic function of the score.
    assertThat(scorer.posterior(PartitionPrior.flat()).probabilitySame(0, 1))
        .isCloseTo(1 / (1 + Math.exp(-llr)), offset(1e-14));
  }

  @Seeds(30)
  void posteriorAgainstDirectSums(long seed) {
    SeededRandom random = new SeededRandom(seed, 2);
    int n = 1 + random.nextInt(7);
    List<CanonicalGme> f = canonicals(random, n);
    ChineseRestaurant prior = new ChineseRestaurant(random.nextDouble(), random.nextDouble());
    PartitionPosterior posterior = new PartitionScorer<>(f).posterior(prior);

    List<Partition> all = posterior.partitions();
    assertThat(all).isEqualTo(Partitions.all(n));
    double[] joint = new double[all.size()];
    Arrays.setAll(
        joint, p -> Math.exp(prior.logProbability(all.get(p)) + logLikelihood(f, all.get(p))));
    double total = Arrays.stream(joint).sum();
    double[] log = posterior.logProbability();
    for (int p = 0; p < joint.length; p++) {
      assertThat(log[p]).isCloseTo(Math.log(joint[p] / total), offset(1e-10));
    }
    assertThat(Arrays.stream(log).map(Math::exp).sum()).isCloseTo(1, offset(1e-13));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double same = 0;
        for (int p = 0; p < joint.length; p++) {
          if (all.get(p).label(i) == all.get(p).label(j)) {
            same += joint[p] / total;
          }
        }
        assertThat(posterior.probabilitySame(i, j)).isCloseTo(same, offset(1e-12));
      }
      assertThat(posterior.probabilitySame(i, i)).isCloseTo(1, offset(1e-13));
    }
    int[] best = posterior.best(5);
    assertThat(best).hasSize(Math.min(5, joint.length));
    double[] sorted = log.clone();
    Arrays.sort(sorted);
    for (int k = 0; k < best.length; k++) {
      assertThat(log[best[k]]).isEqualTo(sorted[sorted.length - 1 - k]);
    }
  }

  /** Recordings that say nothing leave the prior as it is. */
  @Test
  void nothingSaidNothingLearned() {
    List<CanonicalGme> f = List.of(one(), one(), one(), one());
    ChineseRestaurant prior = new ChineseRestaurant(1.5, 0.2);
    PartitionPosterior posterior = new PartitionScorer<>(f).posterior(prior);
    for (int p = 0; p < 15; p++) {
      assertThat(posterior.logProbability()[p])
          .isCloseTo(prior.logProbability(posterior.partitions().get(p)), offset(1e-14));
    }
    assertThat(posterior.logLrAgainstFinest()).containsOnly(0);
    // All alike: ties keep the order of the list.
    assertThat(new PartitionScorer<>(f).posterior(PartitionPrior.flat()).best(3))
        .containsExactly(0, 1, 2);
  }

  private static CanonicalGme one() {
    return CanonicalGme.one(new double[] {1, 2});
  }

  /** Log-likelihoods of 1e11, and still a ratio with all its digits. */
  @Test
  void hugeLogLikelihoods() {
    double[] lambda = {1};
    CanonicalGme f = CanonicalGme.of(lambda, new double[] {1e6}, 1e-7);
    CanonicalGme g = CanonicalGme.of(lambda, new double[] {0.3}, 1e-7);
    CanonicalGme h = CanonicalGme.of(lambda, new double[] {-2}, 1);
    PartitionScorer<CanonicalGme> scorer = new PartitionScorer<>(List.of(f, g, h));
    assertThat(scorer.logLr(Partition.of(0, 0, 1), Partition.finest(3))).isEqualTo(f.llr(g));
    assertThat(scorer.logLr(Partition.of(0, 1, 1), Partition.finest(3))).isEqualTo(g.llr(h));
  }

  @Test
  void refusals() {
    List<CanonicalGme> three = canonicals(new SeededRandom(1), 3);
    PartitionScorer<CanonicalGme> scorer = new PartitionScorer<>(three);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer.logLr(Partition.finest(2), Partition.finest(3)))
        .withMessage("a partition of 2 recordings for 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer.logLr(Partition.finest(3), Partition.coarsest(4)))
        .withMessage("a partition of 4 recordings for 3");
    for (int n : new int[] {0, 11}) {
      PartitionScorer<CanonicalGme> wrong =
          new PartitionScorer<>(canonicals(new SeededRandom(1), n));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> wrong.posterior(PartitionPrior.flat()))
          .withMessage("the posterior is defined for 1 to 10 recordings, found " + n);
    }
  }

  @Test
  void thePosteriorPrintsItsBestPartition() {
    double[] lambda = {1};
    CanonicalGme left = CanonicalGme.of(lambda, new double[] {-100}, 20, 0);
    CanonicalGme right = CanonicalGme.of(lambda, new double[] {100}, 20, 0);
    var scorer = new PartitionScorer<>(List.of(left, right, left));
    assertThat(scorer.posterior(new ChineseRestaurant(1, 0.5)))
        .hasToString("5 partitions, best {0,2} {1} with probability 1.00");
  }
}
