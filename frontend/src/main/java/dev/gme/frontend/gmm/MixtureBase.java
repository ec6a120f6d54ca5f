package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;

/** Weights and means, which all mixtures have, whatever their covariances. */
abstract sealed class MixtureBase implements GaussianMixture permits DiagonalGmm, FullGmm {
  final double[] weights;
  final DoubleMatrix means;

  MixtureBase(double[] weights, DoubleMatrix means) {
    this.weights = weights;
    this.means = means;
  }

  @Override
  public final int components() {
    return weights.length;
  }

  @Override
  public final int dimension() {
    return means.cols();
  }

  @Override
  public final double[] weights() {
    return weights.clone();
  }

  @Override
  public final DoubleMatrix means() {
    return means;
  }
}
