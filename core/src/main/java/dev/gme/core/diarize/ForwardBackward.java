package dev.gme.core.diarize;

import dev.gme.core.linalg.VectorMath;
import java.util.Arrays;

/**
 * The forward-backward pass over a chain that stays with probability ρ and else draws its state
 * from π, in time proportional to windows times states (docs/math.md 9.6).
 *
 * <p>Each row of emissions is shifted by its maximum over the states that can be reached, so that
 * at least one probability of a row is not lost however large the log-likelihoods are. A state that
 * cannot be reached (π = 0 to rounding) has probability 0, whatever it emits.
 */
final class ForwardBackward {
  /** What is less probable before its emission is not reached at all: quotients stay finite. */
  private static final double REACHED = 1e-290;

  /** β of a state that α has lost to rounding would grow without limit; it must not become ∞. */
  private static final double LARGEST_BETA = 1e290;

  private final double[] gamma;
  private final double[] pi;
  private double logZ;

  /**
   * Computes everything.
   *
   * @param e log-emissions, a window a row; overwritten
   */
  ForwardBackward(double[] e, int windows, double[] pi, double loop) {
    int n = pi.length;
    double[] jump = new double[n];
    for (int s = 0; s < n; s++) {
      jump[s] = (1 - loop) * pi[s];
    }
    double[] alpha = new double[e.length];
    double[] c = new double[windows];
    forward(e, windows, pi, loop, jump, alpha, c);
    double[] counts = backward(e, windows, loop, jump, alpha, c);
    double total = 0;
    for (double count : counts) {
      total += count;
    }
    for (int s = 0; s < n; s++) {
      counts[s] = total > 0 ? counts[s] / total : pi[s];
    }
    gamma = alpha;
    this.pi = counts;
  }

  /** Leaves α in alpha, its sums in c, and probabilities in place of log-emissions in e. */
  private void forward(
      double[] e,
      int windows,
      double[] pi,
      double loop,
      double[] jump,
      double[] alpha,
      double[] c) {
    int n = pi.length;
    double[] weight = pi.clone();
    for (int t = 0; t < windows; t++) {
      int row = t * n;
      if (t > 0) {
        for (int s = 0; s < n; s++) {
          weight[s] = loop * alpha[row - n + s] + jump[s];
        }
      }
      double max = Double.NEGATIVE_INFINITY;
      for (int s = 0; s < n; s++) {
        max = weight[s] > REACHED ? Math.max(max, e[row + s]) : max;
      }
      for (int s = 0; s < n; s++) {
        e[row + s] = weight[s] > REACHED ? e[row + s] - max : Double.NEGATIVE_INFINITY;
      }
      VectorMath.exp(n, e, row, e, row);
      double sum = 0;
      for (int s = 0; s < n; s++) {
        alpha[row + s] = e[row + s] * weight[s];
        sum += alpha[row + s];
      }
      for (int s = 0; s < n; s++) {
        alpha[row + s] /= sum;
      }
      c[t] = sum;
      logZ += Math.log(sum) + max;
    }
  }

  /** Turns α into γ, and returns how often each state was drawn. */
  private static double[] backward(
      double[] e, int windows, double loop, double[] jump, double[] alpha, double[] c) {
    int n = jump.length;
    double[] counts = new double[n];
    double[] beta = new double[n];
    Arrays.fill(beta, 1);
    for (int t = windows - 1; t >= 0; t--) {
      int row = t * n;
      double entered = 0;
      for (int s = 0; s < n; s++) {
        alpha[row + s] *= beta[s];
        if (t == 0) {
          counts[s] += alpha[row + s];
        } else {
          // g, over c: what the next step to the left needs of this window.
          beta[s] = Math.min(LARGEST_BETA, beta[s] * (e[row + s] / c[t]));
          double drawn = jump[s] * beta[s];
          counts[s] += drawn;
          entered += drawn;
        }
      }
      if (t > 0) {
        for (int s = 0; s < n; s++) {
          beta[s] = Math.min(LARGEST_BETA, loop * beta[s] + entered);
        }
      }
    }
    return counts;
  }

  /** γ, a window a row. */
  double[] gamma() {
    return gamma;
  }

  /** π after its update. */
  double[] pi() {
    return pi;
  }

  /** log Z of the π that was given. */
  double logZ() {
    return logZ;
  }
}
