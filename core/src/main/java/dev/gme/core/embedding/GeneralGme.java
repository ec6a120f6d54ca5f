package dev.gme.core.embedding;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;

/**
 * A Gaussian meta-embedding in general form (docs/math.md 1.1): f(z) = exp(s + a'z − ½ z'Bz) with B
 * symmetric positive semidefinite, of any rank down to 0. Each operation factorizes a d x d matrix;
 * where B differs between recordings by a factor only, {@link CanonicalGme} is the cheaper form.
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

  /** With log-scale 0. */
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
    return new GeneralGme(a.clone(), b.symmetrized(), logScale);
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
    double[] half = identityPlus(1, b.times(2)).solveLower(a);
    return logScale + dot(half, half) - 0.25 * identityPlus(1, b.times(2)).logDeterminant();
  }

  @Override
  public double logDistance(GeneralGme other) {
    sameDimension(other);
    Pair pair = new Pair(this, other);
    double difference = logScale - other.logScale + pair.normDifference();
    return Norms.logDistance(logNorm(), other.logNorm(), difference, pair.logCosine());
  }

  /**
   * Two embeddings in the basis that makes P1 = I + 2B1 the identity and P2 = I + 2B2 diagonal, 1 +
   * e_k. There the formulas of docs/math.md 1.3 hold term by term, and e comes from the difference
   * B2 − B1, so that nearly equal embeddings lose nothing.
   */
  private static final class Pair {
    private final double[] e;

    /** L1'(m1 − m2) in the basis of e. */
    private final double[] y;

    private final double aTimesMeans;

    /** The embedding with the smaller B comes first in here, because 1 + e must not be tiny. */
    private final boolean swapped;

    Pair(GeneralGme f, GeneralGme g) {
      swapped = f.b.trace() > g.b.trace();
      GeneralGme f1 = swapped ? g : f;
      GeneralGme f2 = swapped ? f : g;
      Cholesky p1 = identityPlus(1, f1.b.times(2));
      Cholesky p2 = identityPlus(1, f2.b.times(2));
      DoubleMatrix dp = f2.b.minus(f1.b).times(2);
      SymmetricEigen eigen =
          SymmetricEigen.of(p1.solveLower(p1.solveLower(dp).transpose()).symmetrized());
      e = eigen.values();
      double[] m1 = p1.solve(f1.a);
      double[] m2 = p2.solve(f2.a);
      double[] da = sum(f1.a, -1, f2.a);
      // P2(m1 − m2) = a1 − a2 + (P2 − P1) m1: solved with the larger P, whose inverse shrinks
      // errors.
      double[] dm = p2.solve(sum(da, 1, dp.times(m1)));
      y = eigen.vectorsAsRows().times(p1.factor().transposeTimes(dm));
      aTimesMeans = 0.5 * dot(da, sum(m1, 1, m2)) + 0.5 * dot(sum(f1.a, 1, f2.a), dm);
    }

    double logCosine() {
      double sum = 0;
      for (int k = 0; k < e.length; k++) {
        double p2 = 1 + e[k];
        sum += y[k] * y[k] * (p2 / (1 + p2)) + 0.25 * Math.log1p(e[k] * (e[k] / p2) / 4);
      }
      return 0 - sum;
    }

    /** log ‖f‖ − log ‖g‖ without the log-scales. */
    double normDifference() {
      double logRatio = 0;
      for (double v : e) {
        logRatio += Math.log1p(v);
      }
      double u = aTimesMeans + 0.25 * logRatio;
      return swapped ? -u : u;
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
    int d = b.rows();
    double[] sum = b.array().clone();
    for (int k = 0; k < d; k++) {
      sum[k * d + k] += c;
    }
    return Cholesky.of(DoubleMatrix.wrap(d, d, sum))
        .orThrow("I + B of a meta-embedding", "B must be positive semidefinite");
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
