package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.linalg.SymmetricEigen;

/**
 * Gaussian PLDA as a quadratic score of two vectors (docs/math.md 3.5):
 *
 * <pre>
 *   S(r1, r2) = 2 r1'Λ r2 + r1'Γ r1 + r2'Γ r2 + (r1 + r2)'c + k
 * </pre>
 *
 * It equals the log-likelihood ratio of the extractor with ν = ∞ exactly. Λ and Γ determine P and
 * λ, but not H: the complement of the speaker space is invisible to Gaussian scoring, and a finite
 * ν needs it supplied.
 *
 * <pre>{@code
 * QuadraticScore score = QuadraticScore.of(extractor);
 * DoubleMatrix llr = score.scores(enrolVectors, testVectors);
 * GmeExtractor again = score.extractor(extractor.speakerDimension());
 * }</pre>
 */
public final class QuadraticScore {
  private final DoubleMatrix lambda;
  private final DoubleMatrix gamma;
  private final double[] c;
  private final double k;

  private QuadraticScore(DoubleMatrix lambda, DoubleMatrix gamma, double[] c, double k) {
    this.lambda = lambda;
    this.gamma = gamma;
    this.c = c;
    this.k = k;
  }

  /**
   * The score of these parameters.
   *
   * @param lambda Λ, D x D symmetric
   * @param gamma Γ, D x D symmetric
   * @param c D numbers
   */
  public static QuadraticScore of(DoubleMatrix lambda, DoubleMatrix gamma, double[] c, double k) {
    int dim = c.length;
    Require.shape("Lambda", lambda, dim, dim);
    Require.shape("Gamma", gamma, dim, dim);
    Require.finite("Lambda", lambda.array());
    Require.finite("Gamma", gamma.array());
    Require.finite("c", c);
    Require.finite("k", new double[] {k});
    Require.symmetric("Lambda", lambda);
    Require.symmetric("Gamma", gamma);
    return new QuadraticScore(lambda.symmetrized(), gamma.symmetrized(), c.clone(), k);
  }

  /** The Gaussian score of an extractor, whatever its ν. */
  public static QuadraticScore of(GmeExtractor extractor) {
    DoubleMatrix p = extractor.p();
    double[] l = extractor.lambda();
    double[] ofLambda = new double[l.length];
    double[] ofGamma = new double[l.length];
    double[] ofBoth = new double[l.length];
    double k = 0;
    for (int i = 0; i < l.length; i++) {
      ofLambda[i] = 0.5 / (1 + 2 * l[i]);
      ofGamma[i] = -0.5 * l[i] / ((1 + l[i]) * (1 + 2 * l[i]));
      ofBoth[i] = 0.5 / ((1 + l[i]) * (1 + 2 * l[i]));
      k += 0.5 * Math.log1p(l[i] * l[i] / (1 + 2 * l[i]));
    }
    double[] mean = extractor.mean();
    DoubleMatrix both = p.transposeTimes(p.scaleRows(ofBoth));
    double[] c = both.times(mean);
    double quadratic = 0;
    for (int i = 0; i < c.length; i++) {
      quadratic += mean[i] * c[i];
      c[i] *= -2;
    }
    return new QuadraticScore(
        p.transposeTimes(p.scaleRows(ofLambda)).symmetrized(),
        p.transposeTimes(p.scaleRows(ofGamma)).symmetrized(),
        c,
        k + 2 * quadratic);
  }

  public DoubleMatrix lambda() {
    return lambda;
  }

  public DoubleMatrix gamma() {
    return gamma;
  }

  public double[] c() {
    return c.clone();
  }

  public double k() {
    return k;
  }

  /** The scores of all pairs: row i of {@code enrol} against row j of {@code test}. */
  public DoubleMatrix scores(DoubleMatrix enrol, DoubleMatrix test) {
    double[] ofEnrol = ownTerms(enrol);
    double[] ofTest = ownTerms(test);
    DoubleMatrix cross = enrol.times(lambda).timesTranspose(test);
    double[] out = new double[cross.array().length];
    for (int i = 0; i < enrol.rows(); i++) {
      for (int j = 0; j < test.rows(); j++) {
        out[i * test.rows() + j] = 2 * cross.get(i, j) + ofEnrol[i] + ofTest[j] + k;
      }
    }
    return DoubleMatrix.wrap(enrol.rows(), test.rows(), out);
  }

  /** r'Γr + r'c of every row: what a vector adds to each of its scores. */
  public double[] ownTerms(DoubleMatrix r) {
    Require.vectorDimension(c.length, r.cols());
    FiniteVectors.require(r, RowSource::numbered);
    DoubleMatrix rg = r.times(gamma);
    double[] out = new double[r.rows()];
    for (int i = 0; i < out.length; i++) {
      for (int j = 0; j < c.length; j++) {
        out[i] += r.get(i, j) * (rg.get(i, j) + c[j]);
      }
    }
    return out;
  }

