package dev.gme.core.calibrate;

import dev.gme.core.metric.Pav;
import dev.gme.core.metric.ScoredTrials;
import java.util.Locale;

/**
 * The best monotone map of the scores of one system (docs/math.md 7.5), for new scores too (7.10):
 * constant on each block of training scores, with a step half way between neighbouring blocks.
 * Scores beyond the training ones take the value of the block at that end.
 *
 * <p>A score at a step takes the upper block. Next to a block that ends at −∞ every finite score is
 * above the step, next to one that starts at +∞ every finite score is below. Between a block that
 * ends at −∞ and one that starts at +∞ the step is at 0, as far from either: 0 and above take the
 * upper one.
 *
 * <pre>{@code
 * PavCalibration c = PavCalibration.laplace(trials); // never infinite
 * double llr = c.apply(score);
 * }</pre>
 */
public final class PavCalibration implements Calibration {
  /** Where block k+1 starts. */
  private final double[] steps;

  private final double[] llrs;

  private PavCalibration(double[] steps, double[] llrs) {
    this.steps = steps;
    this.llrs = llrs;
  }

  /** The map that makes Cllr of these trials least; may give infinite values. */
  public static PavCalibration train(ScoredTrials trials) {
    return of(Pav.of(trials));
  }

  /**
   * The map of the trials and one more target and non-target at either end: for new scores, which
   * no finite number of trials can make certain. Never gives an infinite value.
   */
  public static PavCalibration laplace(ScoredTrials trials) {
    return of(Pav.laplace(trials));
  }

  private static PavCalibration of(Pav pav) {
    double[] steps = new double[pav.size() - 1];
    double[] llrs = new double[pav.size()];
    for (int k = 0; k < llrs.length; k++) {
      llrs[k] = pav.llr(k);
      if (k > 0) {
        steps[k - 1] = middle(pav.hi(k - 1), pav.lo(k));
      }
    }
    return new PavCalibration(steps, llrs);
  }

  /** The lowest score that belongs to the upper of two blocks. */
  private static double middle(double hi, double lo) {
    if (hi == Double.NEGATIVE_INFINITY) {
      return lo == Double.POSITIVE_INFINITY ? 0 : -Double.MAX_VALUE;
    }
    return 0.5 * hi + 0.5 * lo;
  }

  /**
   * From a known map.
   *
   * @param steps the lowest score of each block but the first, ascending
   * @param llrs the value of each block, ascending
   */
  public static PavCalibration of(double[] steps, double[] llrs) {
    if (llrs.length != steps.length + 1) {
      throw new IllegalArgumentException(llrs.length + " values for " + steps.length + " steps");
    }
    requireAscending("steps", steps);
    requireAscending("values", llrs);
    return new PavCalibration(steps.clone(), llrs.clone());
  }

  private static void requireAscending(String what, double[] values) {
    for (int k = 0; k < values.length; k++) {
      if (Double.isNaN(values[k]) || (k > 0 && values[k] < values[k - 1])) {
        throw new IllegalArgumentException("the " + what + " of a PAV map must ascend");
      }
    }
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public double apply(double... x) {
    Calibration.check(1, x);
    double score = x[0];
    // How many steps are at or below the score; Arrays.binarySearch would tell -0.0 from 0.0.
    int low = 0;
    int high = steps.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (steps[middle] <= score) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return llrs[low];
  }

  /** The lowest score of each block but the first; a copy. */
  public double[] steps() {
    return steps.clone();
  }

  /** The value of each block; a copy. */
  public double[] llrs() {
    return llrs.clone();
  }

  /** How many values it takes, and the range of them, which tells whether some are infinite. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "llr = a step function of the score with %d values from %.6g to %.6g",
        llrs.length,
        llrs[0],
        llrs[llrs.length - 1]);
  }
}
