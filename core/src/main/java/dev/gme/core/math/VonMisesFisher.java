package dev.gme.core.math;

import dev.gme.core.Internal;

/**
 * The von Mises-Fisher density on the unit sphere of D dimensions (docs/math.md 3.11): {@code p(x |
 * m, κ) = (2π)^(−D/2) C(κ) exp(κ m'x)}. In this class ν = D/2 − 1 is the order of the Bessel
 * function I_ν.
 */
@Internal
public final class VonMisesFisher {
  private static final double HALF_LOG_2PI = 0.9189385332046728;

  /** Up to here the power series has fewer than some hundred terms, all positive. */
  private static final double SERIES = 30;

  /** From this order on the uniform expansion below is exact to some 1e-13. */
  private static final double LARGE_ORDER = 60;

  private VonMisesFisher() {}

  /**
   * log C(κ) = ν log κ − log I_ν(κ).
   *
   * @param dimension D, at least 1
   * @param kappa κ, at least 0
   */
  public static double logNormalizer(int dimension, double kappa) {
    require(dimension, kappa >= 0, "a concentration of at least 0", kappa);
    double nu = 0.5 * dimension - 1;
    if (dimension == 1) {
      // I of order −½ is √(2/(πκ)) cosh κ.
      double logCosh = kappa + Math.log1p(Math.exp(-2 * kappa)) - Math.log(2);
      return 0.5 * Math.log(Math.PI / 2) - logCosh;
    }
    if (kappa <= SERIES) {
      double quarter = kappa * kappa / 4;
      double term = 1;
      double sum = 0;
      for (int k = 1; term > 1e-18 * (1 + sum); k++) {
        term *= quarter / (k * (nu + k));
        sum += term;
      }
      return nu * Math.log(2) + SpecialFunctions.logGamma(nu + 1) - Math.log1p(sum);
    }
    int steps = (int) Math.ceil(Math.max(0, LARGE_ORDER - nu));
    double logBessel = uniform(nu + steps, kappa);
    double ratio = steps == 0 ? 0 : ratio(nu + steps - 1, kappa);
    for (int j = steps - 1; j >= 0; j--) {
      logBessel -= Math.log(ratio);
      ratio = 1 / (2 * (nu + j) / kappa + ratio);
    }
    return nu * Math.log(kappa) - logBessel;
  }

  /** log I_ν(κ) for large ν, by the expansion that is uniform in κ. */
  private static double uniform(double nu, double kappa) {
    double x = kappa / nu;
    double w = Math.sqrt(1 + x * x);
    double t = 1 / w;
    double t2 = t * t;
    double u1 = t * (3 - 5 * t2) / 24;
    double u2 = t2 * (81 + t2 * (-462 + 385 * t2)) / 1152;
    double u3 = t * t2 * (30375 + t2 * (-369603 + t2 * (765765 - 425425 * t2))) / 414720;
    double u4 =
        t2
            * t2
            * (4465125 + t2 * (-94121676 + t2 * (349922430 + t2 * (-446185740 + t2 * 185910725.0))))
            / 39813120;
    double series = (u1 + (u2 + (u3 + u4 / nu) / nu) / nu) / nu;
    return nu * (w + Math.log(x / (1 + w)))
        - HALF_LOG_2PI
        - 0.5 * Math.log(nu)
        - 0.5 * Math.log(w)
        + Math.log1p(series);
  }

  /** ρ(κ) = I_{ν+1}(κ)/I_ν(κ), the length of the mean of x: from 0 to 1. */
  public static double meanLength(int dimension, double kappa) {
    require(dimension, kappa >= 0, "a concentration of at least 0", kappa);
    return kappa == 0 ? 0 : ratio(0.5 * dimension - 1, kappa);
  }

  /** I_{ν+1}(κ)/I_ν(κ) by its continued fraction, from far above where any start will do. */
  private static double ratio(double nu, double kappa) {
    double root = Math.sqrt(kappa);
    int n = (int) Math.ceil(Math.min(kappa + 10 * root + 60, 20 * root + 200));
    double above = nu + n + 1;
    double r = kappa / (above + Math.sqrt(above * above + kappa * kappa));
    for (int j = n; j >= 1; j--) {
      r = 1 / (2 * (nu + j) / kappa + r);
    }
    return r;
  }

  /**
   * The κ with ρ(κ) = r, by Newton's steps in log κ that stay within a bracket.
   *
   * @param r from 0 to below 1
   */
  public static double concentration(int dimension, double r) {
    require(dimension, r >= 0 && r < 1, "a mean length from 0 to below 1", r);
    if (r == 0) {
      return 0;
    }
    double at = Math.log(r) + Math.log((dimension - r * r) / (1 - r * r));
    // ρ lies between κ/D-like and 1 − (D−1)/(2κ)-like bounds; the guess is within this factor.
    double low = at - 3;
    double high = at + 3;
    for (int i = 0; i < 100; i++) {
      double kappa = Math.exp(at);
      double rho = meanLength(dimension, kappa);
      if (rho < r) {
        low = at;
      } else {
        high = at;
      }
      double slope = kappa * (1 - rho * rho) - (dimension - 1) * rho;
      double next = at - (rho - r) / slope;
      if (!(next > low && next < high)) {
        next = 0.5 * (low + high);
      }
      if (Math.abs(next - at) <= 1e-15 * Math.max(1, Math.abs(at))) {
        return Math.exp(next);
      }
      at = next;
    }
    return Math.exp(at);
  }

  private static void require(int dimension, boolean isValid, String expected, double found) {
    if (dimension < 1 || !isValid) {
      throw new IllegalArgumentException(
          "expected " + expected + " in at least 1 dimension, found " + found + ", " + dimension);
    }
  }
}
