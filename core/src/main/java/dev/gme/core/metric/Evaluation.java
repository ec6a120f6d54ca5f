package dev.gme.core.metric;

import java.util.List;

/**
 * Everything this package knows about the scores of one system (docs/math.md 7): the place to
 * start.
 *
 * <pre>{@code
 * ScoredTrials trials = ScoredTrials.of(scores, isTarget);
 * Evaluation e = Evaluation.of(trials, EvaluationOptions.of(CostPreset.SRE16, CostPreset.SRE08));
 * double eer = e.metrics().eerRocch();
 * double cprmMin = e.metrics().minCost(CostPreset.SRE16);
 * for (Cost c : e.costs()) {
 *   System.out.println(c.point() + ": " + c.min().dcf() + (c.minErrors().isDoubtful() ? " (few errors)" : ""));
 * }
 * }</pre>
 *
 * <p>One target and one non-target trial are enough. Where all targets score above all non-targets,
 * both equal-error rates, the minimum DCFs and minCllr are 0; where they score below, the
 * interpolated rate is 1, that of the hull ½ and every minimum DCF 1; where all scores are equal,
 * both rates are ½. Infinite scores are ordinary ones, but on the wrong side they make Cllr
 * infinite. NaN is refused when trials are made.
 *
 * @see Bootstrap how uncertain the figures are
 * @see Comparison whether two systems differ
 */
public final class Evaluation {
  private final Metrics metrics;
  private final List<Cost> costs;
  private final List<RocPoint> det;
  private final TrialCounter counter;
  private final ScoredTrials trials;

  /**
   * The costs at one operating point.
   *
   * @param point prior and costs; its {@link OperatingPoint#bayesThreshold()} is that of {@code
   *     act}
   * @param min the minimum DCF and the lowest threshold that has it
   * @param minErrors what that threshold decides wrongly
   * @param act the cost at the Bayes threshold
   * @param actErrors what the Bayes threshold decides wrongly
   */
  public record Cost(
      OperatingPoint point,
      DetectionCost min,
      ErrorCounts minErrors,
      DetectionCost act,
      ErrorCounts actErrors) {}

  private Evaluation(ScoredTrials trials, EvaluationOptions options) {
    this.trials = trials;
    counter = new TrialCounter(trials);
    Roc roc = Roc.of(trials);
    costs = options.points().stream().map(p -> cost(roc, p)).toList();
    metrics =
        new Metrics(
            roc.eerRocch(),
            roc.eerInterpolated(),
            roc.auc(),
            Cllr.of(trials),
            Cllr.minimum(roc.pav()),
            costs.stream()
                .map(c -> new Metrics.Cost(c.point(), c.min().dcf(), c.act().dcf()))
                .toList());
    det = DetCurve.of(trials, options.detResolution());
  }

  private Cost cost(Roc roc, OperatingPoint point) {
    DetectionCost min = roc.minDcf(point);
    DetectionCost act = roc.actDcf(point);
    return new Cost(point, min, counter.errors(min.at()), act, counter.errors(act.at()));
  }

  /** Evaluates with the default options. */
  public static Evaluation of(ScoredTrials trials) {
    return of(trials, EvaluationOptions.DEFAULT);
  }

  /** Evaluates; a few linear passes over the trials. */
  public static Evaluation of(ScoredTrials trials, EvaluationOptions options) {
    return new Evaluation(trials, options);
  }

  /** The metrics of all trials. */
  public Metrics metrics() {
    return metrics;
  }

  /** Costs, thresholds and numbers of errors, an element for each operating point. */
  public List<Cost> costs() {
    return costs;
  }

  /**
   * The DET curve for plotting, from "accept all" to "reject all": points of the ROC, so many that
   * on probit axes the line through them leaves the whole curve by no more than the resolution.
   */
  public List<RocPoint> det() {
    return det;
  }

  /** The number of target trials of positive weight. */
  public int targets() {
    return counter.targets();
  }

  /** The number of non-target trials of positive weight. */
  public int nontargets() {
    return counter.nontargets();
  }

  /** The trials that were evaluated. */
  public ScoredTrials trials() {
    return trials;
  }
}
