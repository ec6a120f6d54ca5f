package dev.gme.core.calibrate;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The inputs of calibration trials, shifted and scaled to mean 0 and variance 1 over the trials:
 * Newton's method then works on numbers of size 1, whatever the scores are.
 */
final class Standardized {
  /** An input that spreads no more than its rounding does is a constant. */
  private static final double CONSTANT = 1e-12;

  /**
   * An eigenvalue of the correlations: what depends on another input but for a part in 30,000 has
   * no coefficient worth knowing, and Newton's method would be lost in rounding.
   */
  private static final double COLLINEAR = 1e-9;

  /** Share in the dependence from which on an input is named. */
  private static final double INVOLVED = 1e-3;

  private final CalibrationTrials trials;
  private final double[] mean;

  /** 1 over the standard deviation; 0 for a constant. */
  private final double[] scale;

  Standardized(CalibrationTrials trials) {
    this.trials = trials;
    mean = new double[trials.inputs()];
    scale = new double[trials.inputs()];
    double all = trials.targetWeight() + trials.nontargetWeight();
    for (int k = 0; k < mean.length; k++) {
      double[] x = trials.input(k);
      double max = Double.MIN_NORMAL;
      for (int i = 0; i < x.length; i++) {
        max = trials.weight(i) > 0 ? Math.max(max, Math.abs(x[i])) : max;
      }
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += trials.weight(i) / all * (x[i] / max);
      }
      double squares = 0;
      for (int i = 0; i < x.length; i++) {
        double d = x[i] / max - sum;
        squares += trials.weight(i) / all * d * d;
      }
      mean[k] = sum * max;
      double deviation = Math.sqrt(squares);
      scale[k] = deviation <= CONSTANT ? 0 : 1 / (deviation * max);
    }
  }

  double at(int input, int trial) {
    return (trials.input(input)[trial] - mean[input]) * scale[input];
  }

  /** The coefficients of the inputs as they were. */
  double[] coefficients(double[] theta) {
    double[] out = new double[mean.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = theta[k] * scale[k];
    }
    return out;
  }

  /** The offset for the inputs as they were; that of the standardized ones is the last of theta. */
  double offset(double[] theta) {
    double out = theta[mean.length];
    for (int k = 0; k < mean.length; k++) {
      out -= theta[k] * scale[k] * mean[k];
    }
    return out;
  }

  /** Refuses inputs that leave more than one best choice of coefficients. */
  void requireIndependent() {
    for (int k = 0; k < scale.length; k++) {
      if (scale[k] == 0) {
        throw new GmeException(
            "input "
                + trials.names(List.of(k))
                + " is the same for all trials, so its coefficient cannot be told from the offset",
            "leave that input out, or ask for a ridge");
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(correlations());
    int last = scale.length - 1;
    if (eigen.values()[last] < COLLINEAR) {
      throw new GmeException(
          "the inputs "
              + trials.names(involved(eigen.vectorsAsRows().row(last)))
              + " are collinear over the trials, so many choices of coefficients are equally good",
          "leave one of them out, or ask for a ridge");
    }
  }

  private static List<Integer> involved(double[] dependence) {
    return IntStream.range(0, dependence.length)
        .filter(k -> Math.abs(dependence[k]) > INVOLVED)
        .boxed()
        .toList();
  }

  private DoubleMatrix correlations() {
    int size = scale.length;
    double all = trials.targetWeight() + trials.nontargetWeight();
    double[] out = new double[size * size];
    for (int i = 0; i < trials.size(); i++) {
      for (int k = 0; k < size; k++) {
        double share = trials.weight(i) / all * at(k, i);
        for (int m = 0; m < size; m++) {
          out[k * size + m] += share * at(m, i);
        }
      }
    }
    return DoubleMatrix.wrap(size, size, out);
  }
}
