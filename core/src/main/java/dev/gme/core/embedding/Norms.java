package dev.gme.core.embedding;

/** What the distance formulas of both forms share (docs/math.md 1.3). */
final class Norms {
  private Norms() {}

  /**
   * log ‖f1 − f2‖ from log ‖f1‖, log ‖f2‖, their difference (computed without cancellation) and the
   * log cosine.
   */
  static double logDistance(double logNorm1, double logNorm2, double difference, double logCosine) {
    double u = Math.abs(difference);
    double ofNorms = Math.expm1(-u);
    double ofAngle = -2 * Math.exp(-u) * Math.expm1(logCosine);
    return Math.max(logNorm1, logNorm2) + 0.5 * Math.log(ofNorms * ofNorms + ofAngle);
  }
}
