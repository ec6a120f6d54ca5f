package dev.gme.core.embedding;

import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;

/**
 * A Gaussian meta-embedding in canonical form (docs/math.md 1.2): f(z) = exp(s + a'z − ½ b Σ λ_k
 * z_k²). All embeddings of one extractor share λ; b says how much the recording is worth.
 *
 * <pre>{@code
 * double[] lambda = {3, 1};
 * CanonicalGme f1 = CanonicalGme.of(lambda, new double[] {1.2, -0.4}, 0.9);
 * CanonicalGme f2 = CanonicalGme.of(lambda, new double[] {0.8, 0.1}, 1.1);
 * double llr = f1.llr(f2);
 * }</pre>
 */
public final class CanonicalGme implements MetaEmbedding<CanonicalGme> {
  private final double[] lambda;
  private final double[] a;
  private final double b;
  private final double logScale;

  private CanonicalGme(double[] lambda, double[] a, double b, double logScale) {
    this.lambda = lambda;
    this.a = a;
    this.b = b;
    this.logScale = logScale;
  }

  /** The meta-embedding with log-scale 0. */
  public static CanonicalGme of(double[] lambda, double[] a, double b) {
    return of(lambda, a, b, 0);
  }

  public static CanonicalGme of(double[] lambda, double[] a, double b, double logScale) {
    if (a.length != lambda.length) {
      throw new IllegalArgumentException(
          "a has " + a.length + " elements, lambda " + lambda.length);
    }
    Checks.lambda(lambda);
    Checks.finite("a", a);
    Checks.precision(b);
    Checks.finite("the log-scale", logScale);
    return new CanonicalGme(lambda.clone(), a.clone(), b, logScale);
  }

  /** The constant function 1: an empty pool, a recording that says nothing. */
  public static CanonicalGme one(double[] lambda) {
    return of(lambda, new double[lambda.length], 0);
  }

  /** A row of a batch, whose parts are known to be good and are not copied. */
  static CanonicalGme trusted(double[] lambda, double[] a, double b) {
    return new CanonicalGme(lambda, a, b, 0);
  }

  public double[] lambda() {
    return lambda.clone();
  }

  public double[] a() {
    return a.clone();
  }

  public double b() {
    return b;
  }

  @Override
  public int dimension() {
    return lambda.length;
  }

  @Override
  public double logScale() {
    return logScale;
  }

  @Override
  public double logValue(double[] z) {
    Checks.length("z", z, lambda.length);
    double sum = logScale;
    for (int k = 0; k < lambda.length; k++) {
      sum += z[k] * (a[k] - 0.5 * b * lambda[k] * z[k]);
    }
    return sum;
  }

  @Override
  public CanonicalGme pool(CanonicalGme other) {
    sameLambda(other);
    double[] sum = a.clone();
    for (int k = 0; k < sum.length; k++) {
      sum[k] += other.a[k];
    }
    return new CanonicalGme(lambda, sum, b + other.b, logScale + other.logScale);
  }

  @Override
  public double logExpectation() {
    return logScale + CanonicalAlgebra.logExpectation(lambda, a, 0, b);
  }

  @Override
  public double llr(CanonicalGme other) {
    sameLambda(other);
    return CanonicalAlgebra.llr(lambda, a, 0, b, other.a, 0, other.b);
  }

  @Override
  public double logCosine(CanonicalGme other) {
    sameLambda(other);
    return CanonicalAlgebra.logCosine(lambda, a, b, other.a, other.b);
  }

  @Override
  public double logNorm() {
    return logScale + CanonicalAlgebra.logNorm(lambda, a, b);
  }

  @Override
  public double logDistance(CanonicalGme other) {
    sameLambda(other);
    double difference =
        logScale - other.logScale + CanonicalAlgebra.normDifference(lambda, a, b, other.a, other.b);
    return Norms.logDistance(logNorm(), other.logNorm(), difference, logCosine(other));
  }

  @Override
  public CanonicalGme normalized() {
    return new CanonicalGme(lambda, a, b, -CanonicalAlgebra.logExpectation(lambda, a, 0, b));
  }

  @Override
  public double[] posteriorMean() {
    double[] mean = new double[a.length];
    for (int k = 0; k < mean.length; k++) {
      mean[k] = a[k] / (1 + b * lambda[k]);
    }
    return mean;
  }

  /** The variances of z given the recording(s): its components are independent in this form. */
  public double[] posteriorVariance() {
    double[] variance = new double[a.length];
    for (int k = 0; k < variance.length; k++) {
      variance[k] = 1 / (1 + b * lambda[k]);
    }
    return variance;
  }

  @Override
  public DoubleMatrix posteriorCovariance() {
    return DoubleMatrix.diagonal(posteriorVariance());
  }

  /** The same function in general form. */
  public GeneralGme toGeneral() {
    double[] diagonal = new double[lambda.length];
    for (int k = 0; k < diagonal.length; k++) {
      diagonal[k] = b * lambda[k];
    }
    return GeneralGme.of(a, DoubleMatrix.diagonal(diagonal), logScale);
  }

  private void sameLambda(CanonicalGme other) {
    if (lambda != other.lambda && !Arrays.equals(lambda, other.lambda)) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) cannot be combined");
    }
  }

  @Override
  public String toString() {
    return "a = " + Arrays.toString(a) + ", b = " + b + ", log-scale " + logScale;
  }
}
