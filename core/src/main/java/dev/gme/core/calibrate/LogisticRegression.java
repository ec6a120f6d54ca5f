package dev.gme.core.calibrate;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import java.util.Arrays;

/**
 * Prior-weighted logistic regression by Newton's method with step halving (docs/math.md 7.6), on
 * standardized inputs.
 *
 * <p>Data without a single best answer are told apart. Constant and collinear inputs are found
 * before. If the trials are separable, then coefficients grow without end: either they separate
 * targets from non-targets completely at some point, or steps stay long while the gradient
 * vanishes.
 */
final class LogisticRegression {
  private static final double SMALL_GRADIENT = 1e-12;

  /**
   * Newton's method squares the error, so that behind a step of this size 1e-12 is left. Much less
   * than this cannot be asked for of inputs that are nearly collinear.
   */
  private static final double SMALL_STEP = 1e-6;

  /** Regular data need about ten; the nearer to separable, the more steps lie on the way. */
  private static final int MAX_ITERATIONS = 200;

  private static final int MAX_HALVINGS = 50;

  /** What rounding may add to the objective near its minimum. */
  private static final double ROUNDING = 1e-14;

  private final CalibrationTrials trials;
  private final CalibrationOptions options;
  private final Standardized inputs;

  private LogisticRegression(CalibrationTrials trials, CalibrationOptions options) {
    this.trials = trials;
    this.options = options;
    inputs = new Standardized(trials);
  }

  static TrainedCalibration<LinearCalibration> fit(
      CalibrationTrials trials, CalibrationOptions options) {
    return new LogisticRegression(trials, options).run();
  }

  private TrainedCalibration<LinearCalibration> run() {
    if (options.ridge() == 0) {
      inputs.requireIndependent();
      if (trials.inputs() == 1) {
        requireOverlap();
      }
    }
    double[] theta = new double[trials.inputs() + 1];
    LogisticObjective here = at(theta);
    for (int iteration = 1; iteration <= MAX_ITERATIONS; iteration++) {
      Cholesky hessian = Cholesky.of(here.hessian());
      if (!hessian.isPositiveDefinite()) {
        break;
      }
      double[] step = hessian.solve(here.gradient());
      double taken = 1;
      double[] next = minus(theta, step, taken);
      LogisticObjective there = at(next);
      for (int k = 0; !descends(here, there) && k < MAX_HALVINGS; k++) {
        taken /= 2;
        next = minus(theta, step, taken);
        there = at(next);
      }
      theta = next;
      here = there;
      if (options.ridge() == 0 && here.lowestTarget() > here.highestNontarget()) {
        throw separable("every target from every non-target");
      }
      if (max(here.gradient()) <= SMALL_GRADIENT
          && taken * max(step) <= SMALL_STEP * (1 + max(theta))) {
        return new TrainedCalibration<>(calibration(theta), objective(theta), iteration);
      }
    }
    throw separable("targets from non-targets but for trials on the border");
  }

  private LogisticObjective at(double[] theta) {
    return LogisticObjective.at(theta, trials, inputs, options);
  }

  private LinearCalibration calibration(double[] theta) {
    return LinearCalibration.of(inputs.offset(theta), inputs.coefficients(theta));
  }

  private double objective(double[] theta) {
    return LogisticObjective.at(
            theta, trials, inputs, new CalibrationOptions(options.priorLogOdds(), 0))
        .value();
  }

  private static boolean descends(LogisticObjective from, LogisticObjective to) {
    return to.value() <= from.value() * (1 + ROUNDING);
  }

  private static double[] minus(double[] theta, double[] step, double share) {
    double[] out = theta.clone();
    for (int k = 0; k < out.length; k++) {
      out[k] -= share * step[k];
    }
    return out;
  }

  private static double max(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElseThrow();
  }

  /** With one input it takes no search to see whether a threshold separates the trials. */
  private void requireOverlap() {
    LogisticObjective up = at(new double[] {1, 0});
    LogisticObjective down = at(new double[] {-1, 0});
    if (up.lowestTarget() >= up.highestNontarget()) {
      throw separable("every target from every non-target");
    }
    if (down.lowestTarget() >= down.highestNontarget()) {
      throw new GmeException(
          "no target has a higher score than any non-target, so no finite calibration is best",
          "check that labels and scores belong together and that high scores mean one speaker");
    }
  }

  private static GmeException separable(String what) {
    return new GmeException(
        "the scores separate " + what + ", so no finite calibration is best",
        "train on more or harder trials, or ask for a ridge (a larger one, if there was one)");
  }
}
