package dev.gme.frontend.gmm;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;

/**
 * The E-step of a diagonal mixture: γ and then γ'[x, x²] as products of matrices, block by block.
 * Blocks are summed up in lanes, a fixed number of them whatever the thread count, and the lanes in
 * their order.
 */
final class DenseGathering {
  private static final int LANES = 16;

  private final DiagonalGmm mixture;
  final double[] n;

  /** Σ γ [x, x²], a component a row. */
  final double[] moments;

  double logLikelihood;

  DenseGathering(DiagonalGmm mixture) {
    this.mixture = mixture;
    this.n = new double[mixture.components()];
    this.moments = new double[Math.multiplyExact(n.length, 2 * mixture.dimension())];
  }

  void add(RowSource frames) {
    int blocks = (frames.rows() + Alignment.BLOCK - 1) / Alignment.BLOCK;
    Lane[] lanes = new Lane[Math.min(LANES, blocks)];
    Workers.forEach(
        lanes.length,
        l -> {
          lanes[l] = new Lane();
          for (int b = l; b < blocks; b += LANES) {
            int from = b * Alignment.BLOCK;
            lanes[l].add(frames.doubles(from, Math.min(frames.rows(), from + Alignment.BLOCK)));
          }
        });
    for (Lane lane : lanes) {
      Blas.axpy(n.length, 1, lane.n, 0, n, 0);
      Blas.axpy(moments.length, 1, lane.moments, 0, moments, 0);
      logLikelihood += lane.logLikelihood;
    }
  }

  private final class Lane {
    final double[] n = new double[mixture.components()];
    final double[] moments = new double[DenseGathering.this.moments.length];
    double logLikelihood;

    void add(DoubleMatrix block) {
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
  }
}
