package dev.gme.report.result;

import dev.gme.core.Internal;
import dev.gme.core.metric.DistinctScores;
import dev.gme.core.metric.EmpiricalCrossEntropy;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.MisleadingEvidence;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.Pav;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.RocPoint;
import dev.gme.core.metric.ScoredTrials;
import java.util.ArrayList;
import java.util.List;

/**
 * What plots show of the scores of a system, in as few numbers as a plot can show.
 *
 * @param bayes error rates over priors, by ascending prior log-odds
 * @param pav steps of the pool-adjacent-violators fit, ascending; the first may stand for −∞ and
 *     the last for +∞
 * @param entropy empirical cross-entropies over priors, by ascending prior log-odds
 * @param misleading how often scores are on the wrong side of 0
 */
@Internal
public record ScoreCurves(
    Histogram targets,
    Histogram nontargets,
    List<BayesError> bayes,
    List<PavBlock> pav,
    List<Entropy> entropy,
    MisleadingEvidence misleading) {
  /** Prior log-odds of the Bayes-error plot lie between −this and this. */
  public static final double MAX_LOG_ODDS = 10;

  /** Prior log-odds of the cross-entropy plot lie between −this and this: odds of 300 to 1. */
  public static final double MAX_ENTROPY_LOG_ODDS = 5.7;

  private static final int BAYES_STEPS = 200;
  private static final int ENTROPY_STEPS = 114;

  /**
   * Steps of the calibration curve in nats; a tenth of a pixel in a plot of this many pixels from
   * −20 to 20.
   */
  private static final double PAV_RESOLUTION = 0.01;

  /** Normalized error rates at a prior: at the Bayes threshold, and the minimum over thresholds. */
  public record BayesError(double logOdds, double act, double min) {}

  /**
   * Cross-entropies at a prior, in bits: of the scores, of the best calibration, without scores.
   */
  public record Entropy(double logOdds, double scores, double calibrated, double neutral) {}

  /** Scores from lo to hi and the log-likelihood ratio that they stand for. */
  public record PavBlock(double lo, double hi, double llr) {}

  static ScoreCurves of(Evaluation evaluation) {
    ScoredTrials trials = evaluation.trials();
    ScoreRange range = ScoreRange.of(evaluation.det());
    int fewer = Math.min(evaluation.targets(), evaluation.nontargets());
    Histogram targets = new Histogram(range.lo(), range.hi(), fewer);
    Histogram nontargets = new Histogram(range.lo(), range.hi(), fewer);
    double[] act = walk(trials, targets, nontargets);
    Roc roc = Roc.of(trials);
    return new ScoreCurves(
        targets,
        nontargets,
        bayesErrors(act, roc.hull()),
        thinned(roc.pav()),
        entropies(trials, roc.pav()),
        MisleadingEvidence.of(trials));
  }

  private static List<Entropy> entropies(ScoredTrials trials, Pav pav) {
    EmpiricalCrossEntropy scores = EmpiricalCrossEntropy.of(trials);
    EmpiricalCrossEntropy calibrated = EmpiricalCrossEntropy.calibrated(pav);
    List<Entropy> out = new ArrayList<>();
    for (int k = 0; k <= ENTROPY_STEPS; k++) {
      double t = MAX_ENTROPY_LOG_ODDS * (2.0 * k / ENTROPY_STEPS - 1);
      out.add(new Entropy(t, scores.at(t), calibrated.at(t), EmpiricalCrossEntropy.neutral(t)));
    }
    return List.copyOf(out);
  }

  /** Fills the histograms; returns the normalized Bayes error rates of the scores as they are. */
  private static double[] walk(ScoredTrials trials, Histogram targets, Histogram nontargets) {
    double[] act = new double[BAYES_STEPS + 1];
    int k = 0;
    for (DistinctScores step = trials.distinctScores(); step.next(); ) {
      targets.add(step.score(), step.targets());
      nontargets.add(step.score(), step.nontargets());
      while (k < act.length && -logOdds(k) <= step.score()) {
        double miss = step.targetsBelow() / trials.targetWeight();
        double fa = 1 - step.nontargetsBelow() / trials.nontargetWeight();
        act[k] = point(k).dcf(miss, fa);
        k++;
      }
    }
    for (; k < act.length; k++) {
      act[k] = point(k).dcf(1, 0);
    }
    return act;
  }

  /** Descending, so that thresholds ascend. */
  private static double logOdds(int k) {
    return MAX_LOG_ODDS - k * (2 * MAX_LOG_ODDS / BAYES_STEPS);
  }

  private static OperatingPoint point(int k) {
    return OperatingPoint.ofPrior(1 / (1 + Math.exp(-logOdds(k))));
  }

  private static List<BayesError> bayesErrors(double[] act, List<RocPoint> corners) {
    List<BayesError> out = new ArrayList<>();
    for (int k = BAYES_STEPS; k >= 0; k--) {
      OperatingPoint point = point(k);
      double min = 1;
      for (RocPoint corner : corners) {
        min = Math.min(min, point.dcf(corner.pMiss(), corner.pFa()));
      }
      out.add(new BayesError(logOdds(k), act[k], min));
    }
    return List.copyOf(out);
  }

  private static List<PavBlock> thinned(Pav pav) {
    List<PavBlock> out = new ArrayList<>();
    for (int k = 0; k < pav.size(); k++) {
      int last = out.size() - 1;
      if (last >= 0 && pav.llr(k) - out.get(last).llr() < PAV_RESOLUTION) {
        out.set(last, new PavBlock(out.get(last).lo(), pav.hi(k), out.get(last).llr()));
      } else {
        out.add(new PavBlock(pav.lo(k), pav.hi(k), pav.llr(k)));
      }
    }
    return List.copyOf(out);
  }
}