  /**
   * The Gaussian extractor (ν = ∞) with these scores. Its H is zero, because the score does not
   * determine it: it scores, but has no model. The mean is determined only where P sees it.
   */
  public GmeExtractor extractor(int d) {
    int dim = c.length;
    Require.speakerDimension(d, dim);
    // Λ = ZZ' with Z = U s^½, and −Z⁺ΓZ⁺' has the eigenvalues λ/(1+λ).
    SymmetricEigen eigen = SymmetricEigen.of(lambda);
    double[] s = eigen.values();
    Require.rank(
        "Lambda must be positive with rank at least",
        "eigenvalue",
        s,
        d,
        1e-13,
        "choose a smaller speaker dimension");
    double[] root = new double[d];
    double[] inverse = new double[d];
    for (int i = 0; i < d; i++) {
      root[i] = Math.sqrt(s[i]);
      inverse[i] = 1 / root[i];
    }
    DoubleMatrix u = eigen.vectorsAsRows().rowRange(0, d);
    DoubleMatrix zInverse = u.scaleRows(inverse);
    SymmetricEigen y =
        SymmetricEigen.of(zInverse.times(gamma).timesTranspose(zInverse).symmetrized().times(-1));
    double[] ratio = y.values();
    double[] l = new double[d];
    double[] scale = new double[d];
    double[] both = new double[d];
    for (int i = 0; i < d; i++) {
      if (!(ratio[i] > 0 && ratio[i] < 1)) {
        throw new GmeException(
            "Lambda and Gamma are not those of a PLDA model: the ratio of component "
                + i
                + " must lie between 0 and 1, found "
                + ratio[i],
            "check the two matrices and the speaker dimension d = " + d);
      }
      l[i] = ratio[i] / (1 - ratio[i]);
      scale[i] = Math.sqrt(2 * (1 + 2 * l[i]));
      both[i] = Math.sqrt(0.5 / ((1 + l[i]) * (1 + 2 * l[i])));
    }
    DoubleMatrix p = y.vectorsAsRows().times(u.scaleRows(root)).scaleRows(scale);
    p = p.scaleRows(Signs.ofRows(p));
    GmeExtractor extractor =
        GmeExtractor.of(
            mean(p.scaleRows(both)),
            p,
            DoubleMatrix.zeros(dim - d, dim),
            l,
            Double.POSITIVE_INFINITY);
    QuadraticScore again = of(extractor);
    if (!again.hasConstant(k)) {
      throw new GmeException(
          "the constant k must be " + again.k + " for these Lambda, Gamma and c, found " + k,
          "check that the four parts are of one model");
    }
    if (!again.hasLinear(c)) {
      throw new GmeException(
          "c must lie in the space that Lambda and Gamma span, but no mean gives this c",
          "check that the four parts are of one model");
    }
    return extractor;
  }

  /** k follows from the rest; another k means that the parts do not belong together. */
  private boolean hasConstant(double other) {
    return Math.abs(other - k) <= 1e-6 * (1 + Math.abs(k));
  }

  private boolean hasLinear(double[] other) {
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < c.length; i++) {
      largest = Math.max(largest, Math.abs(c[i]));
      difference = Math.max(difference, Math.abs(other[i] - c[i]));
    }
    // c'r is a score: 1e-6 of it, or of the score 1, which a vector of length 1/√Λ has.
    return difference <= 1e-6 * (Math.sqrt(lambda.maxAbs()) + largest);
  }

  /** −½ (Λ+Γ)⁺ c, where Λ + Γ = M'M and M has full row rank. */
  private double[] mean(DoubleMatrix m) {
    // (M'M)⁺ = M'(MM')⁻²M
    Cholesky mm =
        Cholesky.of(m.outerGram())
            .orThrow("Lambda + Gamma on the speaker space", "choose a smaller speaker dimension");
    double[] out = m.transposeTimes(mm.solve(mm.solve(m.times(c))));
    for (int i = 0; i < out.length; i++) {
      out[i] *= -0.5;
    }
    return out;
  }

  /**
   * The extractor with these Gaussian scores, noise precision W and ν degrees of freedom. A finite
   * ν looks at the vectors outside the speaker space, about which the scores say nothing: so W and
   * the whole mean have to be given.
   */
  public GmeExtractor extractor(int d, double[] mean, DoubleMatrix w, double nu) {
    int dim = c.length;
    Require.length("the mean", mean, dim);
    Require.shape("W", w, dim, dim);
    Require.symmetric("W", w);
    GmeExtractor gaussian = extractor(d);
    double[] l = gaussian.lambda();
    double[] inverse = new double[d];
    for (int i = 0; i < d; i++) {
      inverse[i] = 1 / l[i];
    }
    DoubleMatrix p = gaussian.p();
    DoubleMatrix g = w.minus(p.transposeTimes(p.scaleRows(inverse)));
    SymmetricEigen eigen = SymmetricEigen.of(g.symmetrized());
    double[] e = eigen.values();
    double tolerance = 1e-7 * w.maxAbs();
    boolean rankTooSmall = d < dim && e[dim - d - 1] <= tolerance;
    boolean rankTooLarge = Math.abs(e[dim - d]) > tolerance || Math.abs(e[dim - 1]) > tolerance;
    if (rankTooSmall || rankTooLarge) {
      throw new GmeException(
          "W does not belong to these scores: W − P'Λ⁻¹P must be positive semidefinite of rank "
              + (dim - d),
          "give the within-speaker precision of the same model");
    }
    double[] root = new double[dim - d];
    for (int i = 0; i < root.length; i++) {
      root[i] = Math.sqrt(e[i]);
    }
    DoubleMatrix h = eigen.vectorsAsRows().rowRange(0, dim - d).scaleRows(root);
    GmeExtractor extractor = GmeExtractor.of(mean, p, h, l, nu);
    QuadraticScore again = of(extractor);
    if (!again.hasConstant(k) || !again.hasLinear(c)) {
      throw new GmeException(
          "the mean does not belong to these scores: it gives another c or k",
          "give the mean of the same model");
    }
    return extractor;
  }
}
