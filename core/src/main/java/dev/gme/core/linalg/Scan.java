package dev.gme.core.linalg;

/**
 * One look at every float of a range: sums in double, and comparisons. The range is the n elements
 * from {@code off} on; NaN is never at least anything.
 *
 * <pre>{@code
 * int accepted = Scan.countAtLeast(scores.length, scores, 0, threshold);
 * }</pre>
 */
public final class Scan {
  private static final ScanKernels KERNELS =
      Backend.simd("SimdScan", ScanKernels.class, new ScalarScan());

  private Scan() {}

  /** The sum, in double; the order of additions depends on n and on the machine alone. */
  public static double sum(int n, float[] x, int off) {
    Blas.checkVector("x", n, x.length, off);
    return KERNELS.sum(n, x, off);
  }

  /** Adds Σ (x − shift) to the first of the sums and Σ (x − shift)² to the second, in double. */
  public static void addMoments(int n, float[] x, int off, double shift, double[] sums) {
    Blas.checkVector("x", n, x.length, off);
    KERNELS.addMoments(n, x, off, shift, sums);
  }

  /** How many elements are at least the threshold. */
  public static int countAtLeast(int n, float[] x, int off, float threshold) {
    Blas.checkVector("x", n, x.length, off);
    return KERNELS.countAtLeast(n, x, off, threshold);
  }

  /**
   * The elements that are at least the threshold.
   *
   * @param found where they are, counted from {@code off}, ascending; has room for one more than n
   * @return how many there are
   */
  public static int findAtLeast(int n, float[] x, int off, float threshold, int[] found) {
    Blas.checkVector("x", n, x.length, off);
    Blas.checkVector("found", n + 1, found.length, 0);
    return KERNELS.findAtLeast(n, x, off, threshold, found);
  }

  /** The elements that are at least their own thresholds, of which element i has the i-th. */
  public static int findAtLeast(int n, float[] x, int off, float[] threshold, int[] found) {
    Blas.checkVector("x", n, x.length, off);
    Blas.checkVector("threshold", n, threshold.length, 0);
    Blas.checkVector("found", n + 1, found.length, 0);
    return KERNELS.findAtLeast(n, x, off, threshold, found);
  }
}
