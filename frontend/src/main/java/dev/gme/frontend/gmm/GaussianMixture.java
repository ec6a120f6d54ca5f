package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;

/** A mixture of C Gaussians of dimension P. A value. */
public sealed interface GaussianMixture permits MixtureBase {
  /** C, the number of Gaussians. */
  int components();

  /** P, the dimension of a frame. */
  int dimension();

  /** The weights w_c; a copy. */
  double[] weights();

  /** The means m_c, a component a row. */
  DoubleMatrix means();

  /**
   * ℓ_c(o) = log w_c + log N(o | m_c, Σ_c), a frame a row, a component a column. Computed in the
   * calling thread as products of matrices: for blocks of some hundred frames.
   */
  DoubleMatrix logLikelihoods(DoubleMatrix frames);

  /** log p(o) of every frame. */
  default double[] logDensities(DoubleMatrix frames) {
    DoubleMatrix l = logLikelihoods(frames);
    double[] out = new double[frames.rows()];
    for (int t = 0; t < out.length; t++) {
      out[t] = Softmax.logSum(l.array(), t * components(), components());
    }
    return out;
  }
}
