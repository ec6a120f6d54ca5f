package dev.gme.core.metric;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The metrics that systems are compared by.
 *
 * <pre>{@code
 * MetricSummary summary = MetricSummary.of(ScoredTrials.ofAllPairs(extractor.extract(vectors), speakers));
 * }</pre>
 *
 * @param eer equal-error rate on the convex hull of the ROC, from 0 to 1
 * @param cprmMin mean of the minimum DCFs at target priors 0.01 and 0.005
 * @param cllr cost of the scores as log-likelihood ratios, in bits
 * @param minCllr cllr after the best monotone calibration
 */
public record MetricSummary(double eer, double cprmMin, double cllr, double minCllr) {
  public static MetricSummary of(ScoredTrials trials) {
    Roc roc = Roc.of(trials);
    return new MetricSummary(
        roc.eerRocch(), roc.cprmMin(), Cllr.of(trials), Cllr.minimum(roc.pav()));
  }

  /** The mean of each metric, for example over several data sets. */
  public static MetricSummary mean(List<MetricSummary> all) {
    return new MetricSummary(
        mean(all, MetricSummary::eer),
        mean(all, MetricSummary::cprmMin),
        mean(all, MetricSummary::cllr),
        mean(all, MetricSummary::minCllr));
  }

  private static double mean(List<MetricSummary> all, ToDoubleFunction<MetricSummary> figure) {
    return all.stream()
        .mapToDouble(figure)
        .average()
        .orElseThrow(() -> new IllegalArgumentException("the mean of no figures"));
  }

  /** For example {@code EER 2.80 %, Cprm_min 0.177, Cllr 0.650, min Cllr 0.121}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "EER %.2f %%, Cprm_min %.3f, Cllr %.3f, min Cllr %.3f",
        100 * eer,
        cprmMin,
        cllr,
        minCllr);
  }
}
