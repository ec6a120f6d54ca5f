package dev.gme.core.metric;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The figures that systems are compared by.
 *
 * <pre>{@code
 * Figures figures = Figures.of(ScoredTrials.ofAllPairs(extractor.extract(vectors), speakers));
 * }</pre>
 *
 * @param eer equal-error rate on the convex hull of the ROC, from 0 to 1
 * @param cprmMin mean of the least costs at target priors 0.01 and 0.005
 * @param cllr cost of the scores as log-likelihood ratios, in bits
 * @param minCllr the same after the best monotone calibration
 */
public record Figures(double eer, double cprmMin, double cllr, double minCllr) {
  public static Figures of(ScoredTrials trials) {
    Roc roc = Roc.of(trials);
    return new Figures(roc.eerRocch(), roc.cprmMin(), Cllr.of(trials), Cllr.minimum(roc.pav()));
  }

  /** Each figure's mean, for example over draws of the data. */
  public static Figures mean(List<Figures> all) {
    return new Figures(
        mean(all, Figures::eer),
        mean(all, Figures::cprmMin),
        mean(all, Figures::cllr),
        mean(all, Figures::minCllr));
  }

  private static double mean(List<Figures> all, ToDoubleFunction<Figures> figure) {
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
