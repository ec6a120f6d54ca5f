package dev.gme.report;

import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.report.result.SystemResult;
import java.util.Random;

/** Small reports and the systems in them. */
final class Reports {
  private Reports() {}

  /** Systems of these names, on scores drawn with seed 1. */
  static Report ofNames(String... names) {
    Report.Builder report = Report.of(names[0]);
    for (String name : names) {
      report.system(SystemResult.of(name, Evaluation.of(trials(20, 200))).build());
    }
    return report.provenance(names[0], names[0]).build();
  }

  /** Targets score about 3 and non-targets about −3, with deviation 2. */
  static ScoredTrials trials(int targets, int nontargets) {
    Random random = new Random(1);
    double[] scores = new double[targets + nontargets];
    boolean[] isTarget = new boolean[scores.length];
    for (int i = 0; i < scores.length; i++) {
      isTarget[i] = i < targets;
      scores[i] = (isTarget[i] ? 3 : -3) + 2 * random.nextGaussian();
    }
    return ScoredTrials.of(scores, isTarget);
  }

  static Report of(double[] scores, boolean[] isTarget) {
    Evaluation evaluation = Evaluation.of(ScoredTrials.of(scores, isTarget));
    return Report.of("report").system(SystemResult.of("system", evaluation).build()).build();
  }
}
