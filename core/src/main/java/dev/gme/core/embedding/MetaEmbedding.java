package dev.gme.core.embedding;

import dev.gme.core.linalg.DoubleMatrix;

/**
 * A Gaussian likelihood function f(z) = exp(s + a'z − ½ z'Bz) of the speaker variable z, whose
 * prior π is the standard normal. Products with other meta-embeddings pool recordings; expectations
 * under π answer every question about who is who (docs/math.md 1.1 and 2).
 *
 * <p>Everything that may be huge is a logarithm. Differences of such logarithms ({@link #llr},
 * {@link #logCosine}, {@link #logDistance}) are computed by rearranged formulas that do not cancel
 * (docs/math.md 1.3), not by subtracting.
 *
 * @param <E> the kind itself: only embeddings of one kind can be combined
 */
public sealed interface MetaEmbedding<E extends MetaEmbedding<E>> permits CanonicalGme, GeneralGme {

  /** d, the dimension of z. */
  int dimension();

  /** The log-scale s; 0 unless the embedding was normalized or scaled. */
  double logScale();

  /** log f(z). */
  double logValue(double[] z);

  /** f1·f2: what two recordings of one speaker say together. */
  E pool(E other);

  /** log E(f), the expectation under the prior. */
  double logExpectation();

  /**
   * The log-likelihood ratio of "one speaker" against "two speakers", independent of the
   * log-scales.
   */
  double llr(E other);

  /** log of the cosine of the angle between two embeddings: 0 when they are proportional. */
  double logCosine(E other);

  /**
   * log ‖f1 − f2‖, −∞ when the two are equal (to 1e-150, where squares underflow). A logarithm
   * because the distance may overflow.
   */
  double logDistance(E other);

  /** log ‖f‖, half the log of the inner product with itself. */
  double logNorm();

  /** f / E(f): the same a and B, expectation one. */
  E normalized();

  /** The mean of z given the recording(s). */
  double[] posteriorMean();

  /** The covariance of z given the recording(s). */
  DoubleMatrix posteriorCovariance();

  /** log of the inner product ⟨f1, f2⟩ = E(f1·f2). */
  default double logInner(E other) {
    return pool(other).logExpectation();
  }

  /** The angle between two embeddings in radians, from 0 to π/2. */
  default double angle(E other) {
    // acos(exp(δ)) would lose half the digits near 0; 0 − x, because −x is −0 for equal embeddings.
    return 2 * Math.asin(Math.sqrt((0 - Math.expm1(logCosine(other))) / 2));
  }
}
