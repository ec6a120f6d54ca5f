package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * The noise level of recordings as a function of their quality (docs/math.md 3.14): recording j has
 * noise of covariance v_j Σw with log v_j = γ'φ_j. Learned without labels, from what no speaker
 * explains; the problem is convex and has one solution.
 *
 * <pre>{@code
 * QualityPrecision quality = QualityPrecision.fit(phi, q, D - d, nu, null);
 * double b = quality.precision(phiOfNew, qOfNew);
 * }</pre>
 *
 * @param gamma γ
 * @param objective the value at the solution
 * @param dimension D − d
 * @param nu ν, infinite for Gaussian noise
 */
@SuppressWarnings("ArrayRecordComponent") // an estimate, which nobody compares
public record QualityPrecision(double[] gamma, double objective, int dimension, double nu) {
  private static final int ITERATIONS = 200;

  public QualityPrecision {
    gamma = gamma.clone();
  }

  @Override
  public double[] gamma() {
    return gamma.clone();
  }

  /**
   * Fits γ by Newton's steps.
   *
   * @param phi what is known of each recording, one a row; its first column is 1
   * @param q what no speaker explains of each, in units of Σw
   * @param dimension D − d, the directions that q is of
   * @param weights of the recordings, or null
   */
  public static QualityPrecision fit(
      DoubleMatrix phi, double[] q, int dimension, double nu, double[] weights) {
    if (phi.rows() != q.length || (weights != null && weights.length != q.length)) {
      throw new IllegalArgumentException(
          phi.rows() + " rows of quality for " + q.length + " recordings");
    }
    if (dimension < 1) {
      throw new GmeException(
          "the speaker space takes all dimensions, so nothing shows how noisy a recording is",
          "use a model with a smaller speaker dimension");
    }
    for (double v : phi.array()) {
      if (!Double.isFinite(v)) {
        throw new IllegalArgumentException("quality must be finite, found " + v);
      }
    }
    Problem problem = new Problem(phi, q, dimension, nu, weights);
    double[] gamma = problem.start();
    double value = problem.value(gamma);
    for (int i = 0; i < ITERATIONS; i++) {
      double[] step = problem.step(gamma);
      double size = 1;
      double[] next = moved(gamma, size, step);
      double there = problem.value(next);
      while (!(there <= value) && size > 1e-10) {
        size /= 2;
        next = moved(gamma, size, step);
        there = problem.value(next);
      }
      double gain = value - there;
      if (gain >= 0) {
        gamma = next;
        value = there;
      }
      if (!(gain > 1e-15 * Math.abs(value))) {
        break;
      }
    }
    return new QualityPrecision(gamma, value, dimension, nu);
  }

  private static double[] moved(double[] from, double size, double[] step) {
    double[] out = from.clone();
    Blas.axpy(out.length, -size, step, 0, out, 0);
    return out;
  }

  /** v, the noise variance in units of Σw that quality promises. */
  public double noise(double[] phi) {
    Require.length("the quality of a recording", phi, gamma.length);
    return Math.exp(Blas.dot(gamma.length, gamma, 0, phi, 0));
  }

  /** b, which joins what quality promises and what the vector shows. */
  public double precision(double[] phi, double q) {
    double v = noise(phi);
    return nu == Double.POSITIVE_INFINITY ? 1 / v : (nu + dimension) / (nu * v + q);
  }

  private record Problem(DoubleMatrix phi, double[] q, int n, double nu, double[] weights) {
    private double weight(int j) {
      return weights == null ? 1 : weights[j];
    }

    double[] start() {
      double sum = 0;
      double total = 0;
      for (int j = 0; j < q.length; j++) {
        sum += weight(j) * q[j];
        total += weight(j);
      }
      if (!(sum > 0)) {
        throw new GmeException(
            "the recordings have no noise outside the speaker space, so their quality cannot be"
                + " told",
            "use vectors that the model was not fitted to exactly");
      }
      double[] gamma = new double[phi.cols()];
      gamma[0] = Math.log(sum / (n * total));
      return gamma;
    }

    private double logNoise(double[] gamma, int j) {
      return Blas.dot(gamma.length, gamma, 0, phi.array(), j * gamma.length);
    }

    double value(double[] gamma) {
      double sum = 0;
      for (int j = 0; j < q.length; j++) {
        double log = logNoise(gamma, j);
        double ratio = q[j] * Math.exp(-log);
        sum +=
            weight(j)
                * (0.5 * n * log
                    + (nu == Double.POSITIVE_INFINITY
                        ? 0.5 * ratio
                        : 0.5 * (nu + n) * Math.log1p(ratio / nu)));
      }
      return sum;
    }

    /** Hessian⁻¹ gradient. */
    double[] step(double[] gamma) {
      int k = gamma.length;
      double[] gradient = new double[k];
      double[] hessian = new double[k * k];
      for (int j = 0; j < q.length; j++) {
        double ratio = q[j] * Math.exp(-logNoise(gamma, j));
        boolean gaussian = nu == Double.POSITIVE_INFINITY;
        // b q, and its share that does not saturate.
        double bq = gaussian ? ratio : (nu + n) * ratio / (nu + ratio);
        double curve = gaussian ? ratio : bq * nu / (nu + ratio);
        for (int i = 0; i < k; i++) {
          double p = phi.get(j, i);
          gradient[i] += weight(j) * p * 0.5 * (n - bq);
          for (int l = 0; l < k; l++) {
            hessian[i * k + l] += weight(j) * p * phi.get(j, l) * 0.5 * curve;
          }
        }
      }
      return Cholesky.of(DoubleMatrix.wrap(k, k, hessian))
          .orThrow(
              "the quality of the recordings",
              "leave out columns that are constant or follow from others")
          .solve(gradient);
    }
  }
}
