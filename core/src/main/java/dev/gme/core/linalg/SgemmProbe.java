package dev.gme.core.linalg;

import java.util.Optional;

/**
 * One product C = AB of floats by a stated provider, whichever one {@link Backend} has chosen, in
 * the calling thread: for comparing providers on this machine. The operands lie where the provider
 * wants them, in native memory or on the heap.
 *
 * <pre>{@code
 * SgemmProbe.of("java", m, n, k, a, b).ifPresent(SgemmProbe::run);
 * }</pre>
 */
public final class SgemmProbe {
  private final BlasProvider blas;
  private final MatrixView<?> a;
  private final MatrixView<?> b;
  private final MatrixView<?> c;

  /** Whoever wants native memory is given it at once, so that nothing is copied in a run. */
  private SgemmProbe(BlasProvider blas, MatrixView<?> a, MatrixView<?> b, MatrixView<?> c) {
    boolean direct = blas instanceof OpenBlas;
    NativeScratch memory = new NativeScratch(3);
    this.blas = blas;
    this.a = direct ? memory.copy(0, a) : a;
    this.b = direct ? memory.copy(1, b) : b;
    this.c = direct ? memory.copy(2, c) : c;
  }

  /**
   * A product by {@code native} (OpenBLAS) or {@code java}.
   *
   * @param a m x k, row by row
   * @param b k x n, row by row
   * @return empty if OpenBLAS cannot be loaded
   */
  public static Optional<SgemmProbe> of(
      String provider, int m, int n, int k, float[] a, float[] b) {
    BlasProvider blas;
    try {
      blas = provider.equals("native") ? new OpenBlas() : Backend.chooseBlas(provider);
    } catch (LinkageError e) {
      return Optional.empty();
    }
    MatrixView<?> c = MatrixView.of(new float[m * n], m, n);
    return Optional.of(new SgemmProbe(blas, MatrixView.of(a, m, k), MatrixView.of(b, k, n), c));
  }

  /** What computes, for people. */
  public String describe() {
    return blas.describe();
  }

  /** Computes the product anew. */
  public void run() {
    blas.gemm(1, a, b, 0, c);
  }

  /** A copy of the last result, row by row. */
  public float[] result() {
    MatrixView<float[]> out = c.withoutGaps(new float[c.rows() * c.cols()]);
    if (c.isOnHeap()) {
      System.arraycopy(c.data, 0, out.data, 0, out.data.length);
    } else {
      NativeScratch.copyOut(c, out);
    }
    return out.data;
  }
}
