package dev.gme.core.embedding;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;

/**
 * A Gaussian meta-embedding in general form (docs/math.md 1.1): f(z) = exp(s + a'z − ½ z'Bz) with B
 * symmetric positive semidefinite, of any rank down to 0. Each operation factorizes a d x d matrix;
 * where B differs between recordings by a factor only, {@link CanonicalGme} is the cheaper form.
 *
 * <pre>{@code
 * GeneralGme f = GeneralGme.of(new double[] {1, 0}, DoubleMatrix.identity(2));
 * GeneralGme g = GeneralGme.of(new double[] {0, 2}, DoubleMatrix.diagonal(1, 4));
 * double llr = f.llr(g);                       // one speaker against two
 * double[] z = f.pool(g).posteriorMean();      // where the speaker is, if it is one
 * }</pre>
 */
public final class GeneralGme implements MetaEmbedding<GeneralGme> {
  private final double[] a;
  private final DoubleMatrix b;
  private final double logScale;

  private GeneralGme(double[] a, DoubleMatrix b, double logScale) {
    this.a = a;
    this.b = b;
    this.logScale = logScale;
  }

  /** The meta-embedding with log-scale 0. */
  public static GeneralGme of(double[] a, DoubleMatrix b) {
    return of(a, b, 0);
  }

  public static GeneralGme of(double[] a, DoubleMatrix b, double logScale) {
    if (b.rows() != a.length || b.cols() != a.length) {
      throw new IllegalArgumentException(
          "a has " + a.length + " elements, B is " + b.rows() + " x " + b.cols());
    }
    Checks.finite("a", a);
    Checks.finite("B", b.array());
    Checks.finite("the log-scale", logScale);
    // Rounding leaves a product of matrices asymmetric by some 1e-16; 1e-8 is a mistake.
    if (b.minus(b.transpose()).maxAbs() > 1e-8 * b.maxAbs()) {
      throw new IllegalArgumentException("B must be symmetric");
    }
    DoubleMatrix symmetric = b.symmetrized();
    if (!isSemidefinite(symmetric)) {
      throw new IllegalArgumentException("B must be positive semidefinite");
    }
    return new GeneralGme(a.clone(), symmetric, logScale);
  }

  /** Rounding may leave an eigenvalue 0 negative, but by less than 1e-10 of the largest. */
  private static boolean isSemidefinite(DoubleMatrix b) {
    double allowed = 1e-10 * b.maxAbs();
    return allowed == 0 || shifted(allowed, b).isPositiveDefinite();
  }

  /** The constant function 1 of d variables. */
  public static GeneralGme one(int d) {
    return of(new double[d], DoubleMatrix.zeros(d, d));
  }

  public double[] a() {
    return a.clone();
  }

  public DoubleMatrix b() {
    return b;
  }

  @Override
  public int dimension() {
    return a.length;
  }

  @Override
  public double logScale() {
    return logScale;
  }

  @Override
  public double logValue(double[] z) {
    Checks.length("z", z, a.length);
    double[] bz = b.times(z);
    double sum = logScale;
    for (int k = 0; k < a.length; k++) {
      sum += z[k] * (a[k] - 0.5 * bz[k]);
    }
    return sum;
  }

  @Override
  public GeneralGme pool(GeneralGme other) {
    sameDimension(other);
    return new GeneralGme(sum(a, 1, other.a), b.plus(other.b), logScale + other.logScale);
  }

  @Override
  public double logExpectation() {
    return logScale + logExpectation(a, identityPlus(1, b));
  }

  /** ½ a'K⁻¹a − ½ log |K|. */
  private static double logExpectation(double[] a, Cholesky k) {
    double[] half = k.solveLower(a);
    return 0.5 * dot(half, half) - 0.5 * k.logDeterminant();
  }

  /**
   * With K_i = I + B_i, K = K1 + K2 − I and m_i = K_i⁻¹a_i the quadratic part is equal to either of
   *
   * <pre>
   *   2 a1'K⁻¹a2 − m1'B2 K⁻¹a1 − m2'B1 K⁻¹a2
   *   (a1+a2)' (K+I)⁻¹ K⁻¹ (a1+a2) − (m1−m2)' K1 (K+I)⁻¹ K2 (m1−m2)
   * </pre>
   *
   * the matrix forms of the two in docs/math.md 1.3. The first is exact for vanishing B, the second
   * does not cancel when both are certain and agree; the one with the smaller terms is taken.
   */
  @Override
  public double llr(GeneralGme other) {
    sameDimension(other);
    Cholesky k1 = identityPlus(1, b);
    Cholesky k2 = identityPlus(1, other.b);
    Cholesky k = identityPlus(1, b.plus(other.b));
    double[] m1 = k1.solve(a);
    double[] m2 = k2.solve(other.a);
    double[] ka1 = k.solve(a);
    double[] ka2 = k.solve(other.a);

    double cross = 2 * dot(a, ka2);
    double loss1 = dot(other.b.times(m1), ka1);
    double loss2 = dot(b.times(m2), ka2);

    Cholesky k12 = identityPlus(2, b.plus(other.b));
    double together = dot(sum(a, 1, other.a), k12.solve(sum(ka1, 1, ka2)));
    double[] dm = sum(m1, -1, m2);
    double apart = dot(sum(dm, 1, b.times(dm)), k12.solve(sum(dm, 1, other.b.times(dm))));

    double quadratic =
        Math.abs(cross) + Math.abs(loss1) + Math.abs(loss2) <= together + Math.abs(apart)
            ? cross - loss1 - loss2
            : together - apart;
    return 0.5 * (quadratic + k1.logDeterminant() + k2.logDeterminant() - k.logDeterminant());
  }

