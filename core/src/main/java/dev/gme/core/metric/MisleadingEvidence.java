package dev.gme.core.metric;

/**
 * How often log-likelihood ratios support the wrong side (docs/math.md 7.11).
 *
 * <pre>{@code
 * MisleadingEvidence rates = MisleadingEvidence.of(trials);
 * System.out.printf("%.2f %% of targets score below 0%n", 100 * rates.targets());
 * }</pre>
 *
 * @param targets the share of target trials with a score below 0
 * @param nontargets the share of non-target trials with a score above 0
 */
public record MisleadingEvidence(double targets, double nontargets) {
  /** The rates of weighted trials; one walk over them. */
  public static MisleadingEvidence of(ScoredTrials trials) {
    double targets = 0;
    double nontargets = 0;
    for (DistinctScores step = trials.distinctScores(); step.next(); ) {
      if (step.score() < 0) {
        targets += step.targets();
      } else if (step.score() > 0) {
        nontargets += step.nontargets();
      }
    }
    return new MisleadingEvidence(
        targets / trials.targetWeight(), nontargets / trials.nontargetWeight());
  }
}
