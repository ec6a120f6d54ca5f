package dev.gme.frontend.gmm;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;

/**
 * A mixture with full covariances (docs/math.md 8.2). Its densities cost P times those of a {@link
 * DiagonalGmm}, so it is used after one of these has chosen the components that matter ({@link
 * Alignment}).
 */
public final class FullGmm extends MixtureBase {
  private final DoubleMatrix[] covariances;
  private final Whitening[] whitening;
  private final double[] constants;

  private FullGmm(double[] weights, DoubleMatrix means, DoubleMatrix[] covariances) {
    super(weights, means);
    int p = means.cols();
    this.covariances = covariances;
    this.whitening =
        Whitening.of(
            covariances, p, "a mixture", "train with a larger variance floor or fewer components");
    this.constants = new double[weights.length];
    for (int i = 0; i < constants.length; i++) {
      constants[i] =
          Math.log(weights[i]) - 0.5 * (p * Math.log(2 * Math.PI) + whitening[i].logDeterminant());
    }
  }

  /**
   * The mixture of these parameters.
   *
   * @param weights w_c, positive, of sum 1
   * @param means m_c, a component a row
   * @param covariances Σ_c, symmetric positive definite
   */
  public static FullGmm of(double[] weights, DoubleMatrix means, DoubleMatrix... covariances) {
    MixtureChecks.check(weights, means);
    if (covariances.length != weights.length) {
      throw new IllegalArgumentException(
          covariances.length + " covariances for " + weights.length + " weights");
    }
    DoubleMatrix[] symmetric = new DoubleMatrix[covariances.length];
    for (int i = 0; i < symmetric.length; i++) {
      if (covariances[i].rows() != means.cols() || covariances[i].cols() != means.cols()) {
        throw new IllegalArgumentException("covariance " + i + " is not of dimension P");
      }
      symmetric[i] = covariances[i].symmetrized();
    }
    return new FullGmm(weights.clone(), means, symmetric);
  }

  /**
   * The mixture of these parameters.
   *
   * @param covariances Σ_c row by row, a component a row: C x P²
   */
  public static FullGmm ofRows(double[] weights, DoubleMatrix means, DoubleMatrix covariances) {
    int p = means.cols();
    if (covariances.rows() != means.rows() || covariances.cols() != p * p) {
      throw new IllegalArgumentException(
          "covariances of " + covariances.rows() + " x " + covariances.cols());
    }
    DoubleMatrix[] all = new DoubleMatrix[means.rows()];
    for (int c = 0; c < all.length; c++) {
      all[c] = DoubleMatrix.wrap(p, p, covariances.row(c));
    }
    return of(weights, means, all);
  }

  /** All Σ_c row by row, a component a row: C x P². */
  public DoubleMatrix covariances() {
    double[][] rows = new double[components()][];
    for (int c = 0; c < rows.length; c++) {
      rows[c] = covariances[c].array();
    }
    return DoubleMatrix.of(rows);
  }

  /** The covariance Σ_c. */
  public DoubleMatrix covariance(int c) {
    return covariances[c];
  }

  /** ℓ_c of the given frames for one component. */
  double[] logLikelihoods(int c, DoubleMatrix frames) {
    int n = frames.rows();
    int p = dimension();
    DoubleMatrix x = frames.minusFromRows(means.row(c));
    double[] y = new double[n * p];
    Blas.gemm(1, x.view(), whitening[c].inverse().view().transpose(), 0, MatrixView.of(y, n, p));
    double[] l = new double[n];
    for (int t = 0; t < n; t++) {
      l[t] = constants[c] - 0.5 * Blas.dot(p, y, t * p, y, t * p);
    }
    return l;
  }

  @Override
  public DoubleMatrix logLikelihoods(DoubleMatrix frames) {
    int n = frames.rows();
    int c = components();
    double[] out = new double[Math.multiplyExact(n, c)];
    for (int i = 0; i < c; i++) {
      double[] l = logLikelihoods(i, frames);
      for (int t = 0; t < n; t++) {
        out[t * c + i] = l[t];
      }
    }
    return DoubleMatrix.wrap(n, c, out);
  }

  /** The mixture with the diagonals of the covariances: to choose components with. */
  public DiagonalGmm toDiagonal() {
    double[][] variances = new double[components()][];
    for (int i = 0; i < variances.length; i++) {
      variances[i] = covariances[i].diagonal();
    }
    return DiagonalGmm.of(weights, means, DoubleMatrix.of(variances));
  }
}
