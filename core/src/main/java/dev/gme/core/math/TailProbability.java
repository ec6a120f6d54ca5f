package dev.gme.core.math;

import dev.gme.core.Internal;

/**
 * Tails of the distributions that squared norms have: χ² where noise is Gaussian, F where it is
 * heavy-tailed (docs/math.md 12.4). Relative errors are some 1e-12, in far tails too.
 */
@Internal
public final class TailProbability {
  private static final double TINY = 1e-300;
  private static final int MOST_TERMS = 100_000;

  private TailProbability() {}

  /**
   * The chance of |y|² ≥ q for y of n dimensions with t-distributed elements of scale 1.
   *
   * @param q at least 0
   * @param n the number of dimensions
   * @param nu ν, infinite for normal y
   */
  public static double ofSquaredNorm(double q, int n, double nu) {
    if (!(q >= 0) || n < 1 || !(nu > 0)) {
      throw new IllegalArgumentException("no tail at q = " + q + ", n = " + n + ", nu = " + nu);
    }
    if (nu == Double.POSITIVE_INFINITY) {
      return upperGamma(0.5 * n, 0.5 * q);
    }
    // I_x(ν/2, n/2) at x = ν/(ν+q), whose complement q/(ν+q) is handed on without cancellation.
    return regularizedBeta(0.5 * nu, 0.5 * n, nu / (nu + q), q / (nu + q));
  }

  /** I_x(a, b), with y = 1 − x. */
  static double regularizedBeta(double a, double b, double x, double y) {
    if (x <= 0 || y <= 0) {
      return x <= 0 ? 0 : 1;
    }
    if (Double.isNaN(x + y)) {
      return 0; // q = ∞
    }
    double front =
        Math.exp(
            SpecialFunctions.logGammaRatio(Math.max(a, b), Math.min(a, b))
                - SpecialFunctions.logGamma(Math.min(a, b))
                + a * Math.log(x)
                + b * Math.log(y));
    return x < (a + 1) / (a + b + 2)
        ? front * betaFraction(a, b, x) / a
        : 1 - front * betaFraction(b, a, y) / b;
  }

  /** The continued fraction of the incomplete beta function, by the modified method of Lentz. */
  private static double betaFraction(double a, double b, double x) {
    double c = 1;
    double d = inverse(1 - (a + b) * x / (a + 1));
    double h = d;
    for (int m = 1; m < MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = inverse(1 + even * d);
      c = away(1 + even / c);
      h *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = inverse(1 + odd * d);
      c = away(1 + odd / c);
      h *= d * c;
      if (Math.abs(d * c - 1) < 1e-15) {
        break;
      }
    }
    return h;
  }

  /** Γ(a, x)/Γ(a). */
  static double upperGamma(double a, double x) {
    if (x == 0) {
      return 1;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double front = Math.exp(a * Math.log(x) - x - SpecialFunctions.logGamma(a));
    return x < a + 1 ? 1 - front * lowerSeries(a, x) : front * upperFraction(a, x);
  }

  private static double lowerSeries(double a, double x) {
    double term = 1 / a;
    double sum = term;
    for (int k = 1; k < MOST_TERMS && term > 1e-17 * sum; k++) {
      term *= x / (a + k);
      sum += term;
    }
    return sum;
  }

  private static double upperFraction(double a, double x) {
    double b = x + 1 - a;
    double c = 1 / TINY;
    double d = inverse(b);
    double h = d;
    for (int k = 1; k < MOST_TERMS; k++) {
      double an = -k * (k - a);
      b += 2;
      d = inverse(an * d + b);
      c = away(b + an / c);
      h *= d * c;
      if (Math.abs(d * c - 1) < 1e-15) {
        break;
      }
    }
    return h;
  }

  private static double away(double x) {
    return Math.abs(x) < TINY ? TINY : x;
  }

  private static double inverse(double x) {
    return 1 / away(x);
  }
}
