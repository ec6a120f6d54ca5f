package dev.gme.core.model;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Qr;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.linalg.Svd;
import dev.gme.core.math.SpecialFunctions;

/**
 * Heavy-tailed PLDA (docs/math.md 3.1): r = μ + F z + η, where z is standard normal and the noise η
 * has a t-distribution with precision W and ν degrees of freedom; ν = ∞ is Gaussian PLDA.
 *
 * <pre>{@code
 * HtPlda model = HtPlda.of(mean, F, W, 2);
 * MetaEmbeddings e = model.extractor().extract(vectors);
 * }</pre>
 */
public final class HtPlda {
  private final double[] mean;
  private final DoubleMatrix f;
  private final DoubleMatrix w;
  private final double nu;
  private final Canonical canonical;

  private HtPlda(double[] mean, DoubleMatrix f, DoubleMatrix w, double nu, Canonical canonical) {
    this.mean = mean;
    this.f = f;
    this.w = w;
    this.nu = nu;
    this.canonical = canonical;
  }

  /**
   * The model of these parameters.
   *
   * @param mean μ, D numbers
   * @param f F, D x d of rank d
   * @param w W, D x D symmetric positive definite: a precision, not a covariance
   * @param nu ν &gt; 0, infinite for Gaussian PLDA
   */
  public static HtPlda of(double[] mean, DoubleMatrix f, DoubleMatrix w, double nu) {
    int dim = mean.length;
    int d = f.cols();
    Require.shape("F", f, dim, d);
    Require.shape("W", w, dim, dim);
    Require.speakerDimension(d, dim);
    Require.degreesOfFreedom(nu, d, dim);
    Require.finite("the mean", mean);
    Require.finite("F", f.array());
    Require.symmetric("W", w);
    // What rounding has left of asymmetry goes here, so that all parts are of one and the same W.
    DoubleMatrix symmetric = w.symmetrized();
    Cholesky chol =
        Cholesky.of(symmetric)
            .orThrow(
                "the noise precision W",
                "check that W is an inverse covariance, and the rank of the training data");
    return new HtPlda(mean.clone(), f, symmetric, nu, new Canonical(f, chol));
  }

  /**
   * The geometry of F seen with the noise whitened (docs/math.md 3.2): W = LL', L'F = Q1 R, R = U S
   * V'. Then λ = S² and P = S U'Q1'L' and H = Q2'L'; nothing is subtracted or inverted.
   */
  private static final class Canonical {
    final double logDetW;
    final double[] lambda;
    final DoubleMatrix v;
    final DoubleMatrix p;
    final DoubleMatrix h;

    Canonical(DoubleMatrix f, Cholesky chol) {
      int dim = f.rows();
      int d = f.cols();
      logDetW = chol.logDeterminant();
      DoubleMatrix lt = chol.factor().transpose();
      Qr qr = Qr.of(lt.times(f));
      Svd r = Svd.of(qr.r());
      double[] s = r.values();
      Require.rank(
          "F must have rank",
          "singular value",
          s,
          d,
          1e-12,
          "drop the directions without speaker variability: choose a smaller d");
      lambda = new double[d];
      for (int k = 0; k < d; k++) {
        lambda[k] = s[k] * s[k];
      }
      DoubleMatrix qtl = qr.q().transpose().times(lt);
      DoubleMatrix rows = r.u().transposeTimes(qtl.rowRange(0, d)).scaleRows(s);
      double[] signs = Signs.ofRows(rows);
      p = rows.scaleRows(signs);
      v = r.vt().transpose().scaleColumns(signs);
      h = qtl.rowRange(d, dim);
    }
  }

  public double[] mean() {
    return mean.clone();
  }

  /** F, D x d. */
  public DoubleMatrix f() {
    return f;
  }

  /** W, the precision of the noise. */
  public DoubleMatrix w() {
    return w;
  }

  public double nu() {
    return nu;
  }

  /** D, the dimension of the vectors. */
  public int inputDimension() {
    return mean.length;
  }

  /** d, the dimension of the speaker variable. */
  public int speakerDimension() {
    return f.cols();
  }

  /** The same model with other degrees of freedom: the paper's plug-in of ν. */
  public HtPlda withNu(double newNu) {
    Require.degreesOfFreedom(newNu, speakerDimension(), inputDimension());
    return new HtPlda(mean, f, w, newNu, canonical);
  }

  /** The extractor of this model's meta-embeddings. */
  public GmeExtractor extractor() {
    return GmeExtractor.of(mean, canonical.p, canonical.h, canonical.lambda, nu);
  }

  /** The covariances between and within speakers; ν is not part of that form. */
  public TwoCovariance twoCovariance() {
    DoubleMatrix within = Cholesky.of(w).inverse();
    return TwoCovariance.of(mean, f.outerGram(), within);
  }

  /** What recording r says about z without the Gaussian approximation (docs/math.md 3.6). */
  public ExactMetaEmbedding exact(double[] r) {
    double[] x = centred(r);
    double[] px = canonical.p.times(x);
    double[] y = canonical.h.times(x);
    double q = 0;
    for (double v : y) {
      q += v * v;
    }
    return new ExactMetaEmbedding(canonical.lambda, canonical.v, px, q, y.length, nu);
  }

  /** log p(r | z), the full density. */
  public double logDensity(double[] r, double[] z) {
    int dim = inputDimension();
    Require.length("z", z, speakerDimension());
    double[] x = centred(r);
    double[] fz = f.times(z);
    for (int i = 0; i < dim; i++) {
      x[i] -= fz[i];
    }
    double[] wx = w.times(x);
    double q = 0;
    for (int i = 0; i < dim; i++) {
      q += x[i] * wx[i];
    }
    double half = 0.5 * dim;
    if (nu == Double.POSITIVE_INFINITY) {
      return 0.5 * canonical.logDetW - half * Math.log(2 * Math.PI) - 0.5 * q;
    }
    return SpecialFunctions.logGammaRatio(nu / 2, half)
        - half * Math.log(nu * Math.PI)
        + 0.5 * canonical.logDetW
        - 0.5 * (nu + dim) * Math.log1p(q / nu);
  }

  private double[] centred(double[] r) {
    Require.vectorDimension(inputDimension(), r.length);
    FiniteVectors.require(DoubleMatrix.wrap(1, r.length, r), RowSource::numbered);
    double[] x = r.clone();
    for (int i = 0; i < x.length; i++) {
      x[i] -= mean[i];
    }
    return x;
  }

  @Override
  public String toString() {
    return "heavy-tailed PLDA, D = "
        + inputDimension()
        + ", d = "
        + speakerDimension()
        + ", nu = "
        + nu;
  }
}
