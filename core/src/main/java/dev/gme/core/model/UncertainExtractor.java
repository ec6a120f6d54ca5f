package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.List;

/**
 * Meta-embeddings of vectors that come with the covariance of their error (docs/math.md 3.13): the
 * noise of this recording is Σw + U. The result is a general form; {@link #canonical} is the
 * nearest one that tiles can score.
 *
 * <pre>{@code
 * UncertainExtractor extractor = UncertainExtractor.of(pipeline, LengthRule.SCALE);
 * double llr = extractor.extract(one).llr(extractor.extract(other));
 * }</pre>
 */
public final class UncertainExtractor {
  /** Every step doubles a b that is too small; 200 reach any number. */
  private static final int ITERATIONS = 200;

  private final Preprocessing preprocessing;
  private final UncertainVector.LengthRule rule;
  private final double[] mean;

  /** F and Σw. */
  private final DoubleMatrix loading;

  private final DoubleMatrix noise;

  /** F'WF where that is diagonal; null for a basis of the caller's. */
  private final double[] lambda;

  private final double nu;

  private UncertainExtractor(
      Preprocessing preprocessing, UncertainVector.LengthRule rule, HtPlda model, double[] lambda) {
    this.preprocessing = preprocessing;
    this.rule = rule;
    mean = model.mean();
    loading = model.f();
    noise = Cholesky.of(model.w()).inverse();
    this.lambda = lambda;
    nu = model.nu();
  }

  /** In the canonical basis of the pipeline's extractor, from raw vectors. */
  public static UncertainExtractor of(Pipeline pipeline, UncertainVector.LengthRule rule) {
    if (pipeline.head().isPresent()) {
      throw new GmeException(
          "a precision head and covariances of vectors both say how far to trust a recording",
          "leave out one of them");
    }
    GmeExtractor extractor = pipeline.extractor();
    return new UncertainExtractor(
        pipeline.preprocessing(), rule, extractor.model(), extractor.lambda());
  }

  /** In the basis of the model's F, without preprocessing. */
  public static UncertainExtractor of(HtPlda model) {
    return new UncertainExtractor(
        Preprocessing.of(List.of()), UncertainVector.LengthRule.SCALE, model, null);
  }

  /** The dimension of raw vectors. */
  public int inputDimension() {
    return preprocessing.inputDimension(mean.length);
  }

  /**
   * What is known of one recording.
   *
   * @param embedding a and B
   * @param q what no speaker explains, in units of noise and error together
   * @param b the precision that heavy tails give it; 1 for ν = ∞
   */
  public record Extracted(GeneralGme embedding, double q, double b) {}

  /** The meta-embedding of a raw vector. */
  public GeneralGme extract(UncertainVector raw) {
    return extractWithPrecision(raw).embedding();
  }

  /** The meta-embedding of a raw vector, and what heavy tails say of it. */
  public Extracted extractWithPrecision(UncertainVector raw) {
    Require.vectorDimension(inputDimension(), raw.vector().length);
    UncertainVector now = raw;
    for (PreprocessingStep step : preprocessing.steps()) {
      now = now.after(step, rule);
    }
    int dim = mean.length;
    int d = loading.cols();
    double[] x = now.vector().clone();
    Blas.axpy(dim, -1, mean, 0, x, 0);
    Cholesky both =
        Cholesky.of(noise.plus(now.covariance()))
            .orThrow(
                "noise and error of a vector together",
                "check that its covariance is that of a"
                    + " vector's error: positive semidefinite");
    DoubleMatrix f = both.solveLower(loading);
    double[] y = both.solveLower(x);
    double[] a = f.transposeTimes(y);
    DoubleMatrix precision = f.gram();
    double q = Blas.dot(dim, y, 0, y, 0);
    if (d > 0) {
      double[] half = solved(precision, a);
      q -= Blas.dot(d, half, 0, half, 0);
    }
    q = Math.max(0, q);
    if (nu == Double.POSITIVE_INFINITY) {
      return new Extracted(GeneralGme.of(a, precision), q, 1);
    }
    double b = (nu + dim - d) / (nu + q);
    for (int k = 0; k < d; k++) {
      a[k] *= b;
    }
    return new Extracted(GeneralGme.of(a, precision.times(b)), q, b);
  }

  private static double[] solved(DoubleMatrix precision, double[] a) {
    return Cholesky.of(precision)
        .orThrow("what a vector says of its speaker", "its covariance is far too large: drop it")
        .solveLower(a);
  }

  /**
   * The nearest canonical form: the b whose posterior is nearest that of the general form, with the
   * same mean (docs/math.md 3.13).
   *
   * @param embedding b and a
   * @param divergence of the posteriors, in nats
   */
  public record Nearest(CanonicalGme embedding, double divergence) {}

  /** The nearest canonical form of a meta-embedding in the canonical basis. */
  public Nearest canonical(GeneralGme general) {
    if (lambda == null) {
      throw new IllegalStateException("the basis of F is not canonical");
    }
    DoubleMatrix covariance = general.posteriorCovariance();
    double[] mean = general.posteriorMean();
    int d = lambda.length;
    DoubleMatrix gained = covariance.times(general.b());
    double left = 0;
    double gain = 0;
    for (int k = 0; k < d; k++) {
      left += lambda[k] * covariance.get(k, k);
      gain += lambda[k] * gained.get(k, k);
    }
    double b = precision(left, gain);
    double divergence = -d;
    double[] a = new double[d];
    for (int k = 0; k < d; k++) {
      double p = 1 + b * lambda[k];
      a[k] = p * mean[k];
      divergence += p * covariance.get(k, k) - Math.log(p);
    }
    divergence -= Cholesky.of(covariance).logDeterminant();
    return new Nearest(CanonicalGme.of(lambda, a, b), Math.max(0, divergence / 2));
  }

  /**
   * The b with Σ λ/(1+bλ) = left, or, which is the same, Σ bλ²/(1+bλ) = gain: the smaller of the
   * two has the digits. The first sum is convex in b, so that Newton's steps from 0 never pass the
   * root.
   */
  private double precision(double left, double gain) {
    double b = 0;
    for (int i = 0; i < ITERATIONS; i++) {
      double remains = 0;
      double gained = 0;
      double slope = 0;
      for (double l : lambda) {
        double r = l / (1 + b * l);
        remains += r;
        gained += b * l * r;
        slope += r * r;
      }
      double step = (gain < left ? gain - gained : remains - left) / slope;
      if (!(step > 1e-15 * b)) {
        break;
      }
      b += step;
    }
    return b;
  }
}
