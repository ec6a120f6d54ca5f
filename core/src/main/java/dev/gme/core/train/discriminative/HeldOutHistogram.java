package dev.gme.core.train.discriminative;

import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Scores counted in bins as wide as 1/128 of the score or less: enough for error rates, without
 * keeping or sorting tens of millions of scores. Counts are whole numbers, so their sums do not
 * depend on which thread counted what.
 */
final class HeldOutHistogram {
  /** Sign, exponent and 7 bits of the fraction of a float. */
  private static final int BITS = 16;

  private static final int BINS = 1 << BITS;

  private final Queue<Counts> idle = new ConcurrentLinkedQueue<>();

  /** What one thread counts; it takes them with {@link #take} and gives them back. */
  static final class Counts {
    private final int[] targets = new int[BINS];
    private final int[] nontargets = new int[BINS];

    void addNontargets(int n, float[] scores, int off) {
      for (int i = off; i < off + n; i++) {
        nontargets[bin(scores[i])]++;
      }
    }

    void removeNontarget(float score) {
      nontargets[bin(score)]--;
    }

    void addTarget(float score) {
      targets[bin(score)]++;
    }
  }

  Counts take() {
    Counts counts = idle.poll();
    return counts == null ? new Counts() : counts;
  }

  void give(Counts counts) {
    idle.add(counts);
  }

  /** The top bits of a float, so turned that bins are in the order of scores. */
  private static int bin(float score) {
    int bits = Float.floatToRawIntBits(score);
    // Negative numbers are ordered by falling bits.
    return (bits ^ (bits >> 31 | Integer.MIN_VALUE)) >>> (Integer.SIZE - BITS);
  }

  /** The number in the middle of a bin. */
  private static float middle(int bin) {
    int bits = bin << (Integer.SIZE - BITS) | 1 << (Integer.SIZE - BITS - 1);
    return Float.intBitsToFloat(bits ^ (~bits >> 31 | Integer.MIN_VALUE));
  }

  /**
   * The error rates of all that was counted in some histograms together.
   *
   * @param shift what the log-likelihood ratios had been raised by when they were counted
   * @param prior the prior of a target that the cost is for
   */
  static ErrorRates errorRates(List<HeldOutHistogram> counted, double shift, double prior) {
    double[] score = new double[2 * BINS];
    double[] weight = new double[2 * BINS];
    boolean[] isTarget = new boolean[2 * BINS];
    int n = 0;
    for (int k = 0; k < BINS; k++) {
      double targets = 0;
      double nontargets = 0;
      for (HeldOutHistogram histogram : counted) {
        for (Counts counts : histogram.idle) {
          targets += counts.targets[k];
          nontargets += counts.nontargets[k];
        }
      }
      // An infinite score has no middle.
      double llr =
          Float.isNaN(middle(k))
              ? (2 * k < BINS ? -1 : 1) * Double.POSITIVE_INFINITY
              : middle(k) - shift;
      if (targets > 0) {
        score[n] = llr;
        isTarget[n] = true;
        weight[n++] = targets;
      }
      if (nontargets > 0) {
        score[n] = llr;
        weight[n++] = nontargets;
      }
    }
    ScoredTrials trials =
        ScoredTrials.of(
            Arrays.copyOf(score, n), Arrays.copyOf(isTarget, n), Arrays.copyOf(weight, n));
    Roc roc = Roc.of(trials);
    double minDcf =
        (roc.minDcf(OperatingPoint.ofPrior(prior)).dcf()
                + roc.minDcf(OperatingPoint.ofPrior(prior / 2)).dcf())
            / 2;
    return new ErrorRates(roc.eerRocch(), minDcf, Cllr.of(trials));
  }

  /**
   * What users look at.
   *
   * @param eer equal-error rate on the convex hull
   * @param minDcf the mean of the minimum DCFs at a prior and at half of it, which is Cprm_min for
   *     a prior of 0.01
   * @param cllr the cost of the log-likelihood ratios over all priors
   */
  record ErrorRates(double eer, double minDcf, double cllr) {
    /** Scores that are scaled fall into other bins, which changes rates by about this factor. */
    private static final double ROUNDED = 1.002;

    static final ErrorRates NONE = new ErrorRates(Double.NaN, Double.NaN, Double.NaN);

    /** Whether none of them is higher, as far as bins can tell. */
    boolean noWorseThan(ErrorRates other) {
      return eer <= ROUNDED * other.eer
          && minDcf <= ROUNDED * other.minDcf
          && cllr <= ROUNDED * other.cllr;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "EER %.2f %%, Cprm_min %.3f", 100 * eer, minDcf);
    }
  }
}
