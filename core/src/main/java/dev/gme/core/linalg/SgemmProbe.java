package dev.gme.core.linalg;

import java.nio.FloatBuffer;
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
  private final String description;
  private final Runnable product;
  private final FloatBuffer c;

  private SgemmProbe(String description, Runnable product, FloatBuffer c) {
    this.description = description;
    this.product = product;
    this.c = c;
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
    return Optional.of(
        blas instanceof OpenBlas ? direct(blas, m, n, k, a, b) : heap(blas, m, n, k, a, b));
  }

  private static SgemmProbe direct(BlasProvider blas, int m, int n, int k, float[] a, float[] b) {
    FloatBuffer an = NativeBuffers.floats(a.length).put(a);
    FloatBuffer bn = NativeBuffers.floats(b.length).put(b);
    FloatBuffer cn = NativeBuffers.floats(m * n);
    return new SgemmProbe(
        blas.describe(),
        () ->
            blas.gemm(
                1, MatrixView.of(an, m, k), MatrixView.of(bn, k, n), 0, MatrixView.of(cn, m, n)),
        cn);
  }

  private static SgemmProbe heap(BlasProvider blas, int m, int n, int k, float[] a, float[] b) {
    float[] c = new float[m * n];
    return new SgemmProbe(
        blas.describe(),
        () ->
            blas.gemm(1, MatrixView.of(a, m, k), MatrixView.of(b, k, n), 0, MatrixView.of(c, m, n)),
        FloatBuffer.wrap(c));
  }

  /** What computes, for people. */
  public String describe() {
    return description;
  }

  public void run() {
    product.run();
  }

  /** A copy of the last result, row by row. */
  public float[] result() {
    float[] out = new float[c.capacity()];
    c.duplicate().clear().get(out);
    return out;
  }
}
