package dev.gme.core.simulate;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;

/**
 * Random model parameters that look like those of real embeddings: a speaker spectrum λ that decays
 * geometrically, a full within-speaker covariance whose own spectrum decays too, a mean away from
 * 0.
 *
 * <pre>{@code
 * HtPlda truth = ModelRecipe.of(150, 40, 2).withSpectrum(25, 2).draw(1);
 * }</pre>
 *
 * @param inputDimension D
 * @param speakerDimension d
 * @param nu degrees of freedom of the noise, infinite for Gaussian
 * @param lambdaFirst the largest λ: speaker variance over noise variance in the best direction
 * @param lambdaLast the smallest λ
 * @param noiseCondition largest over smallest standard deviation of the noise
 */
public record ModelRecipe(
    int inputDimension,
    int speakerDimension,
    double nu,
    double lambdaFirst,
    double lambdaLast,
    double noiseCondition) {

  /** Its square is the most elements that an array has. */
  private static final int MOST_DIMENSIONS = 46_340;

  public ModelRecipe {
    if (inputDimension > MOST_DIMENSIONS) {
      throw new IllegalArgumentException(
          "the dimension must be at most " + MOST_DIMENSIONS + ", found " + inputDimension);
    }
    if (speakerDimension < 1 || speakerDimension > inputDimension) {
      throw new IllegalArgumentException(
          "the speaker dimension must be from 1 to "
              + inputDimension
              + ", found "
              + speakerDimension);
    }
    if (!(nu > 0)) {
      throw new IllegalArgumentException("nu must be positive, found " + nu);
    }
    if (!(lambdaLast > 0 && lambdaFirst >= lambdaLast && lambdaFirst < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "lambda must be positive and not rise, found " + lambdaFirst + " to " + lambdaLast);
    }
    if (!(noiseCondition >= 1 && noiseCondition < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the noise condition must be at least 1, found " + noiseCondition);
    }
  }

  /** With a spectrum from 6 to 0.1 and noise deviations that differ by a factor of 10. */
  public static ModelRecipe of(int inputDimension, int speakerDimension, double nu) {
    return new ModelRecipe(inputDimension, speakerDimension, nu, 6, 0.1, 10);
  }

  /** The recipe with another range of λ. */
  public ModelRecipe withSpectrum(double first, double last) {
    return new ModelRecipe(inputDimension, speakerDimension, nu, first, last, noiseCondition);
  }

  /** The model of this seed. */
  public HtPlda draw(long seed) {
    int dim = inputDimension;
    int d = speakerDimension;
    SeededRandom random = new SeededRandom(seed, -1);
    // Noise: η = Q' diag(s) g, so the covariance is Q' diag(s²) Q and W = Q' diag(1/s²) Q.
    double[] q = PlainAlgebra.orthonormalRows(dim, dim, random);
    double[] precise = q.clone();
    double[] spread = q.clone();
    for (int i = 0; i < dim; i++) {
      double s = geometric(1, 1 / noiseCondition, i, dim);
      for (int j = 0; j < dim; j++) {
        precise[i * dim + j] /= s * s;
        spread[i * dim + j] *= s;
      }
    }
    double[] w = PlainAlgebra.times(PlainAlgebra.transpose(q, dim, dim), precise, dim, dim, dim);
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j < i; j++) {
        w[i * dim + j] = w[j * dim + i];
      }
    }
    // Speakers: F' = Λ^½ U diag(s) Q with U orthonormal, so F'WF = Λ.
    double[] u = PlainAlgebra.orthonormalRows(d, dim, random);
    for (int k = 0; k < d; k++) {
      double root = StrictMath.sqrt(geometric(lambdaFirst, lambdaLast, k, d));
      for (int j = 0; j < dim; j++) {
        u[k * dim + j] *= root;
      }
    }
    double[] f = PlainAlgebra.transpose(PlainAlgebra.times(u, spread, d, dim, dim), d, dim);
    return HtPlda.of(
        random.gaussians(dim), DoubleMatrix.wrap(dim, d, f), DoubleMatrix.wrap(dim, dim, w), nu);
  }

  /** Element i of n that go from first to last by a constant factor. */
  private static double geometric(double first, double last, int i, int n) {
    return n == 1 ? first : first * StrictMath.pow(last / first, i / (n - 1.0));
  }
}
