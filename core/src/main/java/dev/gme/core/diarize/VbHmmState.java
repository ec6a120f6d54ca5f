package dev.gme.core.diarize;

import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;

/**
 * Where the fit of a {@link VbHmm} stands: whose every window is, as probabilities.
 *
 * <p>Windows are rows and speakers columns.
 */
public final class VbHmmState {
  /** How sure a start from hard labels is of them. */
  private static final double SMOOTHING = 5;

  private final DoubleMatrix gamma;
  private final double[] pi;
  private final double bound;
  private final DoubleMatrix mean;
  private final DoubleMatrix precision;

  VbHmmState(
      DoubleMatrix gamma, double[] pi, double bound, DoubleMatrix mean, DoubleMatrix precision) {
    this.gamma = gamma;
    this.pi = pi;
    this.bound = bound;
    this.mean = mean;
    this.precision = precision;
  }

  /** A start from responsibilities and speaker probabilities. */
  public static VbHmmState start(DoubleMatrix gamma, double[] pi) {
    if (pi.length != gamma.cols() || pi.length == 0) {
      throw new IllegalArgumentException(
          "responsibilities of "
              + gamma.cols()
              + " speakers and probabilities of "
              + pi.length
              + " do not match");
    }
    double sum = 0;
    for (double p : pi) {
      if (!(p >= 0)) {
        throw new IllegalArgumentException("a probability of a speaker is " + p);
      }
      sum += p;
    }
    if (!(Math.abs(sum - 1) < 1e-6)) {
      throw new IllegalArgumentException("probabilities of speakers sum to 1, found " + sum);
    }
    DoubleMatrix none = DoubleMatrix.zeros(0, 0);
    return new VbHmmState(gamma, pi.clone(), Double.NEGATIVE_INFINITY, none, none);
  }

  /**
   * A start from hard labels: γ_t is the softmax of 5·[s = label], all speakers equally probable.
   */
  public static VbHmmState start(int[] labels, int speakers) {
    DoubleMatrix gamma = DoubleMatrix.zeros(labels.length, speakers);
    double other = 1 / (Math.exp(SMOOTHING) + speakers - 1);
    Arrays.fill(gamma.array(), other);
    for (int t = 0; t < labels.length; t++) {
      if (labels[t] < 0 || labels[t] >= speakers) {
        throw new IllegalArgumentException("label " + labels[t] + " of " + speakers);
      }
      gamma.array()[t * speakers + labels[t]] = Math.exp(SMOOTHING) * other;
    }
    double[] pi = new double[speakers];
    Arrays.fill(pi, 1.0 / speakers);
    return start(gamma, pi);
  }

  /** γ, the probability that a window is of a speaker. */
  public DoubleMatrix gamma() {
    return gamma;
  }

  /** π, how probable each speaker is where the speaker changes; a copy. */
  public double[] pi() {
    return pi.clone();
  }

  /** The bound of the log-likelihood that the last iteration computed; −∞ at a start. */
  public double bound() {
    return bound;
  }

  /** m of each speaker, as the last iteration used it; empty at a start. */
  public DoubleMatrix mean() {
    return mean;
  }

  /** p of each speaker, as the last iteration used it; empty at a start. */
  public DoubleMatrix precision() {
    return precision;
  }

  /** The most probable speaker of every window; of equal ones the first. */
  public int[] labels() {
    return ranked(0);
  }

  /**
   * The next most probable speaker of every window, for speech that overlaps; the first again where
   * there is but one.
   */
  public int[] secondLabels() {
    return ranked(gamma.cols() > 1 ? 1 : 0);
  }

  private int[] ranked(int rank) {
    int n = gamma.cols();
    int[] out = new int[gamma.rows()];
    for (int t = 0; t < out.length; t++) {
      int first = largest(t, n, -1);
      out[t] = rank == 0 ? first : largest(t, n, first);
    }
    return out;
  }

  private int largest(int t, int n, int except) {
    int best = -1;
    for (int s = 0; s < n; s++) {
      if (s != except && (best < 0 || gamma.array()[t * n + s] > gamma.array()[t * n + best])) {
        best = s;
      }
    }
    return best;
  }
}
