package dev.gme.report;

import dev.gme.core.metric.DistinctScores;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.Pav;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.RocPoint;
import dev.gme.core.metric.ScoredTrials;
import java.util.ArrayList;
import java.util.List;

/** What plots show of the scores of a system, in as few numbers as a plot can show. */
final class ScoreCurves {
  /** Prior log-odds of the Bayes-error plot lie between −this and this. */
  static final double MAX_LOG_ODDS = 10;

  private static final int BAYES_STEPS = 200;

  /** In nats; a tenth of a pixel in a plot of this many pixels from −20 to 20. */
  private static final double PAV_RESOLUTION = 0.01;

  private final Histogram targets;
  private final Histogram nontargets;
  private final List<BayesError> bayes;
  private final List<PavBlock> pav;

  /** Normalized error rates at a prior: at the Bayes threshold, and the minimum over thresholds. */
  record BayesError(double logOdds, double act, double min) {}

  /** Scores from lo to hi and the log-likelihood ratio that they stand for. */
  record PavBlock(double lo, double hi, double llr) {}

  private ScoreCurves(Evaluation evaluation) {
    ScoredTrials trials = evaluation.trials();
    ScoreRange range = ScoreRange.of(evaluation.det());
    int fewer = Math.min(evaluation.targets(), evaluation.nontargets());
    targets = new Histogram(range.lo(), range.hi(), fewer);
    nontargets = new Histogram(range.lo(), range.hi(), fewer);
    double[] act = walk(trials);
    Roc roc = Roc.of(trials);
    bayes = bayesErrors(act, roc.hull());
    pav = thinned(roc.pav());
  }

  static ScoreCurves of(Evaluation evaluation) {
    return new ScoreCurves(evaluation);
  }

  /** Fills the histograms; returns the normalized Bayes error rates of the scores as they are. */
  private double[] walk(ScoredTrials trials) {
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

  Histogram targets() {
    return targets;
  }

  Histogram nontargets() {
    return nontargets;
  }

  /** Ascending prior log-odds. */
  List<BayesError> bayes() {
    return bayes;
  }

  /** Ascending; the first may stand for −∞ and the last for +∞. */
  List<PavBlock> pav() {
    return pav;
  }
}
