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

  /** The first element that is at least the threshold, counted from {@code off}; n if none is. */
  public static int firstAtLeast(int n, float[] x, int off, float threshold) {
    Blas.checkVector("x", n, x.length, off);
    return KERNELS.firstAtLeast(n, x, off, threshold);
  }

  /** The first element that is at least its own threshold, counted from {@code off}; or n. */
  public static int firstAtLeast(int n, float[] x, int off, float[] threshold, int thresholdOff) {
    Blas.checkVector("x", n, x.length, off);
    Blas.checkVector("threshold", n, threshold.length, thresholdOff);
    return KERNELS.firstAtLeast(n, x, off, threshold, thresholdOff);
  }
}
