package dev.gme.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionScorer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgglomerationTest {
  private static final double[] LAMBDA = {4, 2, 1, 0.5};

  private static List<ClusterPrior> priors() {
    return List.of(
        ClusterPrior.flat(),
        ClusterPrior.threshold(0.7),
        ClusterPrior.restaurant(new ChineseRestaurant(1.5, 0)),
        ClusterPrior.restaurant(new ChineseRestaurant(0.5, 0.4)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void objectiveAlongThePathIsThatOfThePartitions(int seed) {
    SeededRandom random = new SeededRandom(seed);
    DrawnSpeakers drawn = DrawnSpeakers.of(DrawnSpeakers.inTurn(5, 5), LAMBDA, random);
    List<CanonicalGme> all = recordings(drawn.embeddings());
    PartitionScorer<CanonicalGme> scorer = new PartitionScorer<>(all);
    Partition finest = Partition.finest(all.size());
    for (ClusterPrior prior : priors()) {
      MergePath path =
          Agglomeration.run(StartingSets.of(drawn.embeddings()), prior, SetLimits.NONE);
      assertThat(path.joins()).isEqualTo(all.size() - 1);
      double start = prior.logProbability(finest);
      for (int m = 0; m <= path.joins(); m++) {
        Partition p = path.partition(m);
        assertThat(p.sets()).isEqualTo(all.size() - m);
        double j = scorer.logLr(p, finest) + prior.logProbability(p) - start;
        assertThat(path.objective()[m]).isCloseTo(j, within(1e-9));
      }
      // No pair of sets would have gained more than the one that was joined.
      for (int m = 0; m < path.joins(); m++) {
        assertThat(path.gain(m))
            .isCloseTo(largestGain(path.partition(m), all, prior), within(1e-9));
      }
    }
  }

  @Test
  void twoRecordingsGainWhatTheirRatioIsAboveTheThresholdOfTwo() {
    MetaEmbeddings two =
        DrawnSpeakers.of(DrawnSpeakers.inTurn(2, 1), LAMBDA, new SeededRandom(9)).embeddings();
    for (ClusterPrior prior : priors()) {
      MergePath path = Agglomeration.run(StartingSets.of(two), prior, SetLimits.NONE);
      assertThat(path.gain(0)).isCloseTo(two.llr(0, two, 1) - prior.ofTwo(), within(1e-9));
    }
  }

  private static List<CanonicalGme> recordings(MetaEmbeddings e) {
    return IntStream.range(0, e.size()).mapToObj(e::get).toList();
  }

  private static double largestGain(Partition p, List<CanonicalGme> all, ClusterPrior prior) {
    List<CanonicalGme> pools = new ArrayList<>();
    for (List<Integer> set : p.members()) {
      pools.add(set.stream().map(all::get).reduce(CanonicalGme::pool).orElseThrow());
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < pools.size(); s++) {
      for (int t = s + 1; t < pools.size(); t++) {
        int[] joined = p.labels();
        for (int i = 0; i < joined.length; i++) {
          joined[i] = joined[i] == t ? s : joined[i];
        }
        double gain =
            pools.get(s).llr(pools.get(t))
                + prior.logProbability(Partition.of(joined))
                - prior.logProbability(p);
        best = Math.max(best, gain);
      }
    }
    return best;
  }

  @Test
  void poolsOfEqualRecordingsGainMoreThanSingleOnes() {
    // So a nearest-neighbour chain would not be the greedy rule.
    MetaEmbeddings three =
        MetaEmbeddings.of(
            DoubleMatrix.of(new double[][] {{1}, {1}, {1}}),
            new double[] {1, 1, 1},
            new double[] {1});
    MergePath path = Agglomeration.run(StartingSets.of(three), ClusterPrior.flat(), SetLimits.NONE);
    assertThat(path.gain(0)).isCloseTo(0.3105, within(5e-5));
    assertThat(path.gain(1)).isCloseTo(0.4111, within(5e-5));
  }

  @Test
  void recordingsThatSayNothingStayAlone() {
    MetaEmbeddings e =
        MetaEmbeddings.of(
            DoubleMatrix.of(new double[][] {{2, 2}, {0, 0}, {2, 2}}),
            new double[] {1, 0, 1},
            new double[] {2, 1});
    MergePath path = Agglomeration.run(StartingSets.of(e), ClusterPrior.flat(), SetLimits.NONE);
    assertThat(path.first()).isEqualTo(Partition.of(0, 1, 0));
    assertThat(path.best()).isEqualTo(Partition.of(0, 1, 0));
    assertThat(path.gain(1)).isZero();
  }

  @Test
  void limitsAreKept() {
    DrawnSpeakers drawn = DrawnSpeakers.of(DrawnSpeakers.inTurn(4, 6), LAMBDA, new SeededRandom(7));
    StartingSets start = StartingSets.of(drawn.embeddings());
    for (int k : new int[] {1, 3, 24, 100}) {
      MergePath path = Agglomeration.run(start, ClusterPrior.flat(), SetLimits.exactly(k));
      assertThat(path.best().sets()).isEqualTo(Math.min(k, 24));
      assertThat(path.first().sets()).isEqualTo(Math.min(k, 24));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new SetLimits(3, 2));
  }

  @Test
  void enrolledSpeakersNameTheirSetsAndStayApart() {
    SeededRandom random = new SeededRandom(3);
    double[] lambda = {40, 40, 40, 40};
    DrawnSpeakers drawn = DrawnSpeakers.of(DrawnSpeakers.inTurn(3, 5), lambda, random);
    // Speakers 2 and 0 are known from their first recordings; speaker 0 is known by a second name.
    MetaEmbeddings pools = drawn.embeddings().pool(new int[][] {{2}, {0}, {0, 3}});
    MetaEmbeddings tests = drawn.embeddings().range(3, 15);
    MergePath path =
        Agglomeration.run(
            StartingSets.of(tests).enrolled(pools), ClusterPrior.flat(), SetLimits.NONE);
    int[] names = path.enrolledSpeakers(path.bestJoins());
    for (int i = 0; i < names.length; i++) {
      switch (i % 3) {
        case 0 -> assertThat(names[i]).isIn(1, 2);
        case 1 -> assertThat(names[i]).isEqualTo(-1);
        default -> assertThat(names[i]).isZero();
      }
    }
    // The three known speakers never come together, however far one goes.
    assertThat(path.joins()).isEqualTo(pools.size() + tests.size() - 3);
    assertThat(path.best().size()).isEqualTo(12);
  }

  @Test
  void linksThatContradictAreRefused() {
    DrawnSpeakers drawn = DrawnSpeakers.of(DrawnSpeakers.inTurn(2, 2), LAMBDA, new SeededRandom(1));
    StartingSets start = StartingSets.of(drawn.embeddings()).mustLink(new int[] {0, 1});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start.cannotLink(new int[] {1, 0}))
        .withMessage("recordings 1 and 0 must be of one speaker and of two");
    assertThatIllegalArgumentException().isThrownBy(() -> start.scaled(0));
  }

  @Test
  void canBeCancelled() {
    DrawnSpeakers drawn = DrawnSpeakers.of(DrawnSpeakers.inTurn(2, 4), LAMBDA, new SeededRandom(1));
    Progress stop =
        new Progress() {
          @Override
          public void update(String what, long done, long total) {}

          @Override
          public boolean isCancelled() {
            return true;
          }
        };
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () ->
                Agglomeration.run(
                    StartingSets.of(drawn.embeddings()), ClusterPrior.flat(), SetLimits.NONE, stop))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void averageLinkageIsTheMeanOverPairs() {
    SeededRandom random = new SeededRandom(5);
    int n = 20;
    double[][] s = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        s[i][j] = random.nextGaussian();
        s[j][i] = s[i][j];
      }
    }
    AverageLinkage tree = AverageLinkage.of(DoubleMatrix.of(s));
    for (int m = 0; m < tree.joins(); m++) {
      List<List<Integer>> sets = tree.withSets(n - m).members();
      double best = Double.NEGATIVE_INFINITY;
      for (List<Integer> x : sets) {
        for (List<Integer> y : sets) {
          if (x != y) {
            double sum = 0;
            for (int i : x) {
              for (int j : y) {
                sum += s[i][j];
              }
            }
            best = Math.max(best, sum / (x.size() * y.size()));
          }
        }
      }
      assertThat(tree.height(m)).isCloseTo(best, within(1e-12));
    }
    assertThat(tree.atThreshold(tree.height(4))).isEqualTo(tree.withSets(n - 5));
  }
}
