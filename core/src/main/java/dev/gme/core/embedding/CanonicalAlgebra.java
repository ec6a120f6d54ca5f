package dev.gme.core.embedding;

import dev.gme.core.Internal;

/**
 * The formulas of the canonical form (docs/math.md 1.2 and 1.3) on plain arrays, so that a single
 * embedding and a row of a batch are computed by the same code. An embedding is the d numbers at
 * {@code a[off..]} and b; u = bλ_k, q = 1 + u, p = 1 + 2u.
 */
@Internal
public final class CanonicalAlgebra {
  /** Far from overflow, with room for a product of two such numbers. */
  private static final double LARGE = 1e100;

  private CanonicalAlgebra() {}

  /** L(a, b) = ½ Σ [ a²/q − log q ]. */
  static double logExpectation(double[] lambda, double[] a, int off, double b) {
    double sum = 0;
    for (int k = 0; k < lambda.length; k++) {
      double u = b * lambda[k];
      double ak = a[off + k];
      sum += ak * ak / (1 + u) - Math.log1p(u);
    }
    return 0.5 * sum;
  }

  /**
   * The log-likelihood ratio of the embeddings at {@code a1[off1..]}, b1 and {@code a2[off2..]},
   * b2.
   *
   * <p>Most of the time goes into divisions, so each component has one, by the product of all its
   * denominators. Where such a product might overflow, it is done step by step.
   */
  public static double llr(
      double[] lambda, double[] a1, int off1, double b1, double[] a2, int off2, double b2) {
    double sum = 0;
    // Π(1 + v_k) − 1, so that one logarithm does for many components; relative accuracy is kept
    // where all v are tiny.
    double product = 0;
    for (int k = 0; k < lambda.length; k++) {
      double x = a1[off1 + k];
      double y = a2[off2 + k];
      double u1 = b1 * lambda[k];
      double u2 = b2 * lambda[k];
      double q1 = 1 + u1;
      double q2 = 1 + u2;
      double q = 1 + u1 + u2;
      double qq = q1 * q2;
      double quadratic;
      double v = u1 * u2 * qq;
      double all = qq * q;
      if (u1 <= 1 || u2 <= 1) {
        quadratic = 2 * x * y * qq - u2 * q2 * (x * x) - u1 * q1 * (y * y);
      } else {
        // The form that does not cancel when both are certain and their means agree.
        double between = x * q2 - y * q1;
        quadratic = (x + y) * (x + y) * qq - between * between * q;
        v *= q + 1;
        all *= q + 1;
      }
      if (!(all < LARGE)) {
        return llrStepByStep(lambda, a1, off1, b1, a2, off2, b2);
      }
      double inverse = 1 / all;
      sum += quadratic * inverse;
      v *= inverse;
      if (product > LARGE) {
        sum += Math.log1p(product);
        product = v;
      } else {
        product += v + product * v;
      }
    }
    double llr = 0.5 * (sum + Math.log1p(product));
    return Double.isFinite(llr) ? llr : llrStepByStep(lambda, a1, off1, b1, a2, off2, b2);
  }

  /** The same for numbers of any size: what overflows on the way is divided one by one. */
  private static double llrStepByStep(
      double[] lambda, double[] a1, int off1, double b1, double[] a2, int off2, double b2) {
    double sum = 0;
    double product = 0;
    for (int k = 0; k < lambda.length; k++) {
      double x = a1[off1 + k];
      double y = a2[off2 + k];
      double u1 = b1 * lambda[k];
      double u2 = b2 * lambda[k];
      double q1 = 1 + u1;
      double q2 = 1 + u2;
      double q = 1 + u1 + u2;
      double quadratic;
      if (Math.min(u1, u2) <= 1) {
        quadratic = (2 * x * y - u2 * (x * x / q1) - u1 * (y * y / q2)) / q;
      } else {
        double between = x * q2 - y * q1;
        quadratic = ((x + y) * (x + y) / q - between / q1 * (between / q2)) / (q + 1);
      }
      sum += quadratic;
      double v = u1 / q * u2;
      if (product > LARGE || v > LARGE) {
        sum += Math.log1p(product);
        product = v;
      } else {
        product += v + product * v;
      }
    }
    return 0.5 * (sum + Math.log1p(product));
  }

  /** log ‖f‖ without the log-scale. */
  static double logNorm(double[] lambda, double[] a, double b) {
    double sum = 0;
    for (int k = 0; k < lambda.length; k++) {
      double u = 2 * b * lambda[k];
      sum += a[k] * a[k] / (1 + u) - 0.25 * Math.log1p(u);
    }
    return sum;
  }

  /** δ, the log cosine. */
  static double logCosine(double[] lambda, double[] a1, double b1, double[] a2, double b2) {
    double sum = 0;
    for (int k = 0; k < lambda.length; k++) {
      Difference d = new Difference(lambda[k], a1[k], b1, a2[k], b2);
      sum +=
          d.mean * d.mean * (d.p1 * (d.p2 / (d.p1 + d.p2)))
              + 0.25 * Math.log1p(d.p / d.p1 * (d.p / d.p2) / 4);
    }
    // Not −sum, which is −0 for equal embeddings.
    return 0 - sum;
  }

  /** log ‖f1‖ − log ‖f2‖ without the log-scales. */
  static double normDifference(double[] lambda, double[] a1, double b1, double[] a2, double b2) {
    double sum = 0;
    for (int k = 0; k < lambda.length; k++) {
      Difference d = new Difference(lambda[k], a1[k], b1, a2[k], b2);
      sum +=
          0.5 * (a1[k] - a2[k]) * (a1[k] / d.p1 + a2[k] / d.p2)
              + 0.5 * (a1[k] + a2[k]) * d.mean
              - 0.25 * Math.log1p(d.p / d.p2);
    }
    return sum;
  }

  /** How the k-th components of f1² and f2² differ: precisions p = 1 + 2bλ and means a/p. */
  private static final class Difference {
    final double p1;
    final double p2;
    final double p;
    final double mean;

    Difference(double lambda, double a1, double b1, double a2, double b2) {
      p1 = 1 + 2 * b1 * lambda;
      p2 = 1 + 2 * b2 * lambda;
      p = 2 * (b1 - b2) * lambda;
      mean = meanDifference(a1, p1, a2, p2, p);
    }
  }

  /** a1/p1 − a2/p2 from dp = p1 − p2: the inputs are subtracted first, the quotients never. */
  private static double meanDifference(double a1, double p1, double a2, double p2, double dp) {
    return p1 >= p2 ? (a1 - a2 - a2 / p2 * dp) / p1 : (a1 - a2 - a1 / p1 * dp) / p2;
  }
}
