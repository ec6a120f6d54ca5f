package dev.gme.core.calibrate;

import dev.gme.core.GmeException;
import java.util.Arrays;

/**
 * llr = Σ_k α_k s_k + β: calibration of one system, or fusion of several (docs/math.md 7.6 and
 * 7.10).
 *
 * <pre>{@code
 * CalibrationTrials trials = CalibrationTrials.of(isTarget, scoresOfA, scoresOfB);
 * LinearCalibration fusion =
 *     LinearCalibration.train(trials, CalibrationOptions.ofPrior(0.01)).calibration();
 * double llr = fusion.apply(2.1, -0.3);
 * }</pre>
 *
 * <p>An infinite score gives an infinite result. Where that would not be defined (a coefficient of
 * 0 for the infinite score, or infinities of both signs) the trial is refused.
 */
public final class LinearCalibration implements Calibration {
  private final double[] alpha;
  private final double beta;

  private LinearCalibration(double[] alpha, double beta) {
    this.alpha = alpha;
    this.beta = beta;
  }

  /**
   * The calibration of known coefficients.
   *
   * @param beta the offset
   * @param alpha a coefficient for each system, at least one
   */
  public static LinearCalibration of(double beta, double... alpha) {
    if (alpha.length == 0
        || !Double.isFinite(beta)
        || !Arrays.stream(alpha).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "coefficients must be finite, at least one: " + Arrays.toString(alpha) + ", " + beta);
    }
    return new LinearCalibration(alpha.clone(), beta);
  }

  /** The best coefficients for these trials; refuses separable and collinear ones. */
  public static TrainedCalibration<LinearCalibration> train(
      CalibrationTrials trials, CalibrationOptions options) {
    return LogisticRegression.fit(trials, options);
  }

  @Override
  public int inputs() {
    return alpha.length;
  }

  @Override
  public double apply(double... x) {
    Calibration.check(alpha.length, x);
    double llr = beta;
    for (int k = 0; k < alpha.length; k++) {
      llr += alpha[k] * x[k];
    }
    if (Double.isNaN(llr)) {
      throw new GmeException(
          "no log-likelihood ratio follows from the scores "
              + Arrays.toString(x)
              + " with the coefficients "
              + Arrays.toString(alpha),
          "leave that trial out; infinite scores can be calibrated only if they agree in sign and"
              + " have coefficients other than 0");
    }
    return llr;
  }

  /** α, a coefficient for each system; a copy. */
  public double[] coefficients() {
    return alpha.clone();
  }

  /** β, which is added to the weighted scores. */
  public double offset() {
    return beta;
  }

  /** For example {@code llr = 1.25 * score - 0.5}. */
  @Override
  public String toString() {
    Formula formula = new Formula();
    for (int k = 0; k < alpha.length; k++) {
      formula.add(alpha[k], alpha.length == 1 ? "score" : "score " + (k + 1));
    }
    return formula.add(beta).toString();
  }
}
