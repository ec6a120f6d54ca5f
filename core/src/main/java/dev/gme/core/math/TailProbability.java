package dev.gme.core.math;

import dev.gme.core.Internal;

/**
 * Is a recording usual at all (docs/math.md 3.15)? What no speaker explains of it, q over n = D −
 * d, has the F distribution of n and ν degrees of freedom under the model, whoever speaks.
 */
@Internal
public final class TailProbability {
  private static final double TINY = 1e-300;
  private static final int TERMS = 100_000;

  private TailProbability() {}

  /**
   * The chance of a q as large or larger: I_{ν/(ν+q)}(ν/2, n/2), the regularized incomplete beta
   * function; for ν = ∞ Γ(n/2, q/2)/Γ(n/2).
   *
   * @param dimension n, at least 1
   * @param nu ν &gt; 0, may be infinite
   */
  public static double of(double q, int dimension, double nu) {
    if (!(q >= 0) || dimension < 1 || !(nu > 0)) {
      throw new IllegalArgumentException(
          "expected q at least 0, a dimension of at least 1 and nu above 0, found "
              + q
              + ", "
              + dimension
              + " and "
              + nu);
    }
    if (q == 0) {
      return 1;
    }
    if (q == Double.POSITIVE_INFINITY) {
      return 0;
    }
    return nu == Double.POSITIVE_INFINITY
        ? upperGamma(0.5 * dimension, 0.5 * q)
        : beta(0.5 * nu, 0.5 * dimension, nu, q);
  }

  /** Γ(a, x)/Γ(a): by the series of its complement below a + 1, by a continued fraction above. */
  private static double upperGamma(double a, double x) {
    double logFactor = a * Math.log(x) - x - SpecialFunctions.logGamma(a);
    if (x < a + 1) {
      double term = 1 / a;
      double sum = term;
      for (int k = 1; k < TERMS && term > 1e-17 * sum; k++) {
        term *= x / (a + k);
        sum += term;
      }
      return 1 - Math.exp(logFactor) * sum;
    }
    // Lentz's method for 1/(x+1−a− 1(1−a)/(x+3−a− …)).
    double b = x + 1 - a;
    double c = 1 / TINY;
    double d = 1 / b;
    double h = d;
    for (int k = 1; k < TERMS; k++) {
      double an = -k * (k - a);
      b += 2;
      d = 1 / away(an * d + b);
      c = away(b + an / c);
      double delta = c * d;
      h *= delta;
      if (Math.abs(delta - 1) < 1e-16) {
        break;
      }
    }
    return Math.exp(logFactor) * h;
  }

  /** I_x(a, b) for x = ν/(ν+q), from ν and q, of which 1 − x loses nothing. */
  private static double beta(double a, double b, double nu, double q) {
    double x = nu / (nu + q);
    double y = q / (nu + q);
    double logX = -Math.log1p(q / nu);
    double logY = -Math.log1p(nu / q);
    double logFactor =
        a * logX
            + b * logY
            + SpecialFunctions.logGammaRatio(Math.max(a, b), Math.min(a, b))
            - SpecialFunctions.logGamma(Math.min(a, b));
    return x < (a + 1) / (a + b + 2)
        ? Math.exp(logFactor) * fraction(a, b, x) / a
        : 1 - Math.exp(logFactor) * fraction(b, a, y) / b;
  }

  /** The continued fraction of the incomplete beta function, by Lentz's method. */
  private static double fraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double h = d;
    for (int m = 1; m < TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + even * d);
      c = away(1 + even / c);
      h *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / away(1 + odd * d);
      c = away(1 + odd / c);
      double delta = d * c;
      h *= delta;
      if (Math.abs(delta - 1) < 1e-16) {
        break;
      }
    }
    return h;
  }

  private static double away(double v) {
    return Math.abs(v) < TINY ? TINY : v;
  }
}
