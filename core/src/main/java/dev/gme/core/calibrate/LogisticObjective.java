package dev.gme.core.calibrate;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.parallel.Workers;

/**
 * C of docs/math.md 7.6 at some coefficients θ of standardized inputs (the offset last), with its
 * derivatives, and with how far the two kinds of trials are apart there.
 *
 * @param hessian the matrix of second derivatives, of which only the lower triangle is filled
 * @param lowestTarget the lowest llr of a target
 * @param highestNontarget the highest llr of a non-target
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, only read
record LogisticObjective(
    double value,
    double[] gradient,
    DoubleMatrix hessian,
    double lowestTarget,
    double highestNontarget) {
  private static final int CHUNK = 4096;

  static LogisticObjective at(
      double[] theta, CalibrationTrials trials, Standardized inputs, CalibrationOptions options) {
    int n = trials.size();
    Sums[] parts = new Sums[(n + CHUNK - 1) / CHUNK];
    Workers.forEach(
        parts.length,
        c -> {
          Sums sums = new Sums(theta.length);
          double[] x = new double[theta.length];
          int from = c * CHUNK;
          int to = from + Math.min(CHUNK, n - from);
          for (int i = from; i < to; i++) {
            if (trials.weight(i) > 0) {
              for (int k = 0; k < x.length - 1; k++) {
                x[k] = inputs.at(k, i);
              }
              x[x.length - 1] = 1;
              sums.add(x, theta, trials, i, options.priorLogOdds());
            }
          }
          parts[c] = sums;
        });
    Sums all = parts[0];
    for (int c = 1; c < parts.length; c++) {
      all.add(parts[c]);
    }
    all.addRidge(theta, options.ridge());
    return all.objective();
  }

  private static final class Sums {
    private double value;
    private final double[] gradient;
    private final double[] hessian;
    private double lowestTarget = Double.POSITIVE_INFINITY;
    private double highestNontarget = Double.NEGATIVE_INFINITY;

    Sums(int d) {
      gradient = new double[d];
      hessian = new double[d * d];
    }

    void add(double[] x, double[] theta, CalibrationTrials trials, int i, double tau) {
      double llr = 0;
      for (int k = 0; k < x.length; k++) {
        llr += theta[k] * x[k];
      }
      double epsilon;
      double c;
      if (trials.isTarget(i)) {
        epsilon = -1;
        c = SpecialFunctions.sigmoid(tau) * trials.weight(i) / trials.targetWeight();
        lowestTarget = Math.min(lowestTarget, llr);
      } else {
        epsilon = 1;
        c = SpecialFunctions.sigmoid(-tau) * trials.weight(i) / trials.nontargetWeight();
        highestNontarget = Math.max(highestNontarget, llr);
      }
      double z = epsilon * (llr + tau);
      value += c * SpecialFunctions.softplus(z);
      double slope = c * SpecialFunctions.sigmoid(z);
      double curvature = slope * SpecialFunctions.sigmoid(-z);
      int d = x.length;
      for (int k = 0; k < d; k++) {
        gradient[k] += epsilon * slope * x[k];
        for (int m = 0; m <= k; m++) {
          hessian[k * d + m] += curvature * x[k] * x[m];
        }
      }
    }

    void add(Sums other) {
      value += other.value;
      for (int k = 0; k < gradient.length; k++) {
        gradient[k] += other.gradient[k];
      }
      for (int k = 0; k < hessian.length; k++) {
        hessian[k] += other.hessian[k];
      }
      lowestTarget = Math.min(lowestTarget, other.lowestTarget);
      highestNontarget = Math.max(highestNontarget, other.highestNontarget);
    }

    /** The offset, last of theta, pays nothing. */
    void addRidge(double[] theta, double ridge) {
      int d = theta.length;
      for (int k = 0; k < d - 1; k++) {
        value += 0.5 * ridge * theta[k] * theta[k];
        gradient[k] += ridge * theta[k];
        hessian[k * d + k] += ridge;
      }
    }

    LogisticObjective objective() {
      DoubleMatrix second = DoubleMatrix.wrap(gradient.length, gradient.length, hessian);
      return new LogisticObjective(value, gradient, second, lowestTarget, highestNontarget);
    }
  }
}
