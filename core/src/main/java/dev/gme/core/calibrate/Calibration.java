package dev.gme.core.calibrate;

import dev.gme.core.GmeException;

/**
 * Maps what is known about a trial to its log-likelihood ratio. Immutable.
 *
 * <pre>{@code
 * LinearCalibration c = LinearCalibration.train(trials, CalibrationOptions.DEFAULT).calibration();
 * double llr = c.apply(score);
 * }</pre>
 */
public sealed interface Calibration permits LinearCalibration, PavCalibration, QualityCalibration {
  /** How many numbers describe a trial. */
  int inputs();

  /**
   * The log-likelihood ratio of a trial, which may be infinite but is never NaN.
   *
   * @param x as many numbers as there are inputs
   */
  double apply(double... x);

  /** The log-likelihood ratios of many trials with one number each. */
  default double[] applyAll(double[] scores) {
    double[] out = new double[scores.length];
    double[] x = new double[1];
    for (int i = 0; i < out.length; i++) {
      x[0] = scores[i];
      out[i] = apply(x);
    }
    return out;
  }

  /** Refuses a wrong number of inputs, and NaN. */
  static void check(int inputs, double[] x) {
    if (x.length != inputs) {
      throw new IllegalArgumentException(
          "this calibration takes " + inputs + " numbers a trial, found " + x.length);
    }
    for (double v : x) {
      if (Double.isNaN(v)) {
        throw new GmeException(
            "scores must be numbers, but one to be calibrated is NaN",
            "find out why the scorer gave NaN there, or leave that trial out");
      }
    }
  }
}
