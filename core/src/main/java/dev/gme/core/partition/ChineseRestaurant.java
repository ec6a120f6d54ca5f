package dev.gme.core.partition;

/**
 * The two-parameter Chinese restaurant process (docs/math.md 2): recordings enter one by one; each
 * joins a speaker who has c recordings so far with probability proportional to c − discount, or
 * brings the next new speaker with probability proportional to concentration + discount times the
 * speakers so far.
 *
 * @param concentration α &gt; −discount, or 0 with discount 0 (then all are one speaker)
 * @param discount β, at least 0 and below 1
 */
public record ChineseRestaurant(double concentration, double discount) implements PartitionPrior {
  /** Reads {@code ALPHA} or {@code ALPHA:BETA}; the discount β is 0 if missing. */
  public static ChineseRestaurant parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      double concentration = Double.parseDouble(parts[0]);
      if (parts.length <= 2) {
        return new ChineseRestaurant(
            concentration, parts.length == 1 ? 0 : Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "expected concentration and discount, such as 1:0.5, found '" + text + "'");
  }

  public ChineseRestaurant {
    boolean oneSpeaker = concentration == 0 && discount == 0;
    if (!(discount >= 0 && discount < 1)) {
      throw new IllegalArgumentException(
          "the discount must be at least 0 and below 1, found " + discount);
    }
    if (!(concentration < Double.POSITIVE_INFINITY && (concentration > -discount || oneSpeaker))) {
      throw new IllegalArgumentException(
          "the concentration must be finite and above minus the discount, found "
              + concentration
              + " with discount "
              + discount);
    }
  }

  /**
   * The process with discount 0 that expects so many speakers among n recordings: the concentration
   * is the one root of an increasing function.
   *
   * @param sets more than 1 and fewer than n
   */
  public static ChineseRestaurant expecting(double sets, int n) {
    if (!(sets > 1 && sets < n)) {
      throw new IllegalArgumentException(
          "the expected number of sets lies between 1 and the " + n + " recordings, found " + sets);
    }
    double lo = -80;
    double hi = 80;
    // In the logarithm of the concentration, to the last digit that a double has.
    while (hi - lo > 1e-13 * Math.max(1, Math.abs(lo))) {
      double mid = 0.5 * (lo + hi);
      if (mid == lo || mid == hi) {
        break;
      }
      if (new ChineseRestaurant(Math.exp(mid), 0).expectedSets(n) < sets) {
        lo = mid;
      } else {
        hi = mid;
      }
    }
    return new ChineseRestaurant(Math.exp(0.5 * (lo + hi)), 0);
  }

  @Override
  public double logProbability(Partition partition) {
    double alpha = concentration;
    double beta = discount;
    double sum = 0;
    for (int j = 1; j < partition.sets(); j++) {
      sum += Math.log(alpha + j * beta);
    }
    for (int i = 1; i < partition.size(); i++) {
      sum -= Math.log(alpha + i);
    }
    for (int size : partition.setSizes()) {
      for (int m = 1; m < size; m++) {
        sum += Math.log(m - beta);
      }
    }
    return sum;
  }

  /** The expected number of speakers among n recordings: what a parameter choice means. */
  public double expectedSets(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("n must be at least 0, found " + n);
    }
    // The recurrence of the predictive rule, all of whose terms are positive. The closed forms are
    // differences that cancel for a large α or a small β.
    double expected = Math.min(n, 1);
    for (int i = 1; i < n; i++) {
      expected += (concentration + discount * expected) / (i + concentration);
    }
    return expected;
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return concentration + ":" + discount;
  }
}
