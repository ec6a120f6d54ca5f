package dev.gme.frontend.gmm;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * Baum-Welch statistics (docs/math.md 8.1) of order 0, 1 or 2: n_c, f_c and S_c, gathered about an
 * origin. Those of two sets of frames about one origin add up.
 */
public final class GmmStatistics {
  private final double[] origin;
  private final double[] n;
  private final DoubleMatrix f;
  private final DoubleMatrix s;
  private final double logLikelihood;

  private GmmStatistics(
      double[] origin, double[] n, DoubleMatrix f, DoubleMatrix s, double logLikelihood) {
    this.origin = origin;
    this.n = n;
    this.f = f;
    this.s = s;
    this.logLikelihood = logLikelihood;
  }

  /**
   * Statistics from elsewhere, about the origin 0.
   *
   * @param n C counts
   * @param f C x P sums
   * @param s C x P sums of squares (diagonal) or C x P² sums of products (full); null for none
   */
  public static GmmStatistics of(double[] n, DoubleMatrix f, DoubleMatrix s) {
    int p = f.cols();
    if (f.rows() != n.length
        || (s != null && (s.rows() != n.length || (s.cols() != p && s.cols() != p * p)))) {
      throw new IllegalArgumentException("statistics of different sizes");
    }
    return new GmmStatistics(new double[p], n.clone(), f, s, Double.NaN);
  }

  /**
   * Statistics that were gathered before, say on another machine.
   *
   * @param origin what the moments are about
   * @param f null for order 0
   * @param s null for order 0 and 1
   * @param logLikelihood NaN where it is not known
   */
  public static GmmStatistics of(
      double[] origin, double[] n, DoubleMatrix f, DoubleMatrix s, double logLikelihood) {
    GmmStatistics plain = of(n, f == null ? DoubleMatrix.zeros(n.length, origin.length) : f, s);
    if (plain.origin.length != origin.length) {
      throw new IllegalArgumentException("an origin of another dimension than the sums");
    }
    return new GmmStatistics(origin.clone(), plain.n, f, s, logLikelihood);
  }

  /** The E-step of a diagonal mixture: all frames with all posteriors, as products of matrices. */
  public static GmmStatistics gather(DiagonalGmm mixture, RowSource frames) {
    DenseGathering g = new DenseGathering(mixture);
    g.add(frames);
    int c = mixture.components();
    int p = mixture.dimension();
    double[] f = new double[c * p];
    double[] s = new double[c * p];
    for (int i = 0; i < c; i++) {
      System.arraycopy(g.moments, i * 2 * p, f, i * p, p);
      System.arraycopy(g.moments, i * 2 * p + p, s, i * p, p);
    }
    return new GmmStatistics(
        mixture.origin().clone(),
        g.n,
        DoubleMatrix.wrap(c, p, f),
        DoubleMatrix.wrap(c, p, s),
        g.logLikelihood);
  }

  /**
   * Gathers frames with given posteriors, about the origin 0. The second moments are full for a
   * {@link FullGmm}.
   *
   * @param order 0, 1 or 2
   */
  public static GmmStatistics gather(
      GaussianMixture mixture, RowSource frames, FramePosteriors posteriors, int order) {
    if (frames.rows() != posteriors.frames() || frames.cols() != mixture.dimension()) {
      throw new IllegalArgumentException(
          frames.rows() + " x " + frames.cols() + " frames for " + posteriors.frames());
    }
    return gather(mixture, new double[mixture.dimension()], frames, posteriors, order);
  }

  static GmmStatistics gather(
      GaussianMixture mixture,
      double[] origin,
      RowSource frames,
      FramePosteriors posteriors,
      int order) {
    if (order < 0 || order > 2) {
      throw new IllegalArgumentException("statistics of order " + order);
    }
    int c = mixture.components();
    int p = mixture.dimension();
    int wide = mixture instanceof FullGmm ? p * p : p;
    double[] n = new double[c];
    double[] f = new double[order < 1 ? 0 : c * p];
    double[] s = new double[order < 2 ? 0 : Math.multiplyExact(c, wide)];
    FramePosteriors.ByComponent by = posteriors.byComponent(c);
    DoubleMatrix x = order == 0 ? null : frames.doubles(0, frames.rows()).minusFromRows(origin);
    Workers.forEach(
        c,
        i -> {
          int from = by.start(i);
          int rows = by.start(i + 1) - from;
          double[] roots = new double[order < 2 ? 0 : rows * p];
          for (int r = 0; r < rows; r++) {
            double weight = by.weight(from + r);
            n[i] += weight;
            if (order > 0) {
              int at = by.frame(from + r) * p;
              Blas.axpy(p, weight, x.array(), at, f, i * p);
              double root = Math.sqrt(weight);
              for (int k = 0; order > 1 && k < p; k++) {
                roots[r * p + k] = root * x.array()[at + k];
              }
            }
          }
          if (order > 1 && wide == p) {
            for (int j = 0; j < roots.length; j++) {
              s[i * p + j % p] += roots[j] * roots[j];
            }
          } else if (order > 1) {
            Blas.syrk(
                1,
                MatrixView.of(roots, rows, p).transpose(),
                1,
                MatrixView.of(s, i * wide, p, p, p));
          }
        });
    return new GmmStatistics(
        origin.clone(),
        n,
        order < 1 ? null : DoubleMatrix.wrap(c, p, f),
        order < 2 ? null : DoubleMatrix.wrap(c, wide, s),
        Double.NaN);
  }

  /** The statistics of both sets of frames. */
  public GmmStatistics plus(GmmStatistics other) {
    if (!Arrays.equals(origin, other.origin) || order() != other.order()) {
      throw new IllegalArgumentException("statistics of different kinds cannot be added");
    }
    double[] counts = n.clone();
    for (int c = 0; c < counts.length; c++) {
      counts[c] += other.n[c];
    }
    return new GmmStatistics(
        origin,
        counts,
        f == null ? null : f.plus(other.f),
        s == null ? null : s.plus(other.s),
        logLikelihood + other.logLikelihood);
  }

  public int order() {
    return f == null ? 0 : s == null ? 1 : 2;
  }

  /** The point that the moments are about. */
  public double[] origin() {
    return origin.clone();
  }

  /** The counts n_c; a copy. */
  public double[] counts() {
    return n.clone();
  }

  /** f_c about the origin, a component a row. */
  public DoubleMatrix sums() {
    return f;
  }

  /** S_c about the origin, a component a row: P numbers (diagonal) or P² (full). */
  public DoubleMatrix secondMoments() {
    return s;
  }

  /** Σ log p(o), NaN where posteriors were given. */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** The number of frames Σ n_c. */
  public double total() {
    double sum = 0;
    for (double v : n) {
      sum += v;
    }
    return sum;
  }
}
