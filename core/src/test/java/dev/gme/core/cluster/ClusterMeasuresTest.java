package dev.gme.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterMeasuresTest {
  private static Partition random(int n, int sets, SeededRandom random) {
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> random.nextInt(sets));
    return Partition.of(labels);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void accuracyIsTheBestOfAllMaps(int seed) {
    SeededRandom random = new SeededRandom(seed);
    Partition reference = random(30, 1 + random.nextInt(5), random);
    Partition found = random(30, 1 + random.nextInt(5), random);
    double[] weights = random.gaussians(30);
    Arrays.setAll(weights, i -> Math.abs(weights[i]));
    double[][] table = new double[reference.sets()][found.sets()];
    for (int i = 0; i < 30; i++) {
      table[reference.label(i)][found.label(i)] += weights[i];
    }
    double best = best(table, 0, 0);
    assertThat(ClusterMeasures.of(reference, found, weights).accuracy())
        .isCloseTo(best / Arrays.stream(weights).sum(), within(1e-12));
  }

  /** Tries every map of the rows from a given one on; taken columns are bits. */
  private static double best(double[][] table, int row, int taken) {
    if (row == table.length) {
      return 0;
    }
    double best = best(table, row + 1, taken);
    for (int j = 0; j < table[row].length; j++) {
      if ((taken >> j & 1) == 0) {
        best = Math.max(best, table[row][j] + best(table, row + 1, taken | 1 << j));
      }
    }
    return best;
  }

  @Test
  void manySpeakersTakeNoSquareOfMemory() {
    // 200,000 x 200,000 cells would be 320 GB.
    int n = 400_000;
    int[] a = new int[n];
    int[] b = new int[n];
    for (int i = 0; i < n; i++) {
      a[i] = i / 2;
      b[i] = (i + 1) / 2;
    }
    ClusterMeasures m = ClusterMeasures.of(Partition.of(a), Partition.of(b));
    assertThat(m.referenceSets()).isEqualTo(200_000);
    assertThat(m.foundSets()).isEqualTo(200_001);
    assertThat(m.accuracy()).isCloseTo(0.5, within(1e-5));
    assertThat(m.pairPrecision()).isZero();
  }

  @Test
  void drawsOfTheSameClusteringSurroundItsMeasures() {
    SeededRandom random = new SeededRandom(9);
    Partition reference = random(200, 8, random);
    int[] noisy = reference.labels();
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] = random.nextDouble() < 0.2 ? random.nextInt(8) : noisy[i];
    }
    Partition found = Partition.of(noisy);
    ClusterMeasures all = ClusterMeasures.of(reference, found);
    BootstrapOptions options = BootstrapOptions.DEFAULT.withReplicates(300);
    ClusterBootstrap bootstrap =
        ClusterBootstrap.of(reference, found, null, options, Progress.NONE);
    Interval ari = bootstrap.interval(ClusterMeasures::adjustedRand);
    assertThat(ari.contains(all.adjustedRand())).isTrue();
    assertThat(ari.hi() - ari.lo()).isBetween(0.02, 0.3);
    // A recording that was drawn twice makes no pair with itself, so chance still has 0.
    Partition chance = random(200, 8, random);
    Interval none =
        ClusterBootstrap.of(reference, chance, null, options, Progress.NONE)
            .interval(ClusterMeasures::adjustedRand);
    assertThat(none.lo()).isLessThan(0.02);
    assertThat(none.hi()).isLessThan(0.05);
  }

  @Test
  void intervalsHoldTheirMeasureWhereSpeakersHaveFewRecordings() {
    SeededRandom random = new SeededRandom(10);
    int n = 400;
    int[] speaker = new int[n];
    int[] set = new int[n];
    for (int i = 0; i < n; i++) {
      speaker[i] = i / 4;
      set[i] = random.nextDouble() < 0.05 ? random.nextInt(100) : speaker[i];
    }
    Partition reference = Partition.of(speaker);
    Partition found = Partition.of(set);
    ClusterMeasures all = ClusterMeasures.of(reference, found);
    ClusterBootstrap bootstrap =
        ClusterBootstrap.of(
            reference, found, null, BootstrapOptions.DEFAULT.withReplicates(200), Progress.NONE);
    List<ToDoubleFunction<ClusterMeasures>> measures =
        List.of(
            ClusterMeasures::mutualInformation,
            ClusterMeasures::vMeasure,
            ClusterMeasures::purity,
            ClusterMeasures::bcubedF,
            ClusterMeasures::accuracy,
            ClusterMeasures::adjustedRand);
    for (ToDoubleFunction<ClusterMeasures> m : measures) {
      Interval interval = bootstrap.interval(m);
      assertThat(interval.lo()).isLessThan(m.applyAsDouble(all));
      assertThat(interval.hi()).isGreaterThan(m.applyAsDouble(all));
    }
    Interval purest =
        ClusterBootstrap.of(
                reference,
                reference,
                null,
                BootstrapOptions.DEFAULT.withReplicates(20),
                Progress.NONE)
            .interval(ClusterMeasures::purity);
    assertThat(purest.hi()).isEqualTo(1);
  }

  @Test
  void otherRecordingsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterMeasures.of(Partition.of(0, 1), Partition.of(0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterMeasures.of(Partition.of(), Partition.of()));
  }
}
