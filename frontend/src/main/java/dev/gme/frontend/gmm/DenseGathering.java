package dev.gme.frontend.gmm;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.TreeSum;

/**
 * The E-step of a diagonal mixture: γ and then γ'[x, x²] as products of matrices, block by block.
 * The blocks of a leaf are summed in order, the leaves by a {@link TreeSum}.
 */
final class DenseGathering {
  private final DiagonalGmm mixture;
  private final double[] n;

  /** Σ γ [x, x²], a component a row. */
  private final double[] moments;

  private double logLikelihood;

  private DenseGathering(DiagonalGmm mixture) {
    this.mixture = mixture;
    this.n = new double[mixture.components()];
    this.moments = new double[Math.multiplyExact(n.length, 2 * mixture.dimension())];
  }

  /** The sums of all frames. */
  static DenseGathering of(DiagonalGmm mixture, RowSource frames) {
    if (frames.rows() == 0) {
      return new DenseGathering(mixture);
    }
    FrameLeaves leaves = FrameLeaves.of(frames.rows());
    return TreeSum.of(
        leaves.size(),
        leaf -> ofLeaf(mixture, frames, (int) leaves.first(leaf), (int) leaves.first(leaf + 1)),
        DenseGathering::plus);
  }

  /** The sums of frames {@code from} (included) to {@code to} (excluded), in order. */
  static DenseGathering ofLeaf(DiagonalGmm mixture, RowSource frames, int from, int to) {
    DenseGathering sums = new DenseGathering(mixture);
    for (int at = from; at < to; at += Alignment.BLOCK) {
      sums.add(frames.doubles(at, Math.min(to, at + Alignment.BLOCK)));
    }
    return sums;
  }

  private DenseGathering plus(DenseGathering other) {
    Blas.axpy(n.length, 1, other.n, 0, n, 0);
    Blas.axpy(moments.length, 1, other.moments, 0, moments, 0);
    logLikelihood += other.logLikelihood;
    return this;
  }

  private void add(DoubleMatrix block) {
    int c = n.length;
    int k = 2 * mixture.dimension();
    int rows = block.rows();
    DoubleMatrix expanded = mixture.expanded(block);
    double[] gamma = mixture.logLikelihoodsOf(expanded).array();
    for (int t = 0; t < rows; t++) {
      logLikelihood += Softmax.normalize(gamma, t * c, c);
      Blas.axpy(c, 1, gamma, t * c, n, 0);
    }
    double[] z = expanded.array();
    Blas.gemm(
        1,
        MatrixView.of(gamma, rows, c).transpose(),
        MatrixView.of(z, rows, k),
        1,
        MatrixView.of(moments, c, k));
  }

  GmmStatistics statistics() {
    int c = mixture.components();
    int p = mixture.dimension();
    double[] f = new double[c * p];
    double[] s = new double[c * p];
    for (int i = 0; i < c; i++) {
      System.arraycopy(moments, i * 2 * p, f, i * p, p);
      System.arraycopy(moments, i * 2 * p + p, s, i * p, p);
    }
    return new GmmStatistics(
        mixture.origin(), n, DoubleMatrix.wrap(c, p, f), DoubleMatrix.wrap(c, p, s), logLikelihood);
  }
}
