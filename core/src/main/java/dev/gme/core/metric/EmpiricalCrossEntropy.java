package dev.gme.core.metric;

import dev.gme.core.linalg.VectorMath;
import java.util.Arrays;

/**
 * The empirical cross-entropy of log-likelihood ratios over priors, in bits (docs/math.md 7.11):
 * how much remains unknown to someone who holds a prior and believes the scores. At even odds it is
 * Cllr. Where it exceeds {@link #neutral}, believing the scores is worse than ignoring them.
 *
 * <pre>{@code
 * EmpiricalCrossEntropy scores = EmpiricalCrossEntropy.of(trials);
 * EmpiricalCrossEntropy best = EmpiricalCrossEntropy.calibrated(Pav.of(trials));
 * double loss = scores.at(logOdds) - best.at(logOdds);
 * }</pre>
 *
 * <p>Scores are pooled into cells, so that a value at one prior takes a time that does not depend
 * on the number of trials. Instances are immutable.
 */
public final class EmpiricalCrossEntropy {
  /**
   * Scores of one cell lie so close, in nats. Their mean in place of them changes the result by at
   * most width²/32 nats, because the second derivative of softplus is at most 1/4.
   */
  private static final double CELL = 0.005;

  /** Beyond, softplus is a straight line to the last bit at all priors, and cells may be wide. */
  private static final double STRAIGHT = 60;

  private static final double LOG_2 = Math.log(2);

  private final Cells targets;
  private final Cells nontargets;

  private EmpiricalCrossEntropy(Cells targets, Cells nontargets) {
    this.targets = targets;
    this.nontargets = nontargets;
  }

  /** The cross-entropy of scores as they are. */
  public static EmpiricalCrossEntropy of(ScoredTrials trials) {
    Cells targets = new Cells();
    Cells nontargets = new Cells();
    for (DistinctScores step = trials.distinctScores(); step.next(); ) {
      targets.add(step.score(), step.targets());
      nontargets.add(step.score(), step.nontargets());
    }
    return new EmpiricalCrossEntropy(targets.closed(), nontargets.closed());
  }

  /** The cross-entropy of the best monotone calibration, which no other one undercuts. */
  public static EmpiricalCrossEntropy calibrated(Pav pav) {
    Cells targets = new Cells();
    Cells nontargets = new Cells();
    for (int k = 0; k < pav.size(); k++) {
      targets.add(pav.llr(k), pav.targets(k));
      nontargets.add(pav.llr(k), pav.nontargets(k));
    }
    return new EmpiricalCrossEntropy(targets.closed(), nontargets.closed());
  }

  /** The cross-entropy without scores, the entropy of the prior. */
  public static double neutral(double logOdds) {
    double p = prior(logOdds);
    return (p * softplus(-logOdds) + (1 - p) * softplus(logOdds)) / LOG_2;
  }

  private static double softplus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  private static double prior(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  /**
   * The cross-entropy at a prior, in bits; infinite if a score is infinite and on the wrong side.
   *
   * @param logOdds of a target, between −20 and 20
   */
  public double at(double logOdds) {
    if (!(Math.abs(logOdds) <= 20)) {
      throw new IllegalArgumentException("prior log-odds lie between -20 and 20, found " + logOdds);
    }
    double p = prior(logOdds);
    return (p * targets.meanCost(-1, logOdds) + (1 - p) * nontargets.meanCost(1, logOdds)) / LOG_2;
  }

  /** Scores of one kind of trials that ascend, pooled. */
  private static final class Cells {
    private double[] score = new double[16];
    private double[] weight = new double[16];
    private int size;

    /** The lowest score of the last cell. */
    private double first;

    void add(double s, double w) {
      if (w == 0) {
        return;
      }
      if (size == 0 || !isInLast(s)) {
        if (size == score.length) {
          score = Arrays.copyOf(score, 2 * size);
          weight = Arrays.copyOf(weight, 2 * size);
        }
        first = s;
        score[size] = s;
        weight[size] = w;
        size++;
        return;
      }
      double sum = weight[size - 1] + w;
      // A step of the mean, so that nothing overflows; 0 where the score is the one before.
      score[size - 1] += s == score[size - 1] ? 0 : w / sum * (s - score[size - 1]);
      weight[size - 1] = sum;
    }

    private boolean isInLast(double s) {
      if (Double.isInfinite(s) || Double.isInfinite(first)) {
        return s == first;
      }
      return s - first <= CELL || s < -STRAIGHT || first > STRAIGHT;
    }

    Cells closed() {
      score = Arrays.copyOf(score, size);
      weight = Arrays.copyOf(weight, size);
      return this;
    }

    double meanCost(int sign, double logOdds) {
      double[] nats = new double[size];
      for (int i = 0; i < size; i++) {
        nats[i] = sign * (score[i] + logOdds);
      }
      VectorMath.softplus(size, nats, 0, nats, 0);
      double sum = 0;
      double all = 0;
      for (int i = 0; i < size; i++) {
        sum += weight[i] * nats[i];
        all += weight[i];
      }
      return sum / all;
    }
  }
}
