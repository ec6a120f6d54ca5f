package dev.gme.core.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.TrainedCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import org.junit.jupiter.api.Test;

class SearchCalibrationTest {
  private static final int ENROLLED = 6;
  private static final IdentificationPrior PRIOR = IdentificationPrior.uniform(0.25);

  /**
   * Scores N(±δ/2·δ, δ²), which are log-likelihood ratios, times factor plus offset. One of four
   * searches has no mate.
   */
  private static double[] scores(int[] mate, double factor, double offset) {
    SeededRandom random = new SeededRandom(12);
    double delta = 2;
    double[] s = random.gaussians(mate.length * ENROLLED);
    for (int i = 0; i < s.length; i++) {
      boolean own = mate[i / ENROLLED] == i % ENROLLED;
      double llr = delta * s[i] + (own ? 0.5 : -0.5) * delta * delta;
      s[i] = factor * llr + offset;
    }
    return s;
  }

  private static int[] mates(int n) {
    int[] mate = new int[n];
    for (int i = 0; i < n; i++) {
      mate[i] = i % 4 == 0 ? Searches.NO_MATE : i % ENROLLED;
    }
    return mate;
  }

  private static SearchCalibration searches(int[] mate, double[] s, IdentificationPrior prior) {
    return SearchCalibration.of(DoubleMatrix.wrap(mate.length, ENROLLED, s), mate, prior);
  }

  /** With 4,000 searches the estimates have standard errors of about 0.02 and 0.06. */
  @Test
  void undoesWhatWasDoneToRatios() {
    int[] mate = mates(4000);
    TrainedCalibration<LinearCalibration> plain = searches(mate, scores(mate, 1, 0), PRIOR).train();
    assertThat(plain.calibration().coefficients()[0]).isCloseTo(1, within(0.1));
    assertThat(plain.calibration().offset()).isCloseTo(0, within(0.3));
    for (double factor : new double[] {1e-3, 0.3, 500}) {
      TrainedCalibration<LinearCalibration> other =
          searches(mate, scores(mate, factor, 7 * factor), PRIOR).train();
      double alpha = other.calibration().coefficients()[0];
      assertThat(alpha * factor).isCloseTo(plain.calibration().coefficients()[0], within(1e-6));
      assertThat(other.calibration().offset() + 7 * factor * alpha)
          .isCloseTo(plain.calibration().offset(), within(1e-6));
      assertThat(other.objective()).isCloseTo(plain.objective(), within(1e-11));
    }
  }

  @Test
  void theResultIsAMinimum() {
    int[] mate = mates(200);
    SearchCalibration searches = searches(mate, scores(mate, 2, 1), PRIOR);
    TrainedCalibration<LinearCalibration> best = searches.train();
    double alpha = best.calibration().coefficients()[0];
    double beta = best.calibration().offset();
    for (double h : new double[] {-1e-3, 1e-3}) {
      assertThat(searches.objective(alpha + h, beta)).isGreaterThan(best.objective());
      assertThat(searches.objective(alpha, beta + h)).isGreaterThan(best.objective());
    }
    assertThat(best.objective()).isLessThan(searches.objective(1, 0));
    assertThat(searches.objectiveOfPrior()).isCloseTo(searches.objective(0, 0), within(1e-13));
  }

  /** Nothing can be added to all scores of a closed set, and searches without mate do not count. */
  @Test
  void aClosedSetHasNoOffset() {
    int[] mate = mates(400);
    TrainedCalibration<LinearCalibration> closed =
        searches(mate, scores(mate, 2, 1), IdentificationPrior.uniform(0)).train();
    assertThat(closed.calibration().offset()).isZero();
    assertThat(closed.calibration().coefficients()[0]).isCloseTo(0.5, within(0.15));
  }

  @Test
  void searchesWithoutABestAnswerAreRefused() {
    int[] mate = {0, 1, Searches.NO_MATE, 3};
    double[] perfect = new double[4 * ENROLLED];
    for (int i = 0; i < 4; i++) {
      if (mate[i] >= 0) {
        perfect[i * ENROLLED + mate[i]] = 5;
      }
    }
    assertThatThrownBy(() -> searches(mate, perfect, PRIOR).train())
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("no finite calibration");
    int[] none = {Searches.NO_MATE};
    assertThatThrownBy(() -> searches(none, new double[ENROLLED], PRIOR))
        .hasMessageContaining("0 with and 1 without");
    double[] infinite = perfect.clone();
    infinite[3] = Double.NEGATIVE_INFINITY;
    assertThatThrownBy(() -> searches(mate, infinite, PRIOR)).hasMessageContaining("finite");
    double[] reversed = scores(mates(200), -1, 0);
    assertThatThrownBy(() -> searches(mates(200), reversed, PRIOR).train())
        .hasMessageContaining("the less it is the mate");
  }
}
