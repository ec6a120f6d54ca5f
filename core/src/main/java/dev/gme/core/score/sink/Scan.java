package dev.gme.core.score.sink;

import dev.gme.core.linalg.Ranges;
import dev.gme.core.linalg.Simd;

/**
 * One look at every float of a range: sums in double, and comparisons. The range is the n elements
 * from {@code off} on; NaN is never at least anything.
 *
 * <pre>{@code
 * int accepted = Scan.countAtLeast(scores.length, scores, 0, threshold);
 * }</pre>
 */
final class Scan {
  private static final ScanKernels KERNELS =
      Simd.orScalar("SimdScan", ScanKernels.class, new ScalarScan());

  private Scan() {}

  /** The sum, in double; the order of additions depends on n and on the machine alone. */
  static double sum(int n, float[] x, int off) {
    Ranges.check("x", n, x.length, off);
    return KERNELS.sum(n, x, off);
  }

  /** Adds Σ (x − shift) to the first of the sums and Σ (x − shift)² to the second, in double. */
  static void addMoments(int n, float[] x, int off, double shift, double[] sums) {
    Ranges.check("x", n, x.length, off);
    KERNELS.addMoments(n, x, off, shift, sums);
  }

  /** How many elements are at least the threshold. */
  static int countAtLeast(int n, float[] x, int off, float threshold) {
    Ranges.check("x", n, x.length, off);
    return KERNELS.countAtLeast(n, x, off, threshold);
  }

  /**
   * The elements that are at least the threshold.
   *
   * @param found where they are, counted from {@code off}, ascending; has room for one more than n
   * @return how many there are
   */
  static int findAtLeast(int n, float[] x, int off, float threshold, int[] found) {
    Ranges.check("x", n, x.length, off);
    Ranges.check("found", n + 1, found.length, 0);
    return KERNELS.findAtLeast(n, x, off, threshold, found);
  }

  /** The elements that are at least their own thresholds, of which element i has the i-th. */
  static int findAtLeast(int n, float[] x, int off, float[] threshold, int[] found) {
    Ranges.check("x", n, x.length, off);
    Ranges.check("threshold", n, threshold.length, 0);
    Ranges.check("found", n + 1, found.length, 0);
    return KERNELS.findAtLeast(n, x, off, threshold, found);
  }
}
