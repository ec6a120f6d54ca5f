package dev.gme.core.calibrate;

/**
 * How a calibration is trained (docs/math.md 7.6).
 *
 * @param priorLogOdds τ: near which threshold, −τ, log-likelihood ratios should be most accurate
 * @param ridge ρ: adds ½ρ Σ (α_k σ_k)², with σ_k the standard deviation of input k over the
 *     training trials, so that separable and collinear data have an answer too; 0 for none
 */
public record CalibrationOptions(double priorLogOdds, double ridge) {
  /** Even odds, no ridge. */
  public static final CalibrationOptions DEFAULT = new CalibrationOptions(0, 0);

  public CalibrationOptions {
    if (!Double.isFinite(priorLogOdds)) {
      throw new IllegalArgumentException("prior log-odds must be finite, found " + priorLogOdds);
    }
    if (!(ridge >= 0 && ridge < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a ridge must be 0 or positive, found " + ridge);
    }
  }

  /** For trials of which this share is target trials, at equal costs. */
  public static CalibrationOptions ofPrior(double pTarget) {
    return new CalibrationOptions(Math.log(pTarget) - Math.log1p(-pTarget), 0);
  }

  public CalibrationOptions withRidge(double other) {
    return new CalibrationOptions(priorLogOdds, other);
  }
}
