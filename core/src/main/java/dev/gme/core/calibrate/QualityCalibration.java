package dev.gme.core.calibrate;

import dev.gme.core.GmeException;
import java.util.Arrays;

/**
 * Calibration that knows how good the recordings are: llr = αs + β + Σ_m γ_m Q_m, where Q_m is the
 * sum over both sides of a number about each, for example the logarithm of its duration or of the
 * precision b of its meta-embedding (docs/math.md 7.10). The inputs of a trial are s, Q_1, …, Q_M.
 *
 * <pre>{@code
 * CalibrationTrials trials =
 *     QualityCalibration.trials(isTarget, scores, qualityOfEnrolments, qualityOfTests);
 * QualityCalibration c =
 *     QualityCalibration.train(trials, CalibrationOptions.DEFAULT).calibration();
 * double llr = c.apply(score, enrolQuality, testQuality);
 * }</pre>
 */
public final class QualityCalibration implements Calibration {
  private final LinearCalibration linear;

  private QualityCalibration(LinearCalibration linear) {
    this.linear = linear;
  }

  /**
   * The calibration of known coefficients.
   *
   * @param alpha of the score
   * @param beta the offset
   * @param gamma of each quality
   */
  public static QualityCalibration of(double alpha, double beta, double... gamma) {
    double[] all = new double[gamma.length + 1];
    all[0] = alpha;
    System.arraycopy(gamma, 0, all, 1, gamma.length);
    return new QualityCalibration(LinearCalibration.of(beta, all));
  }

  /**
   * Trials to train on.
   *
   * @param enrol a row of M numbers for each trial, about the enrolment
   * @param test the same about the test recording
   */
  public static CalibrationTrials trials(
      boolean[] isTarget, double[] scores, double[][] enrol, double[][] test) {
    int n = scores.length;
    if (enrol.length != n || test.length != n) {
      throw new IllegalArgumentException(
          "qualities of " + enrol.length + " and " + test.length + " sides for " + n + " scores");
    }
    int m = n == 0 ? 0 : enrol[0].length;
    double[][] columns = new double[m + 1][n];
    columns[0] = scores;
    for (int i = 0; i < n; i++) {
      double[] q = sum(m, enrol[i], test[i]);
      for (int k = 0; k < m; k++) {
        columns[k + 1][i] = q[k];
      }
    }
    return CalibrationTrials.of(isTarget, columns);
  }

  private static double[] sum(int m, double[] enrol, double[] test) {
    if (enrol.length != m || test.length != m) {
      throw new IllegalArgumentException(
          enrol.length + " and " + test.length + " qualities where there should be " + m);
    }
    double[] out = new double[m];
    for (int k = 0; k < m; k++) {
      out[k] = enrol[k] + test[k];
      if (!Double.isFinite(out[k])) {
        throw new GmeException(
            "qualities must be finite, found " + enrol[k] + " and " + test[k],
            "correct the side information, for example a duration of 0 before its logarithm");
      }
    }
    return out;
  }

  /** The best coefficients; a quality that does not vary over the trials is refused. */
  public static TrainedCalibration<QualityCalibration> train(
      CalibrationTrials trials, CalibrationOptions options) {
    TrainedCalibration<LinearCalibration> fit = LinearCalibration.train(trials, options);
    return new TrainedCalibration<>(
        new QualityCalibration(fit.calibration()), fit.objective(), fit.iterations());
  }

  @Override
  public int inputs() {
    return linear.inputs();
  }

  @Override
  public double apply(double... x) {
    return linear.apply(x);
  }

  /** The log-likelihood ratio of a trial from its score and the qualities of both sides. */
  public double apply(double score, double[] enrol, double[] test) {
    double[] x = new double[linear.inputs()];
    x[0] = score;
    System.arraycopy(sum(x.length - 1, enrol, test), 0, x, 1, x.length - 1);
    return linear.apply(x);
  }

  /** α, the factor of the score. */
  public double scale() {
    return linear.coefficients()[0];
  }

  /** β, which is added. */
  public double offset() {
    return linear.offset();
  }

  /** γ, the factors of the qualities; a copy. */
  public double[] qualityCoefficients() {
    double[] all = linear.coefficients();
    return Arrays.copyOfRange(all, 1, all.length);
  }

  /** For example {@code llr = 1.25 * score + 0.1 * quality 1 - 0.5}. */
  @Override
  public String toString() {
    Formula formula = new Formula().add(scale(), "score");
    double[] gamma = qualityCoefficients();
    for (int m = 0; m < gamma.length; m++) {
      formula.add(gamma[m], "quality " + (m + 1));
    }
    return formula.add(offset()).toString();
  }
}
