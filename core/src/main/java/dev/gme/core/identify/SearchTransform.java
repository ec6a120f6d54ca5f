package dev.gme.core.identify;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.QualityCalibration;

/**
 * What becomes of log-likelihood ratios before they are ranked and summed: their calibration, and
 * the prior of their speakers where these are not alike.
 */
final class SearchTransform {
  /** Null where scores are calibrated or need not be. */
  private final Calibration calibration;

  private final IdentificationPrior prior;

  SearchTransform(Calibration calibration, IdentificationPrior prior) {
    this.calibration = calibration;
    this.prior = prior;
  }

  /** Changes the scores of n rows from this one on, for a test of precision b. */
  void apply(IndexChunk chunk, int from, int n, double b, float[] scores) {
    if (calibration instanceof LinearCalibration linear) {
      float alpha = (float) linear.coefficients()[0];
      float beta = (float) linear.offset();
      for (int i = 0; i < n; i++) {
        scores[i] = alpha * scores[i] + beta;
      }
    } else if (calibration instanceof QualityCalibration) {
      double[] x = new double[2];
      for (int i = 0; i < n; i++) {
        x[0] = scores[i];
        x[1] = Math.log(chunk.b[from + i]) + Math.log(b);
        scores[i] = (float) calibration.apply(x);
      }
    } else if (calibration != null) {
      double[] x = new double[1];
      for (int i = 0; i < n; i++) {
        x[0] = scores[i];
        scores[i] = finite(calibration.apply(x));
      }
    }
    if (!prior.isUniform()) {
      for (int i = 0; i < n; i++) {
        scores[i] += (float) prior.logShare(chunk.number[from + i]);
      }
    }
  }

  private static float finite(double llr) {
    if (llr == Double.POSITIVE_INFINITY) {
      throw new GmeException(
          "the calibration makes an infinite log-likelihood ratio, of which no posterior follows",
          "use a linear calibration, or one that gives finite ratios");
    }
    return (float) llr;
  }
}
