package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The study at a small size, and that its data are wrong in the way they should be. */
class WrongModelStudyTest {
  private static final HtPlda GAUSSIAN =
      ModelRecipe.of(12, 3, Double.POSITIVE_INFINITY).withSpectrum(25, 2).draw(1);

  @Test
  void aLineForEverySystemOnEachKindOfData() {
    List<String> progress = new ArrayList<>();
    SimulatedDraw.Size size = new SimulatedDraw.Size(8, 3, 40, 4, 20, 4, 1);
    List<String> lines = new WrongModelStudy(size).run(progress::add).markdown();
    assertThat(lines).hasSize(2 + SimulatedCorpus.values().length * WayToTrain.values().length);
    assertThat(lines.subList(2, lines.size()))
        .allMatch(l -> l.matches("\\|[^|]+\\|[^|]+\\| \\d+\\.\\d\\d % \\| \\d\\.\\d{3} \\|.*\\|"));
    assertThat(progress).hasSize(SimulatedCorpus.values().length);
  }

  @Test
  void everySecondRecordingHasNoiseOfAnotherCovariance() {
    int n = 20_000;
    DoubleMatrix right = SimulatedCorpus.AS_MODELLED.draw(GAUSSIAN, n, 2, 1).vectors();
    DoubleMatrix bent = SimulatedCorpus.TWO_CHANNELS.draw(GAUSSIAN, n, 2, 1).vectors();
    DoubleMatrix first = bent.selectRows(every(2, 0, n));
    assertThat(first).isEqualTo(right.selectRows(every(2, 0, n)));
    // Two recordings of a speaker differ by their noise.
    DoubleMatrix moment = bent.selectRows(every(2, 1, n)).minus(first).gram().times(1.0 / n);
    DoubleMatrix one = Cholesky.of(GAUSSIAN.w()).inverse();
    DoubleMatrix other =
        Cholesky.of(
                ModelRecipe.of(12, 3, GAUSSIAN.nu()).draw(SimulatedCorpus.OTHER_CHANNEL_SEED).w())
            .inverse();
    // An element's error is below 0.02 in standard deviation: chance exceeds 0.1 once in 1e4 draws.
    assertThat(moment.minus(one.plus(other)).maxAbs()).isLessThan(0.1);
    assertThat(one.minus(other).maxAbs()).isGreaterThan(0.2);
  }

  private static int[] every(int step, int first, int n) {
    return IntStream.range(0, n).map(i -> first + step * i).toArray();
  }

  @Test
  void speakersFormTwoClusters() {
    DoubleMatrix right = SimulatedCorpus.AS_MODELLED.draw(GAUSSIAN, 4, 3, 1).vectors();
    DoubleMatrix bent = SimulatedCorpus.TWO_CLUSTERS.draw(GAUSSIAN, 4, 3, 1).vectors();
    DoubleMatrix shift = bent.minus(right);
    // Six deviations apart: F'W shift is Λ times ±3/√d in each of the d directions.
    double[] seen = GAUSSIAN.f().transposeTimes(GAUSSIAN.w().times(shift.row(0)));
    double[] lambda = GAUSSIAN.extractor().lambda();
    for (int k = 0; k < 3; k++) {
      assertThat(seen[k]).isCloseTo(lambda[k] * 3 / Math.sqrt(3), within(1e-9));
    }
    for (int j = 0; j < shift.rows(); j++) {
      int sign = j / 3 % 2 == 0 ? 1 : -1;
      assertThat(shift.row(j)).containsExactly(shift.times(sign).row(0), within(1e-12));
    }
  }
}
