package dev.gme.frontend.gmm;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Baum-Welch statistics (docs/math.md 8.1) of order 0, 1 or 2: n_c, f_c and S_c, gathered about an
 * origin. Those of two sets of frames about one origin add up.
 *
 * @param origin the point that the moments are about
 * @param counts n_c
 * @param sums f_c about the origin, a component a row; null for order 0
 * @param secondMoments S_c about the origin, a component a row: P sums of squares (diagonal) or P²
 *     sums of products (full); null for order 0 and 1
 * @param logLikelihood Σ log p(o), NaN where it is not known because posteriors were given
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and never compared
public record GmmStatistics(
    double[] origin,
    double[] counts,
    DoubleMatrix sums,
    DoubleMatrix secondMoments,
    double logLikelihood) {
  public GmmStatistics {
    int c = counts.length;
    int p = origin.length;
    boolean fit =
        (sums == null || (sums.rows() == c && sums.cols() == p))
            && (secondMoments == null
                || (secondMoments.rows() == c
                    && (secondMoments.cols() == p || secondMoments.cols() == p * p)));
    if (!fit) {
      throw new IllegalArgumentException("statistics of different sizes");
    }
    origin = origin.clone();
    counts = counts.clone();
  }

  /**
   * Statistics from elsewhere, about the origin 0.
   *
   * @param n C counts
   * @param f C x P sums
   * @param s C x P sums of squares (diagonal) or C x P² sums of products (full); null for none
   */
  public static GmmStatistics of(double[] n, DoubleMatrix f, DoubleMatrix s) {
    return new GmmStatistics(new double[f.cols()], n, f, s, Double.NaN);
  }

  /** The E-step of a diagonal mixture: all frames with all posteriors, as products of matrices. */
  public static GmmStatistics gather(DiagonalGmm mixture, RowSource frames) {
    return DenseGathering.of(mixture, frames).statistics();
  }

  /**
   * The same for frames that are one leaf of more, see {@link FrameLeaves}. What {@link #gather}
   * gives for all is the {@link dev.gme.core.parallel.TreeSum} of these by {@link #plus}.
   */
  public static GmmStatistics ofLeaf(DiagonalGmm mixture, RowSource leaf) {
    return DenseGathering.ofLeaf(mixture, leaf, 0, leaf.rows()).statistics();
  }

  /**
   * The statistics of order 2 of frames that are one leaf of more, see {@link FrameLeaves#inOrder},
   * on the components that an alignment chooses; leaves are to be added in order.
   */
  public static GmmStatistics ofLeaf(GaussianMixture mixture, Alignment alignment, RowSource leaf) {
    if (leaf.rows() == 0) {
      throw new IllegalArgumentException("a leaf without frames");
    }
    return PartGathering.ofLeaf(mixture, alignment, leaf, 0, leaf.rows());
  }

  /**
   * As {@link #toMatrices} gave them, say on another machine.
   *
   * @param m by name
   */
  public static GmmStatistics of(Map<String, DoubleMatrix> m) {
    return new GmmStatistics(
        m.get("origin").row(0),
        m.get("n").row(0),
        m.get("f"),
        m.get("S"),
        m.get("log-likelihood").get(0, 0));
  }

  /**
   * All that they are as named matrices, to be written and summed up elsewhere: origin, n, f and S
   * as far as the order goes, log-likelihood.
   */
  public Map<String, DoubleMatrix> toMatrices() {
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("origin", DoubleMatrix.wrap(1, origin.length, origin()));
    out.put("n", DoubleMatrix.wrap(1, counts.length, counts()));
    if (sums != null) {
      out.put("f", sums);
    }
    if (secondMoments != null) {
      out.put("S", secondMoments);
    }
    out.put("log-likelihood", DoubleMatrix.wrap(1, 1, new double[] {logLikelihood}));
    return out;
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
        origin,
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
    double[] n = counts();
    for (int c = 0; c < n.length; c++) {
      n[c] += other.counts[c];
    }
    return new GmmStatistics(
        origin,
        n,
        sums == null ? null : sums.plus(other.sums),
        secondMoments == null ? null : secondMoments.plus(other.secondMoments),
        logLikelihood + other.logLikelihood);
  }

  GmmStatistics withLogLikelihood(double known) {
    return new GmmStatistics(origin, counts, sums, secondMoments, known);
  }

  public int order() {
    return sums == null ? 0 : secondMoments == null ? 1 : 2;
  }

  @Override
  public double[] origin() {
    return origin.clone();
  }

  @Override
  public double[] counts() {
    return counts.clone();
  }

  /** The number of frames Σ n_c. */
  public double total() {
    double sum = 0;
    for (double v : counts) {
      sum += v;
    }
    return sum;
  }
}