  @Override
  public double logCosine(GeneralGme other) {
    sameDimension(other);
    return new Pair(this, other).logCosine();
  }

  @Override
  public double logNorm() {
    Cholesky p = identityPlus(1, b.times(2));
    double[] half = p.solveLower(a);
    return logScale + dot(half, half) - 0.25 * p.logDeterminant();
  }

  @Override
  public double logDistance(GeneralGme other) {
    sameDimension(other);
    Pair pair = new Pair(this, other);
    double difference = logScale - other.logScale + pair.normDifference();
    return Norms.logDistance(logNorm(), other.logNorm(), difference, pair.logCosine());
  }

  /**
   * Two embeddings seen from the mean of their precisions P_i = I + 2B_i (docs/math.md 1.3): S =
   * ½(P1 + P2) = LL', and t_k are the eigenvalues of L⁻¹(B2 − B1)L⁻ᵀ. In that basis P1 is 1 − t and
   * P2 is 1 + t. Differences are taken between inputs only, so that nearly equal embeddings lose
   * nothing.
   */
  private static final class Pair {
    /** From here on 1 − |t| would lose digits, and the determinants have none to lose. */
    private static final double FAR = 0.5;

    private final double quadratic;
    private final double aTimesMeans;

    /** log |S| − ½ log |P1| − ½ log |P2|. */
    private final double logMeanRatio;

    /** log |P2| − log |P1|. */
    private final double logRatio;

    Pair(GeneralGme f1, GeneralGme f2) {
      Cholesky p1 = identityPlus(1, f1.b.times(2));
      Cholesky p2 = identityPlus(1, f2.b.times(2));
      Cholesky s = identityPlus(1, f1.b.plus(f2.b));
      DoubleMatrix db = f2.b.minus(f1.b);
      double[] m1 = p1.solve(f1.a);
      double[] m2 = p2.solve(f2.a);
      double[] da = sum(f1.a, -1, f2.a);
      double[] dm = s.solve(sum(da, 1, db.times(sum(m1, 1, m2))));
      aTimesMeans = 0.5 * dot(da, sum(m1, 1, m2)) + 0.5 * dot(sum(f1.a, 1, f2.a), dm);

      double[] p1dm = s.solveLower(sum(dm, 2, f1.b.times(dm)));
      double[] p2dm = s.solveLower(sum(dm, 2, f2.b.times(dm)));
      quadratic = Math.max(0, 0.5 * dot(p1dm, p2dm));

      double[] t =
          SymmetricEigen.of(s.solveLower(s.solveLower(db).transpose()).symmetrized()).values();
      if (t.length > 0 && Math.max(t[0], -t[t.length - 1]) > FAR) {
        double log1 = p1.logDeterminant();
        double log2 = p2.logDeterminant();
        logMeanRatio = s.logDeterminant() - 0.5 * (log1 + log2);
        logRatio = log2 - log1;
      } else {
        double mean = 0;
        double ratio = 0;
        for (double v : t) {
          mean -= 0.5 * Math.log1p(-v * v);
          ratio += Math.log1p(v) - Math.log1p(-v);
        }
        logMeanRatio = mean;
        logRatio = ratio;
      }
    }

    double logCosine() {
      // Not −(…), which is −0 for equal embeddings.
      return 0 - (quadratic + 0.5 * logMeanRatio);
    }

    /** log ‖f1‖ − log ‖f2‖ without the log-scales. */
    double normDifference() {
      return aTimesMeans + 0.25 * logRatio;
    }
  }

  @Override
  public GeneralGme normalized() {
    return new GeneralGme(a, b, -logExpectation(a, identityPlus(1, b)));
  }

  @Override
  public double[] posteriorMean() {
    return identityPlus(1, b).solve(a);
  }

  @Override
  public DoubleMatrix posteriorCovariance() {
    return identityPlus(1, b).inverse();
  }

  /** The factor of cI + B, which is positive definite for every B that is allowed. */
  private static Cholesky identityPlus(double c, DoubleMatrix b) {
    return shifted(c, b).orThrow("I + B of a meta-embedding", "B must be positive semidefinite");
  }

  private static Cholesky shifted(double c, DoubleMatrix b) {
    int d = b.rows();
    double[] sum = b.array().clone();
    for (int k = 0; k < d; k++) {
      sum[k * d + k] += c;
    }
    return Cholesky.of(DoubleMatrix.wrap(d, d, sum));
  }

  private static double[] sum(double[] x, double c, double[] y) {
    double[] out = x.clone();
    for (int k = 0; k < out.length; k++) {
      out[k] += c * y[k];
    }
    return out;
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      sum += x[k] * y[k];
    }
    return sum;
  }

  private void sameDimension(GeneralGme other) {
    Checks.length("the other embedding", other.a, a.length);
  }

  @Override
  public String toString() {
    return "a = " + Arrays.toString(a) + ", B = " + b + ", log-scale " + logScale;
  }
}
