package dev.gme.report.drawing;

import dev.gme.core.math.StandardNormal;

/** How values are spread along an axis. */
public enum Scale {
  /** Equal differences have equal lengths. */
  LINEAR {
    @Override
    double apply(double value) {
      return value;
    }
  },
  /** Equal ratios have equal lengths. */
  LOG {
    @Override
    double apply(double value) {
      return Math.log10(value);
    }
  },
  /**
   * Values of both signs: nearly linear around 0, by their logarithm far away (inverse hyperbolic
   * sine).
   */
  ASINH {
    @Override
    double apply(double value) {
      double x = Math.abs(value) / LINEAR_TO;
      double y = x > LARGE ? Math.log(x) + Math.log(2) : Math.log(x + Math.hypot(x, 1));
      return Math.copySign(y, value);
    }
  },
  /** Probabilities by normal deviate, which makes DET curves of normal scores straight. */
  PROBIT {
    @Override
    double apply(double value) {
      return StandardNormal.quantile(value);
    }
  };

  /** About so far from 0 equal differences have equal lengths. */
  private static final double LINEAR_TO = 5;

  /** Where the square of a number might overflow. */
  private static final double LARGE = 1e150;

  abstract double apply(double value);
}
