package dev.gme.core.math;

import dev.gme.core.Internal;

/**
 * The gamma function's logarithm and relatives for positive arguments, by Stirling's series above
 * 15 and the recurrence below. Relative errors are a few 1e-15 (away from the zeros of the
 * functions).
 */
@Internal
public final class SpecialFunctions {
  private static final double HALF_LOG_2PI = 0.9189385332046728;

  /** From here on the series below are exact to the last digits. */
  private static final double LARGE = 15;

  private SpecialFunctions() {}

  /** ln Γ(x) for x &gt; 0. */
  public static double logGamma(double x) {
    requirePositive(x);
    if (x >= LARGE) {
      // (x − ½) log x − x, so arranged that ∞ gives ∞.
      return (x - 0.5) * (Math.log(x) - 1) - 0.5 + HALF_LOG_2PI + stirling(x);
    }
    // Γ(x) = Γ(x+n) / (x (x+1) … (x+n−1)); one logarithm for the product, which stays below 15!.
    double product = 1;
    double y = x;
    for (; y < LARGE; y++) {
      product *= y;
    }
    return logGamma(y) - Math.log(product);
  }

  /**
   * ln Γ(x+h) − ln Γ(x) for x &gt; 0 and h ≥ 0, accurate where both are huge and nearly equal
   * (large degrees of freedom).
   */
  public static double logGammaRatio(double x, double h) {
    requirePositive(x);
    if (x < LARGE) {
      return logGamma(x + h) - logGamma(x);
    }
    return (x + h - 0.5) * Math.log1p(h / x)
        + h * (Math.log(x) - 1)
        + (stirling(x + h) - stirling(x));
  }

  /** The correction of Stirling's formula: 1/(12x) − 1/(360x³) + … (Bernoulli numbers). */
  private static double stirling(double x) {
    double r = 1 / (x * x);
    return (1.0 / 12
            - r
                * (1.0 / 360
                    - r
                        * (1.0 / 1260
                            - r * (1.0 / 1680 - r * (1.0 / 1188 - r * (691.0 / 360360))))))
        / x;
  }

  /** ψ(x), the derivative of ln Γ, for x &gt; 0. */
  public static double digamma(double x) {
    requirePositive(x);
    double shift = 0;
    double y = x;
    for (; y < LARGE; y++) {
      shift += 1 / y;
    }
    double r = 1 / (y * y);
    double series =
        r
            * (1.0 / 12
                - r
                    * (1.0 / 120
                        - r
                            * (1.0 / 252
                                - r * (1.0 / 240 - r * (1.0 / 132 - r * (691.0 / 32760))))));
    return Math.log(y) - 0.5 / y - series - shift;
  }

  /** x − log(1+x) for x &gt; −1, without cancellation at small x. */
  public static double xMinusLog1p(double x) {
    if (Math.abs(x) > 0.1) {
      return x - Math.log1p(x);
    }
    // Σ (−x)^k / k from k = 2; |x| ≤ 0.1 needs 15 terms for 1e-16.
    double sum = 0;
    for (int k = 17; k >= 2; k--) {
      sum = 1.0 / k - x * sum;
    }
    return x * x * sum;
  }

  /** log(1 + e^x) without overflow or cancellation; 0 at −∞ and +∞ at +∞. */
  public static double softplus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /** 1/(1 + e^−x). One minus it is sigmoid(−x), which keeps its digits where x is large. */
  public static double sigmoid(double x) {
    // e^-x may overflow to ∞, whose inverse is 0, which is right.
    return 1 / (1 + Math.exp(-x));
  }

  private static void requirePositive(double x) {
    if (!(x > 0)) {
      throw new IllegalArgumentException("the argument must be positive, found " + x);
    }
  }
}
