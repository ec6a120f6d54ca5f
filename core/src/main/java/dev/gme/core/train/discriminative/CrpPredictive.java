package dev.gme.core.train.discriminative;

import dev.gme.core.partition.ChineseRestaurant;

/**
 * The predictive probabilities of the Chinese restaurant process (docs/math.md 5.4): where a
 * recording sits given the seats of all others, beside one of the known speakers or at a table of
 * its own.
 */
final class CrpPredictive {
  private final ChineseRestaurant prior;
  private final LeaveOneOut pools;
  private final int n;

  /** log(n_c − β) of every set as it is. */
  private final double[] logSeats;

  CrpPredictive(ChineseRestaurant prior, LeaveOneOut pools) {
    this.prior = prior;
    this.pools = pools;
    n = pools.set.length;
    logSeats = new double[pools.sets()];
    for (int c = 0; c < logSeats.length; c++) {
      logSeats[c] = Math.log(pools.size(c) - prior.discount());
    }
  }

  /** Refuses a prior under which a speaker with a single recording cannot exist. */
  static void requireNewcomers(ChineseRestaurant prior) {
    if (prior.concentration() == 0 && prior.discount() == 0) {
      throw new IllegalArgumentException(
          "concentration and discount must not both be 0: no recording could then be of a new"
              + " speaker");
    }
  }

  /** v_new = log(k'β + α), k' counting the sets that are there without i. */
  private double logNew(int i) {
    int known = pools.isAlone(i) ? pools.sets() - 1 : pools.sets();
    return Math.log(known * prior.discount() + prior.concentration());
  }

  /** log(n_c − β) for i's own set c without it. */
  private double logOwn(int i) {
    return Math.log(pools.size(pools.set[i]) - 1 - prior.discount());
  }

  /**
   * Finds log P_i and turns the row of recording i from log-likelihood ratios to ρ_ic.
   *
   * @param own its log-likelihood ratio to the others of its set; not used where it is alone
   * @param row its ratios to all sets from {@code off} on; that to its own set is not used
   */
  double seat(int i, double own, double[] row, int off) {
    int k = pools.sets();
    int c0 = pools.set[i];
    boolean alone = pools.isAlone(i);
    if (alone && k == 1) {
      // A single recording is a new speaker for sure, whatever the prior.
      row[off] = 0;
      return 0;
    }
    double vNew = logNew(i);
    double max = vNew;
    for (int c = 0; c < k; c++) {
      row[off + c] += logSeats[c];
      if (c == c0) {
        row[off + c] = alone ? Double.NEGATIVE_INFINITY : own + logOwn(i);
      }
      max = Math.max(max, row[off + c]);
    }
    double vTrue = alone ? vNew : row[off + c0];
    double wrong = alone ? 0 : Math.exp(vNew - max);
    for (int c = 0; c < k; c++) {
      row[off + c] = Math.exp(row[off + c] - max);
      wrong += c == c0 ? 0 : row[off + c];
    }
    double right = Math.exp(vTrue - max);
    double scale = 1 / (n * (right + wrong));
    for (int c = 0; c < k; c++) {
      row[off + c] *= scale;
    }
    // P − 1 by what is missing, not by subtracting.
    row[off + c0] = alone ? 0 : -scale * wrong;
    // Each form keeps the digits of its own end of (−∞, 0).
    return right > wrong ? -Math.log1p(wrong / right) : vTrue - max - Math.log(right + wrong);
  }

  /** The mean of −log P_i where all ratios are 1: what a system costs that knows the prior only. */
  double priorCost() {
    // All seats together have the weight n − 1 + α, whatever the sets.
    double all = Math.log(n - 1 + prior.concentration());
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += all - (pools.isAlone(i) ? logNew(i) : logOwn(i));
    }
    return sum / n;
  }
}
