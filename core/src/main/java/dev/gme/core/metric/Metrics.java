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
 *
 * @param eerRocch the equal-error rate on the convex hull of the ROC
 * @param eerInterpolated the equal-error rate between neighbouring points of the ROC; never less
 *     than the other
 * @param auc the area under the ROC
 * @param cllr the cost of the scores as log-likelihood ratios; may be infinite
 * @param minCllr the part of Cllr that no monotone calibration can remove
 * @param costs the detection costs, an element for each operating point
 */
public record Metrics(
    double eerRocch,
    double eerInterpolated,
    double auc,
    double cllr,
    double minCllr,
    List<Cost> costs) {

  /**
   * The detection costs at one operating point.
   *
   * @param min the minimum DCF over all thresholds
   * @param act the cost at the Bayes threshold of the point
   */
  public record Cost(OperatingPoint point, double min, double act) {}

  public Metrics {
    costs = List.copyOf(costs);
  }

  /** The operating points at which costs are known. */
  public List<OperatingPoint> points() {
    return costs.stream().map(Cost::point).toList();
  }

  /** The minimum DCF over all thresholds at one of {@link #points()}. */
  public double minDcf(OperatingPoint point) {
    return cost(point).min();
  }

  /** The cost at the Bayes threshold of one of {@link #points()}. */
  public double actDcf(OperatingPoint point) {
    return cost(point).act();
  }

  private Cost cost(OperatingPoint point) {
    return costs.stream()
        .filter(c -> c.point().equals(point))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(point + " was not evaluated, only " + points()));
  }

  /** The mean of the minimum DCFs over the points of an evaluation, each at its own threshold. */
  public double minCost(CostPreset preset) {
    return preset.points().stream().mapToDouble(this::minDcf).average().orElseThrow();
  }

  /** The mean of the actual costs over the points of an evaluation. */
  public double actCost(CostPreset preset) {
    return preset.points().stream().mapToDouble(this::actDcf).average().orElseThrow();
  }
}
