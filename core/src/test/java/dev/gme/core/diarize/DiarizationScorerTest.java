package dev.gme.core.diarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiarizationScorerTest {
  private static final double FRAME = 0.01;

  private static SpeakerTurns random(SeededRandom random, int turns, int speakers) {
    double[] starts = new double[turns];
    double[] ends = new double[turns];
    int[] who = new int[turns];
    for (int i = 0; i < turns; i++) {
      // On the grid of the frames, so that counting frames is exact.
      starts[i] = random.nextInt(3000) * FRAME;
      ends[i] = starts[i] + random.nextInt(400) * FRAME;
      who[i] = random.nextInt(speakers);
    }
    return SpeakerTurns.of(
        starts, ends, who, IntStream.range(0, speakers).mapToObj(i -> "s" + i).toList());
  }

  private static boolean speaks(SpeakerTurns turns, int speaker, double time) {
    return IntStream.range(0, turns.size())
        .anyMatch(i -> turns.speaker(i) == speaker && turns.start(i) < time && time < turns.end(i));
  }

  /** All maps of three speakers, all frames, one by one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithCountingFrames(int seed) {
    SeededRandom random = new SeededRandom(seed);
    SpeakerTurns reference = random(random, 12, 3);
    SpeakerTurns output = random(random, 15, 3);
    double collar = seed % 2 == 0 ? 0 : 0.25;
    boolean skip = seed % 3 == 0;
    TimeRegions region = TimeRegions.of(new double[] {2, 20}, new double[] {15, 32});
    DiarizationError error =
        new DiarizationScorer(new DerOptions(collar, skip))
            .score(reference, output, Optional.of(region));
    int[][] maps = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    double[] mapped = new double[maps.length];
    double[] sums = new double[4];
    int best = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int f = 0; f < 4000; f++) {
        double time = (f + 0.5) * FRAME;
        if (region.within(time - 1e-3, time + 1e-3) == 0) {
          continue;
        }
        boolean[] r = new boolean[3];
        boolean[] h = new boolean[3];
        int refs = 0;
        int outs = 0;
        for (int s = 0; s < 3; s++) {
          r[s] = speaks(reference, s, time);
          h[s] = speaks(output, s, time);
          refs += r[s] ? 1 : 0;
          outs += h[s] ? 1 : 0;
        }
        int[] right = new int[maps.length];
        for (int k = 0; k < maps.length; k++) {
          for (int s = 0; s < 3; s++) {
            right[k] += r[s] && h[maps[k][s]] ? 1 : 0;
          }
        }
        boolean inCollar =
            IntStream.range(0, reference.size())
                .anyMatch(
                    i ->
                        Math.abs(time - reference.start(i)) < collar
                            || Math.abs(time - reference.end(i)) < collar);
        if (pass == 0) {
          for (int k = 0; k < maps.length; k++) {
            mapped[k] += right[k];
            best = mapped[k] > mapped[best] ? k : best;
          }
        } else if (!inCollar && !(skip && refs > 1)) {
          sums[0] += refs * FRAME;
          sums[1] += Math.max(0, refs - outs) * FRAME;
          sums[2] += Math.max(0, outs - refs) * FRAME;
          sums[3] += (Math.min(refs, outs) - right[best]) * FRAME;
        }
      }
    }
    assertThat(error.total()).isCloseTo(sums[0], within(1e-9));
    assertThat(error.missed()).isCloseTo(sums[1], within(1e-9));
    assertThat(error.falseAlarm()).isCloseTo(sums[2], within(1e-9));
    assertThat(error.confusion()).isCloseTo(sums[3], within(1e-9));
    assertThat(error.der())
        .isCloseTo(
            error.missedRate() + error.falseAlarmRate() + error.confusionRate(), within(1e-12));
  }

  @Test
  void noSpeechInTheReference() {
    SpeakerTurns nobody = SpeakerTurns.of(new double[0], new double[0], new int[0], List.of());
    SpeakerTurns somebody =
        SpeakerTurns.of(new double[] {0}, new double[] {1}, new int[] {0}, List.of("Ann"));
    DiarizationScorer scorer = new DiarizationScorer(DerOptions.ALL);
    DiarizationError nothing = scorer.score(nobody, nobody, Optional.empty());
    assertThat(nothing.der()).isZero();
    assertThat(nothing.jer()).isZero();
    DiarizationError invented = scorer.score(nobody, somebody, Optional.empty());
    assertThat(invented.der()).isInfinite();
    assertThat(invented.jer()).isEqualTo(1);
    DiarizationError lost = scorer.score(somebody, nobody, Optional.empty());
    assertThat(lost.der()).isEqualTo(1);
    assertThat(lost.jer()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new DerOptions(-1, false));
  }

  @Test
  void intervalsOverRecordings() {
    List<DiarizationError> errors = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      errors.add(new DiarizationError(100, i, 0, 0, 0.1 * i, 2, 2));
    }
    DiarizationBootstrap bootstrap = DiarizationBootstrap.of(errors, 2000, 1);
    // The mean of 20 draws from 0, …, 19 %: 9.5 ± 1.96·5.77/√20 %.
    var der = bootstrap.interval(DiarizationError::der, 0.95);
    assertThat(der.lo()).isCloseTo(0.095 - 0.0253, within(0.003));
    assertThat(der.hi()).isCloseTo(0.095 + 0.0253, within(0.003));
    assertThat(bootstrap.interval(DiarizationError::jer, 0.95).contains(0.475)).isTrue();
    assertThat(DiarizationBootstrap.of(errors, 2000, 1).interval(DiarizationError::der, 0.95))
        .isEqualTo(der);
    assertThatThrownBy(() -> DiarizationBootstrap.of(errors.subList(0, 1), 10, 1))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("at least 2");
  }
}
