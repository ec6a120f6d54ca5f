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
  /** Probabilities by normal deviate, which makes DET curves of normal scores straight. */
  PROBIT {
    @Override
    double apply(double value) {
      return StandardNormal.quantile(value);
    }
  };

  abstract double apply(double value);
}
