package dev.gme.core.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.parallel.Workers;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class SearchesTest {
  private static final int ENROLLED = 8;

  /** Searches of which every third has no mate; a speaker makes four of them. */
  private static Searches searches(long seed, int n) {
    SeededRandom random = new SeededRandom(seed);
    Searches.Builder builder = Searches.builder(ENROLLED, 1.0);
    for (int i = 0; i < n; i++) {
      int speaker = i / 4;
      int mate = speaker % 3 == 0 ? Searches.NO_MATE : speaker % ENROLLED;
      double[] scores = random.gaussians(ENROLLED);
      if (mate != Searches.NO_MATE) {
        scores[mate] += 1.5;
      }
      builder.add(scores, mate, speaker);
    }
    return builder.build();
  }

  /** A draw of speakers counts as if their searches stood there as often: by brute force. */
  @Test
  void drawnSearchesCountAsOftenAsTheyAreDrawn() {
    double[][] scores = {{1, 0, 3}, {2, 2, 1}, {0, 5, 4}, {3, 1, 0}, {2, 6, 2}};
    int[] mate = {2, 0, Searches.NO_MATE, 1, Searches.NO_MATE};
    int[] times = {2, 0, 3, 1, 1};
    IdentificationRates weighted =
        new IdentificationRates(Searches.of(DoubleMatrix.of(scores), mate, 2.0), times);
    Searches.Builder repeated = Searches.builder(3, 2.0);
    for (int i = 0; i < times.length; i++) {
      for (int k = 0; k < times[i]; k++) {
        repeated.add(scores[i], mate[i], i);
      }
    }
    IdentificationRates plain = repeated.build().rates();
    assertThat(weighted.mated()).isEqualTo(plain.mated());
    assertThat(weighted.selectivity(2)).isEqualTo(plain.selectivity(2));
    for (int rank = 1; rank <= 3; rank++) {
      assertThat(weighted.cmc(rank)).isEqualTo(plain.cmc(rank));
      assertThat(weighted.eerRocch(rank)).isCloseTo(plain.eerRocch(rank), within(1e-15));
      for (double share : new double[] {0, 0.2, 0.25, 0.5, 0.75, 1}) {
        assertThat(weighted.limitAtFpir(share)).isEqualTo(plain.limitAtFpir(share));
        assertThat(weighted.tpirAtFpir(rank, share)).isEqualTo(plain.tpirAtFpir(rank, share));
      }
      for (double t : new double[] {-1, 1, 2, 3, 5, 6, 7}) {
        assertThat(weighted.fnir(rank, t)).isEqualTo(plain.fnir(rank, t));
        assertThat(weighted.fpir(t)).isEqualTo(plain.fpir(t));
      }
    }
  }

  @Test
  void intervalsHoldTheFigureAndDoNotDependOnThreads() {
    Searches searches = searches(3, 240);
    List<ToDoubleFunction<IdentificationRates>> figures =
        List.of(
            r -> r.cmc(1), r -> r.tpirAtFpir(1, 0.1), r -> r.eerRocch(1), r -> r.selectivity(1));
    BootstrapOptions options = BootstrapOptions.DEFAULT.withReplicates(200);
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      List<Interval> one =
          IdentificationBootstrap.intervals(searches, options, figures, Progress.NONE);
      Workers.setThreads(3);
      List<Interval> three =
          IdentificationBootstrap.intervals(searches, options, figures, Progress.NONE);
      assertThat(three).isEqualTo(one);
      for (int k = 0; k < figures.size(); k++) {
        double value = figures.get(k).applyAsDouble(searches.rates());
        assertThat(one.get(k).contains(value)).as("figure %d", k).isTrue();
        assertThat(one.get(k).hi()).isGreaterThan(one.get(k).lo());
      }
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void ratesOfSearchesThatThereAreNoneOfAreRefused() {
    double[][] scores = {{1, 2}};
    IdentificationRates mated = Searches.of(DoubleMatrix.of(scores), new int[] {0}).rates();
    assertThat(mated.cmc(2)).isEqualTo(1);
    assertThatThrownBy(() -> mated.fpir(0))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("false positives");
    IdentificationRates unmated =
        Searches.of(DoubleMatrix.of(scores), new int[] {Searches.NO_MATE}).rates();
    assertThat(unmated.fpir(2)).isEqualTo(1);
    assertThatThrownBy(() -> unmated.cmc(1)).hasMessageContaining("false negatives");
    assertThatThrownBy(() -> unmated.selectivity(4)).hasMessageContaining("not counted");
    assertThatThrownBy(() -> unmated.limitAtFpir(1.5)).hasMessageContaining("between 0 and 1");
  }

  @Test
  void badSearchesAreRefused() {
    Searches.Builder builder = Searches.builder(2);
    assertThatThrownBy(builder::build).hasMessageContaining("no searches");
    assertThatThrownBy(() -> builder.add(new double[3], 0, 0)).hasMessageContaining("3 scores");
    assertThatThrownBy(() -> builder.add(new double[2], 2, 0)).hasMessageContaining("mate 2");
    assertThatThrownBy(() -> builder.add(new double[] {0, Double.NaN}, 0, 0))
        .hasMessageContaining("NaN");
    Searches one = builder.add(new double[2], 0, 7).build();
    assertThatThrownBy(
            () ->
                IdentificationBootstrap.intervals(
                    one, BootstrapOptions.DEFAULT, List.of(r -> r.cmc(1)), Progress.NONE))
        .hasMessageContaining("at least 2");
  }
}
