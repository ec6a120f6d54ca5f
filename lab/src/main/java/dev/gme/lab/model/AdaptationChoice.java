package dev.gme.lab.model;

import dev.gme.core.metric.MetricSummary;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which way to adapt is best by some trials: of those that are worse than the start in none of EER,
 * Cprm_min and Cllr, the one with the least mean of the three, each as a share of the start's.
 */
final class AdaptationChoice {
  private final double[] start;
  private final Map<AdaptationMethod, double[]> scores;
  private final Judge judge;

  /** The figures of scores on some of the trials; empty where these lack a kind. */
  interface Judge {
    Optional<MetricSummary> of(double[] scores, int[] some);
  }

  AdaptationChoice(double[] start, Map<AdaptationMethod, double[]> scores, Judge judge) {
    this.start = start;
    this.scores = scores;
    this.judge = judge;
  }

  /** The best way by some of the trials; empty where that is the start. */
  Optional<AdaptationMethod> best(int[] some) {
    Optional<MetricSummary> before = judge.of(start, some);
    AdaptationMethod best = null;
    double least = 1;
    if (before.isPresent()) {
      for (Map.Entry<AdaptationMethod, double[]> way : scores.entrySet()) {
        double cost = cost(judge.of(way.getValue(), some).orElseThrow(), before.get());
        if (cost < least) {
          least = cost;
          best = way.getKey();
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static double cost(MetricSummary after, MetricSummary before) {
    boolean isWorse =
        after.eer() > before.eer()
            || after.cprmMin() > before.cprmMin()
            || after.cllr() > before.cllr();
    return isWorse
        ? Double.POSITIVE_INFINITY
        : (share(after.eer(), before.eer())
                + share(after.cprmMin(), before.cprmMin())
                + share(after.cllr(), before.cllr()))
            / 3;
  }

  private static double share(double after, double before) {
    return before == 0 ? 1 : after / before;
  }

  /** The figures of the start and of all ways, by name. */
  Map<String, MetricSummary> summaries(int[] some) {
    Map<String, MetricSummary> out = new LinkedHashMap<>();
    judge.of(start, some).ifPresent(s -> out.put("as it was", s));
    scores.forEach((way, s) -> judge.of(s, some).ifPresent(m -> out.put(way.toString(), m)));
    return out;
  }
}
