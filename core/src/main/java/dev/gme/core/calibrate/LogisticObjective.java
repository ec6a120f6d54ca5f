package dev.gme.core.calibrate;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.VectorMath;
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
          int from = c * CHUNK;
          parts[c] = new Sums(theta.length);
          parts[c].add(
              new Chunk(
                  theta, trials, inputs, options.priorLogOdds(), from, Math.min(CHUNK, n - from)));
        });
    Sums all = parts[0];
    for (int c = 1; c < parts.length; c++) {
      all.add(parts[c]);
    }
    all.addRidge(theta, options.ridge());
    return all.objective();
  }

  /** Some trials, with the logistic functions of all of them. */
  private static final class Chunk {
    final CalibrationTrials trials;
    final Standardized inputs;
    final int from;
    final int n;
    final double[] llr;

    /** What a trial counts, negative for targets, whose loss falls with the score. */
    final double[] cost;

    final double[] loss;
    final double[] sigmoid;
    final double[] sigmoidOfMinus;

    Chunk(
        double[] theta,
        CalibrationTrials trials,
        Standardized inputs,
        double tau,
        int from,
        int n) {
      this.trials = trials;
      this.inputs = inputs;
      this.from = from;
      this.n = n;
      llr = new double[n];
      cost = new double[n];
      loss = new double[n];
      sigmoid = new double[n];
      sigmoidOfMinus = new double[n];
      double ofTarget = -SpecialFunctions.sigmoid(tau) / trials.targetWeight();
      double ofNontarget = SpecialFunctions.sigmoid(-tau) / trials.nontargetWeight();
      double[] x = new double[theta.length];
      for (int i = 0; i < n; i++) {
        inputs(i, x);
        for (int k = 0; k < x.length; k++) {
          llr[i] += theta[k] * x[k];
        }
        boolean target = trials.isTarget(from + i);
        cost[i] = trials.weight(from + i) * (target ? ofTarget : ofNontarget);
        sigmoid[i] = target ? -(llr[i] + tau) : llr[i] + tau;
        sigmoidOfMinus[i] = -sigmoid[i];
      }
      VectorMath.softplus(n, sigmoid, 0, loss, 0);
      VectorMath.sigmoid(n, sigmoid, 0, sigmoid, 0);
      VectorMath.sigmoid(n, sigmoidOfMinus, 0, sigmoidOfMinus, 0);
    }

    /** The inputs of a trial, and 1 for the offset. */
    void inputs(int i, double[] x) {
      for (int k = 0; k < x.length - 1; k++) {
        x[k] = inputs.at(k, from + i);
      }
      x[x.length - 1] = 1;
    }
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

    void add(Chunk of) {
      int d = gradient.length;
      double[] x = new double[d];
      for (int i = 0; i < of.n; i++) {
        double c = of.cost[i];
        if (c == 0) {
          continue;
        }
        if (of.trials.isTarget(of.from + i)) {
          lowestTarget = Math.min(lowestTarget, of.llr[i]);
        } else {
          highestNontarget = Math.max(highestNontarget, of.llr[i]);
        }
        value += Math.abs(c) * of.loss[i];
        double slope = c * of.sigmoid[i];
        double curvature = Math.abs(slope) * of.sigmoidOfMinus[i];
        of.inputs(i, x);
        for (int k = 0; k < d; k++) {
          gradient[k] += slope * x[k];
          for (int m = 0; m <= k; m++) {
            hessian[k * d + m] += curvature * x[k] * x[m];
          }
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
