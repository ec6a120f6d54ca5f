package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.score.tile.PairTiles;
import java.util.Arrays;

/**
 * The extractor on one side of a minibatch, forward and backward in float (docs/math.md 5.3). The
 * vectors are whitened and centred, so that there is no mean.
 */
final class ExtractorPass {
  private final int n;
  private final int dim;
  private final int d;
  private final float[] x;
  private final float[] px;
  private final float[] y;
  private final double[] b;
  private final double[] q;
  private final double nu;
  private final double[] lambda;

  /**
   * Makes meta-embeddings of a minibatch and keeps what the way back needs.
   *
   * @param x n vectors of dimension dim, one after the other
   * @param ph P, d x dim, and below it H, (dim − d) x dim
   */
  ExtractorPass(int n, int dim, float[] x, float[] ph, double[] lambda, double nu) {
    this.n = n;
    this.dim = dim;
    this.d = lambda.length;
    this.x = x;
    this.nu = nu;
    this.lambda = lambda;
    int complement = dim - d;
    px = new float[n * d];
    Blas.gemm(
        1,
        MatrixView.of(x, n, dim),
        MatrixView.of(ph, d, dim).transpose(),
        0,
        MatrixView.of(px, n, d));
    b = new double[n];
    q = new double[n];
    if (nu == Double.POSITIVE_INFINITY) {
      y = new float[0];
      Arrays.fill(b, 1);
      return;
    }
    y = new float[n * complement];
    int h = d * dim;
    Blas.gemm(
        1,
        MatrixView.of(x, n, dim),
        MatrixView.of(ph, h, complement, dim, dim).transpose(),
        0,
        MatrixView.of(y, n, complement));
    for (int i = 0; i < n; i++) {
      q[i] = Blas.dot(complement, y, i * complement, y, i * complement);
      b[i] = (nu + complement) / (nu + q[i]);
    }
  }

  /** Whether there are embeddings: parameters may be so large that they overflow. */
  boolean isFinite() {
    for (double l : lambda) {
      if (!Float.isFinite((float) l)) {
        return false;
      }
    }
    for (int i = 0; i < n; i++) {
      if (!(b[i] > 0 && Double.isFinite(b[i]))) {
        return false;
      }
    }
    for (float v : px) {
      if (!Float.isFinite(v)) {
        return false;
      }
    }
    return true;
  }

  MetaEmbeddings embeddings() {
    double[] a = new double[n * d];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < d; k++) {
        a[i * d + k] = b[i] * px[i * d + k];
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }

  /**
   * Adds the derivatives with respect to P and, below it, H, given those with respect to the
   * embeddings. To be called once: it spoils what the forward pass left.
   */
  void backward(PairTiles.Derivatives derivatives, float[] dPH) {
    double[] dA = derivatives.a().array();
    double[] dB = derivatives.b().array();
    int complement = dim - d;
    float[] bA = new float[n * d];
    for (int i = 0; i < n; i++) {
      // b enters through a = b Px as well.
      double t = dB[i];
      for (int k = 0; k < d; k++) {
        t += dA[i * d + k] * px[i * d + k];
        bA[i * d + k] = (float) (b[i] * dA[i * d + k]);
      }
      if (nu != Double.POSITIVE_INFINITY) {
        float e = (float) (-2 * t * b[i] / (nu + q[i]));
        for (int k = i * complement; k < (i + 1) * complement; k++) {
          y[k] *= e;
        }
      }
    }
    Blas.gemm(
        1,
        MatrixView.of(bA, n, d).transpose(),
        MatrixView.of(x, n, dim),
        1,
        MatrixView.of(dPH, d, dim));
    if (nu != Double.POSITIVE_INFINITY) {
      int h = d * dim;
      Blas.gemm(
          1,
          MatrixView.of(y, n, complement).transpose(),
          MatrixView.of(x, n, dim),
          1,
          MatrixView.of(dPH, h, complement, dim, dim));
    }
  }
}
