package dev.gme.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionPosterior;
import dev.gme.core.partition.PartitionScorer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GibbsSamplerTest {
  private static final double[] LAMBDA = {1.5, 1, 0.5};

  /**
   * Shares of pairs against the enumerated posterior. A chain of 20,000 sweeps that forgets within
   * some ten sweeps is worth 1000 independent samples at least: a standard error of 0.016 at most,
   * so that one of the 28 to 45 pairs is off by 0.08 with a chance below 1e-4.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 9, 10})
  void agreesWithTheEnumeratedPosterior(int n) {
    SeededRandom random = new SeededRandom(n);
    ChineseRestaurant process = new ChineseRestaurant(1, n == 9 ? 0.5 : 0);
    DrawnSpeakers drawn =
        DrawnSpeakers.of(DrawnSpeakers.seated(process, n, random), LAMBDA, random);
    PartitionPosterior exact =
        new PartitionScorer<>(IntStream.range(0, n).mapToObj(drawn.embeddings()::get).toList())
            .posterior(process);
    PartitionSamples samples =
        new GibbsSampler(drawn.embeddings(), ClusterPrior.restaurant(process), Partition.finest(n))
            .sample(100, 20_000, random, Progress.NONE);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(samples.same(i, j)).isCloseTo(exact.probabilitySame(i, j), within(0.08));
      }
    }
    double[] log = exact.logProbability();
    List<Partition> all = exact.partitions();
    double expected =
        IntStream.range(0, log.length).mapToDouble(p -> Math.exp(log[p]) * all.get(p).sets()).sum();
    assertThat(samples.meanSets()).isCloseTo(expected, within(0.15));
  }

  /**
   * Where partitions are drawn from the prior and recordings from the model, the posterior mean of
   * the number of sets is right on the average: false alarm 0.3 %.
   */
  @Test
  void theNumberOfSetsIsRightOnTheAverage() {
    int databases = 200;
    double sum = 0;
    double squares = 0;
    for (int db = 0; db < databases; db++) {
      SeededRandom random = new SeededRandom(2024, db);
      ChineseRestaurant process = new ChineseRestaurant(3, 0.2);
      DrawnSpeakers drawn =
          DrawnSpeakers.of(DrawnSpeakers.seated(process, 30, random), LAMBDA, random);
      PartitionSamples samples =
          new GibbsSampler(
                  drawn.embeddings(), ClusterPrior.restaurant(process), Partition.finest(30))
              .sample(100, 400, random, Progress.NONE);
      double error = samples.meanSets() - drawn.truth().sets();
      sum += error;
      squares += error * error;
    }
    double mean = sum / databases;
    double standardError = Math.sqrt((squares / databases - mean * mean) / (databases - 1));
    assertThat(mean).isCloseTo(0, within(3 * standardError));
    // And the test has something to find: speakers are neither all known nor all unknown.
    assertThat(standardError).isBetween(0.02, 0.5);
  }

  @Test
  void placesSayHowSureTheyAre() {
    SeededRandom random = new SeededRandom(6);
    DrawnSpeakers drawn = DrawnSpeakers.of(Partition.of(0, 0, 1, 1, 0), LAMBDA, random);
    ChineseRestaurant process = new ChineseRestaurant(1, 0);
    PlacePosterior places =
        PlacePosterior.of(
            drawn.embeddings(), ClusterPrior.restaurant(process), drawn.truth(), Progress.NONE);
    PartitionPosterior exact =
        new PartitionScorer<>(IntStream.range(0, 5).mapToObj(drawn.embeddings()::get).toList())
            .posterior(process);
    double[] log = exact.logProbability();
    for (int i = 0; i < 5; i++) {
      double own = 0;
      double all = 0;
      for (int p = 0; p < log.length; p++) {
        if (without(exact.partitions().get(p), i).equals(without(drawn.truth(), i))) {
          all += Math.exp(log[p]);
          own += exact.partitions().get(p).equals(drawn.truth()) ? Math.exp(log[p]) : 0;
        }
      }
      assertThat(places.probability(i)).isCloseTo(own / all, within(1e-9));
      assertThat(places.probability(i) + places.rivalProbability(i)).isLessThan(1 + 1e-9);
    }
  }

  private static Partition without(Partition p, int i) {
    return Partition.of(IntStream.range(0, p.size()).filter(j -> j != i).map(p::label).toArray());
  }

  @Test
  void onlineClusteringMayLeaveDoubtfulRecordingsOutOfPools() {
    SeededRandom random = new SeededRandom(8);
    double[] sharp = {50, 50, 50, 50};
    DrawnSpeakers drawn = DrawnSpeakers.of(DrawnSpeakers.inTurn(4, 6), sharp, random);
    ClusterPrior prior = ClusterPrior.samePrior(0.2);
    OnlineClustering all = OnlineClustering.run(drawn.embeddings(), prior, 0, Progress.NONE);
    assertThat(all.partition()).isEqualTo(drawn.truth());
    // Nobody is as sure as that, so every set stays at its first recording.
    OnlineClustering none = OnlineClustering.run(drawn.embeddings(), prior, 1, Progress.NONE);
    assertThat(none.partition()).isEqualTo(drawn.truth());
    assertThat(none.logPosterior()[23]).isNotEqualTo(all.logPosterior()[23]);
  }
}
