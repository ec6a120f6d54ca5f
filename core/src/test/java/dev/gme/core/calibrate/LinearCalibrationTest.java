package dev.gme.core.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearCalibrationTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final Offset<Double> CLOSE = within(1e-10);

  private static LinearCalibration train(CalibrationTrials trials) {
    return LinearCalibration.train(trials, CalibrationOptions.DEFAULT).calibration();
  }

  private static double[] scores(double... scores) {
    return scores;
  }

  /**
   * Scores 0 and 1 only: the map has to give each the log-odds it has, log(1/4 : 3/4) and log(3/4 :
   * 1/4), whatever the prior.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, -4, 2})
  void twoScoresByHand(double tau) {
    boolean[] isTarget = {true, true, true, true, false, false, false, false};
    CalibrationTrials trials = CalibrationTrials.of(isTarget, scores(0, 1, 1, 1, 0, 0, 0, 1));
    LinearCalibration c =
        LinearCalibration.train(trials, new CalibrationOptions(tau, 0)).calibration();
    assertThat(c.offset()).isEqualTo(-Math.log(3), CLOSE);
    assertThat(c.coefficients()).containsExactly(scores(2 * Math.log(3)), CLOSE);
    assertThat(c.apply(0.5)).isEqualTo(0, CLOSE);
  }

  @Test
  void weightsAreRepetitions() {
    boolean[] isTarget = {true, true, false, false};
    CalibrationTrials trials =
        CalibrationTrials.of(isTarget, scores(0, 1, 0, 1)).withWeights(scores(1, 3, 3, 1));
    LinearCalibration c = train(trials);
    assertThat(c.offset()).isEqualTo(-Math.log(3), CLOSE);
    assertThat(c.coefficients()).containsExactly(scores(2 * Math.log(3)), CLOSE);
  }

  /** Seed 3: three systems, the last of little use. */
  private static CalibrationTrials random(int n) {
    Random random = new Random(3);
    boolean[] isTarget = new boolean[n];
    double[][] s = new double[3][n];
    for (int i = 0; i < n; i++) {
      isTarget[i] = random.nextInt(5) == 0;
      for (int k = 0; k < 3; k++) {
        s[k][i] = (k + 1) * random.nextGaussian() + (isTarget[i] ? 1 : -1);
      }
    }
    return CalibrationTrials.of(isTarget, s);
  }

  /** An affine map of an input changes the coefficients, never the result. */
  @Test
  void scaleAndShiftOfAnInputDoNotMatter() {
    CalibrationTrials trials = random(500);
    boolean[] isTarget = new boolean[500];
    double[][] moved = new double[3][500];
    for (int i = 0; i < 500; i++) {
      isTarget[i] = trials.isTarget(i);
      moved[0][i] = 1e5 * trials.input(0)[i] - 3e6;
      moved[1][i] = -1e-4 * trials.input(1)[i];
      moved[2][i] = trials.input(2)[i] + 1;
    }
    LinearCalibration a = train(trials);
    LinearCalibration b = train(CalibrationTrials.of(isTarget, moved));
    for (int i = 0; i < 500; i++) {
      double expected = a.apply(trials.input(0)[i], trials.input(1)[i], trials.input(2)[i]);
      assertThat(b.apply(moved[0][i], moved[1][i], moved[2][i])).isEqualTo(expected, within(1e-9));
    }
  }

  @Test
  void doesNotDependOnTheThreadCount() {
    CalibrationTrials trials = random(20_000);
    int threads = Workers.threads();
    try {
      Workers.setThreads(1);
      LinearCalibration one = train(trials);
      Workers.setThreads(3);
      assertThat(train(trials).coefficients()).isEqualTo(one.coefficients());
    } finally {
      Workers.setThreads(threads);
    }
  }

  /** Better than saying nothing, which costs the entropy of the prior. */
  @Test
  void fewIterationsToSomethingUseful() {
    TrainedCalibration<LinearCalibration> t =
        LinearCalibration.train(random(2000), CalibrationOptions.ofPrior(0.01));
    assertThat(t.iterations()).isLessThan(20);
    assertThat(t.objective()).isBetween(0.0, 0.01 * Math.log(100) + 0.99 * Math.log(1 / 0.99));
  }

  private static void assertRefused(CalibrationTrials trials, String message) {
    assertThatThrownBy(() -> train(trials))
        .isInstanceOfSatisfying(GmeException.class, e -> assertThat(e).hasMessage(message));
  }

  @Test
  void separableScores() {
    boolean[] isTarget = {true, true, false, false};
    String message =
        "the scores separate every target from every non-target, so no finite calibration is best";
    assertRefused(CalibrationTrials.of(isTarget, scores(2, 3, 0, 1)), message);
    // One shared score leaves no finite optimum either.
    assertRefused(CalibrationTrials.of(isTarget, scores(1, 3, 0, 1)), message);
    assertRefused(CalibrationTrials.of(new boolean[] {true, false}, scores(1, 0)), message);
  }

  @Test
  void reversedScores() {
    boolean[] isTarget = {true, true, false, false};
    assertRefused(
        CalibrationTrials.of(isTarget, scores(0, 1, 2, 3)),
        "no target has a higher score than any non-target, so no finite calibration is best");
  }

  /** Mostly reversed: there is an optimum, with a negative coefficient. */
  @Test
  void mostlyReversedScores() {
    boolean[] isTarget = {true, true, false, false};
    assertThat(train(CalibrationTrials.of(isTarget, scores(0, 2, 1, 3))).coefficients()[0])
        .isNegative();
  }

  /** Neither system separates the trials, but their sum does: it is −1 or 1. */
  @Test
  void separableByFusion() {
    boolean[] isTarget = {true, true, true, false, false, false};
    double[] a = {5, -3, 1, 4, -6, 0};
    double[] b = {-4, 4, 0, -5, 5, -1};
    assertRefused(
        CalibrationTrials.of(isTarget, a, b),
        "the scores separate every target from every non-target, so no finite calibration is best");
  }

  /** As before, but the sum of one trial of each kind is 0: only the rest is separated. */
  @Test
  void separableByFusionButForTheBorder() {
    boolean[] isTarget = {true, true, true, true, true, false, false, false, false, false};
    double[] a = {5, -3, 1, 2, -2, 4, -6, 0, 2, -2};
    double[] b = {-4, 4, 0, -2, 2, -5, 5, -1, -2, 2};
    assertRefused(
        CalibrationTrials.of(isTarget, a, b),
        "the scores separate targets from non-targets but for trials on the border, so no finite"
            + " calibration is best");
  }

  @Test
  void ridgeHelpsSeparableAndCollinearData() {
    boolean[] isTarget = {true, true, false, false};
    double[] s = {2, 3, 0, 1};
    double[] twice = {4, 6, 0, 2};
    double[] same = {7, 7, 7, 7};
    LinearCalibration c =
        LinearCalibration.train(
                CalibrationTrials.of(isTarget, s, twice, same),
                CalibrationOptions.DEFAULT.withRidge(0.01))
            .calibration();
    double[] alpha = c.coefficients();
    assertThat(alpha[0]).isPositive();
    assertThat(alpha[1]).as("both share the work, by their scale").isEqualTo(alpha[0] / 2, CLOSE);
    assertThat(alpha[2]).isZero();
    assertThat(c.apply(1.5, 3, 7)).as("half way, by symmetry").isEqualTo(0, CLOSE);
  }

  @Test
  void collinearInputs() {
    CalibrationTrials trials = random(300);
    boolean[] isTarget = new boolean[300];
    double[] mix = new double[300];
    for (int i = 0; i < 300; i++) {
      isTarget[i] = trials.isTarget(i);
      mix[i] = 2 * trials.input(0)[i] - trials.input(2)[i] + 5;
    }
    assertRefused(
        CalibrationTrials.of(isTarget, trials.input(0), trials.input(1), trials.input(2), mix),
        "the inputs 0, 2, 3 (counted from 0) are collinear over the trials, so many choices of"
            + " coefficients are equally good");
    double[] constant = new double[300];
    Arrays.fill(constant, 0.1);
    assertRefused(
        CalibrationTrials.of(isTarget, trials.input(0), constant),
        "input 1 (counted from 0) is the same for all trials, so its coefficient cannot be told"
            + " from the offset");
  }

  @Test
  void trialsOfWeightZeroAreAbsent() {
    boolean[] isTarget = {true, true, false, false, false};
    CalibrationTrials trials =
        CalibrationTrials.of(isTarget, scores(2, 3, 0, 1, 1e300))
            .withWeights(scores(1, 1, 1, 1, 0));
    assertRefused(
        trials,
        "the scores separate every target from every non-target, so no finite calibration is best");
  }

  @Test
  void refusesTrialsItCannotTrainOn() {
    boolean[] isTarget = {true, false};
    assertThatThrownBy(() -> CalibrationTrials.of(isTarget, scores(1, INF)))
        .isInstanceOf(GmeException.class)
        .hasMessage(
            "a calibration is trained on finite scores, but that of trial 1 in input 0 (both"
                + " counted from 0) is Infinity");
    assertThatThrownBy(() -> CalibrationTrials.of(isTarget, scores(Double.NaN, 1)))
        .isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> CalibrationTrials.of(new boolean[2], scores(1, 2)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("the weight of all target trials is 0.0");
    CalibrationTrials trials = CalibrationTrials.of(isTarget, scores(1, 0));
    assertThatThrownBy(() -> trials.withWeights(scores(1, 0)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("the weight of all non-target trials is 0.0");
    assertThatThrownBy(() -> trials.withWeights(scores(1, -1)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("that of trial 1 (counted from 0) is -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CalibrationTrials.of(isTarget, scores(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> CalibrationTrials.of(isTarget));
  }

  @Test
  void infiniteScoresByTheSign() {
    LinearCalibration up = LinearCalibration.of(3, 2);
    assertThat(up.apply(INF)).isEqualTo(INF);
    assertThat(up.apply(-INF)).isEqualTo(-INF);
    assertThat(LinearCalibration.of(3, -2).apply(INF)).isEqualTo(-INF);
    LinearCalibration fusion = LinearCalibration.of(1, 2, 0.5);
    assertThat(fusion.apply(INF, -7)).isEqualTo(INF);
    assertThat(fusion.apply(INF, INF)).isEqualTo(INF);
    assertThat(LinearCalibration.of(1, 2, -0.5).apply(INF, -INF)).isEqualTo(INF);
    assertThatThrownBy(() -> fusion.apply(INF, -INF))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("no log-likelihood ratio follows from the scores");
    assertThatThrownBy(() -> LinearCalibration.of(1, 0).apply(INF))
        .isInstanceOf(GmeException.class);
  }

  @Test
  void wrongUse() {
    LinearCalibration c = LinearCalibration.of(1, 2, 3);
    assertThat(c.inputs()).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> c.apply(1))
        .withMessage("this calibration takes 2 numbers a trial, found 1");
    assertThatThrownBy(() -> c.apply(1, Double.NaN)).isInstanceOf(GmeException.class);
    assertThatIllegalArgumentException().isThrownBy(() -> LinearCalibration.of(1));
    assertThatIllegalArgumentException().isThrownBy(() -> LinearCalibration.of(INF, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new CalibrationOptions(INF, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> CalibrationOptions.DEFAULT.withRidge(-1));
  }

  @Test
  void doesNotKeepTheCallersArrays() {
    double[] alpha = {2};
    LinearCalibration c = LinearCalibration.of(0, alpha);
    alpha[0] = 5;
    c.coefficients()[0] = 7;
    assertThat(c.apply(1)).isEqualTo(2);
  }

  /** Scores so large that their squares overflow. */
  @Test
  void hugeScores() {
    boolean[] isTarget = {true, true, false, false};
    double[] s = {0, 2e300, 1e300, -1e300};
    double[] small = {0, 2, 1, -1};
    double[] huge = train(CalibrationTrials.of(isTarget, s)).coefficients();
    assertThat(huge[0] * 1e300)
        .isEqualTo(train(CalibrationTrials.of(isTarget, small)).coefficients()[0], CLOSE);
  }

  @Test
  void formulas() {
    assertThat(LinearCalibration.of(-0.5, 1.25)).hasToString("llr = 1.25000 * score - 0.500000");
    assertThat(LinearCalibration.of(1, -2, 3))
        .hasToString("llr = -2.00000 * score 1 + 3.00000 * score 2 + 1.00000");
    assertThat(QualityCalibration.of(2, 1, -0.25))
        .hasToString("llr = 2.00000 * score - 0.250000 * quality 1 + 1.00000");
    assertThat(PavCalibration.of(new double[] {0}, new double[] {-1, 1}))
        .hasToString("llr = a step function of the score with 2 values from -1.00000 to 1.00000");
  }
}
