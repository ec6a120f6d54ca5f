package dev.gme.core.train.discriminative;

import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import java.util.Arrays;
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

  /** The error rates of all that was counted, beside a loss. */
  HeldOutResult result(double loss) {
    double[] score = new double[2 * BINS];
    double[] weight = new double[2 * BINS];
    boolean[] isTarget = new boolean[2 * BINS];
    Arrays.fill(isTarget, 0, BINS, true);
    for (int k = 0; k < BINS; k++) {
      score[k] = k;
      score[BINS + k] = k;
      for (Counts counts : idle) {
        weight[k] += counts.targets[k];
        weight[BINS + k] += counts.nontargets[k];
      }
    }
    Roc roc = Roc.of(ScoredTrials.of(score, isTarget, weight));
    return new HeldOutResult(loss, roc.eerRocch(), roc.cprmMin());
  }
}
