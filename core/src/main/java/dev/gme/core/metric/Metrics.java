package dev.gme.core.metric;

import java.util.List;

/**
 * The figures of one set of weighted trials: what is printed, and what a bootstrap draws again and
 * again. Rates lie in [0, 1], Cllr is in bits.
 *
 * <pre>{@code
 * Metrics m = Evaluation.of(trials).metrics();
 * System.out.printf("EER %.2f %%, calibration loss %.3f%n", 100 * m.eerRocch(), m.cllr() - m.minCllr());
 * }</pre>
 */
public final class Metrics {
  private final double eerRocch;
  private final double eerInterpolated;
  private final double auc;
  private final double cllr;
  private final double minCllr;
  private final List<OperatingPoint> points;
  private final double[] minDcf;
  private final double[] actDcf;

  Metrics(
      double eerRocch,
      double eerInterpolated,
      double auc,
      double cllr,
      double minCllr,
      List<OperatingPoint> points,
      double[] minDcf,
      double[] actDcf) {
    this.eerRocch = eerRocch;
    this.eerInterpolated = eerInterpolated;
    this.auc = auc;
    this.cllr = cllr;
    this.minCllr = minCllr;
    this.points = points;
    this.minDcf = minDcf;
    this.actDcf = actDcf;
  }

  /** The equal-error rate on the convex hull of the ROC. */
  public double eerRocch() {
    return eerRocch;
  }

  /** The equal-error rate between neighbouring points of the ROC; never less than the other. */
  public double eerInterpolated() {
    return eerInterpolated;
  }

  /** The area under the ROC. */
  public double auc() {
    return auc;
  }

  /** The cost of the scores as log-likelihood ratios; may be infinite. */
  public double cllr() {
    return cllr;
  }

  /** The part of Cllr that no monotone calibration can remove. */
  public double minCllr() {
    return minCllr;
  }

  /** The operating points at which costs are known. */
  public List<OperatingPoint> points() {
    return points;
  }

  /** The least cost over all thresholds at one of {@link #points()}. */
  public double minDcf(OperatingPoint point) {
    return minDcf[index(point)];
  }

  /** The cost at the Bayes threshold of one of {@link #points()}. */
  public double actDcf(OperatingPoint point) {
    return actDcf[index(point)];
  }

  private int index(OperatingPoint point) {
    int k = points.indexOf(point);
    if (k < 0) {
      throw new IllegalArgumentException(point + " was not evaluated, only " + points);
    }
    return k;
  }

  /** The mean of the least costs over the points of an evaluation, each at its own threshold. */
  public double minCost(CostPreset preset) {
    return preset.points().stream().mapToDouble(this::minDcf).average().orElseThrow();
  }

  /** The mean of the actual costs over the points of an evaluation. */
  public double actCost(CostPreset preset) {
    return preset.points().stream().mapToDouble(this::actDcf).average().orElseThrow();
  }
}
