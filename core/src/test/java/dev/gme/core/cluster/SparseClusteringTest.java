package dev.gme.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SparseClusteringTest {
  private static final double[] LAMBDA = new double[24];

  static {
    Arrays.setAll(LAMBDA, k -> 8.0 / (1 + k / 4));
  }

  private static SparseClustering run(
      StartingSets start, ClusterPrior prior, SetLimits limits, int neighbours) {
    return SparseClustering.run(start, prior, limits, neighbours);
  }

  @Test
  void byTilesItEndsWhereNoPairGainsAndFindsTheSpeakers() {
    // More than are scored exactly, so that tiles are used, and their sizes under the restaurant.
    DrawnSpeakers drawn =
        DrawnSpeakers.of(DrawnSpeakers.inTurn(400, 5), LAMBDA, new SeededRandom(11));
    assertThat(drawn.truth().size()).isGreaterThan(NearestSets.EXACT);
    for (ClusterPrior prior : List.of(ClusterPrior.flat(), ClusterPrior.expectedSets(400, 2000))) {
      List<SparseClustering> rounds = new ArrayList<>();
      SparseClustering found =
          SparseClustering.run(
              StartingSets.of(drawn.embeddings()),
              prior,
              SetLimits.NONE,
              6,
              Optional.empty(),
              Progress.NONE,
              rounds::add);
      int[] sets = found.setsAfterRound();
      assertThat(rounds).hasSize(sets.length - 2);
      assertThat(rounds.get(rounds.size() - 1).partition()).isEqualTo(found.partition());
      assertThat(rounds.get(rounds.size() - 1).objective()).isEqualTo(found.objective());
      // A run that was stopped after its first round goes on to the same end.
      SparseClustering one = rounds.get(0);
      SparseClustering resumed =
          SparseClustering.run(
              StartingSets.of(drawn.embeddings()),
              prior,
              SetLimits.NONE,
              6,
              Optional.of(
                  SparseClustering.of(
                      one.partition(), one.setsAfterRound(), one.objective(), one.nearest())),
              Progress.NONE,
              r -> {});
      assertThat(resumed.partition()).isEqualTo(found.partition());
      assertThat(resumed.setsAfterRound()).isEqualTo(sets);
      assertThat(resumed.nearest()).isDeepEqualTo(found.nearest());
      MergePath rest =
          Agglomeration.run(
              StartingSets.of(drawn.embeddings(), found.partition()),
              prior,
              new SetLimits(1, 9999));
      // The tolerance of the tiles.
      assertThat(rest.gain(0)).isLessThan(1e-2);
      Reassignment moved =
          found.reassigned(
              StartingSets.of(drawn.embeddings()), prior, SetLimits.NONE, 20, Progress.NONE);
      assertThat(ClusterMeasures.of(drawn.truth(), moved.partition()).adjustedRand())
          .isGreaterThan(0.85);
    }
  }

  @Test
  void isTheSameForAnyNumberOfThreads() {
    DrawnSpeakers drawn =
        DrawnSpeakers.of(DrawnSpeakers.inTurn(180, 10), LAMBDA, new SeededRandom(2));
    int threads = Workers.threads();
    List<Partition> found = new ArrayList<>();
    try {
      for (int t : new int[] {1, 3}) {
        Workers.setThreads(t);
        found.add(
            run(StartingSets.of(drawn.embeddings()), ClusterPrior.flat(), SetLimits.NONE, 5)
                .partition());
      }
    } finally {
      Workers.setThreads(threads);
    }
    assertThat(found.get(0)).isEqualTo(found.get(1));
  }

  @Test
  void roundsFindJoinsThatNoListOfRecordingsShows() {
    MetaEmbeddings e =
        MetaEmbeddings.of(
            DoubleMatrix.of(new double[][] {{0.6, -3.7}, {-0.1, 1.1}, {-9.6, -4.6}, {9.1, 3.5}}),
            new double[] {1, 1, 1, 1},
            new double[] {1, 1});
    Partition pairs = Partition.of(0, 0, 1, 1);
    assertThat(run(StartingSets.of(e), ClusterPrior.flat(), SetLimits.NONE, 1).partition())
        .isNotEqualTo(pairs);
    assertThat(run(StartingSets.of(e, pairs), ClusterPrior.flat(), SetLimits.NONE, 1).partition())
        .isEqualTo(Partition.of(0, 0, 0, 0));
  }

  @Test
  void limitsAndLinksAreKept() {
    DrawnSpeakers drawn =
        DrawnSpeakers.of(DrawnSpeakers.inTurn(10, 6), LAMBDA, new SeededRandom(4));
    StartingSets start = StartingSets.of(drawn.embeddings());
    ClusterPrior prior = ClusterPrior.restaurant(new ChineseRestaurant(2, 0.3));
    for (int k : new int[] {1, 4, 17, 60}) {
      assertThat(run(start, prior, SetLimits.exactly(k), 3).partition().sets()).isEqualTo(k);
    }
    // Recordings 0 and 10 are of one speaker.
    Partition apart =
        run(start.cannotLink(new int[] {0, 10}), prior, SetLimits.NONE, 3).partition();
    assertThat(apart.label(0)).isNotEqualTo(apart.label(10));
    Partition together =
        run(start.mustLink(new int[] {0, 1}), prior, SetLimits.NONE, 3).partition();
    assertThat(together.label(0)).isEqualTo(together.label(1));
  }

  @Test
  void oneRecordingIsOneSet() {
    DrawnSpeakers one = DrawnSpeakers.of(Partition.of(0), LAMBDA, new SeededRandom(4));
    SparseClustering found =
        run(StartingSets.of(one.embeddings()), ClusterPrior.flat(), SetLimits.NONE, 3);
    assertThat(found.partition()).isEqualTo(Partition.of(0));
    assertThat(found.setsAfterRound()).containsExactly(1, 1);
  }
}
