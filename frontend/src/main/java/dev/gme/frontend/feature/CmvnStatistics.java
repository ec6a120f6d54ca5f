package dev.gme.frontend.feature;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import java.util.Arrays;

/**
 * Count, sum and sum of squares of frames: what mean and variance normalization over whole
 * recordings or speakers needs. They add up.
 *
 * <pre>{@code
 * CmvnStatistics s = CmvnStatistics.of(first).plus(CmvnStatistics.of(second));
 * FloatMatrix normalized = s.apply(first, true, true);
 * }</pre>
 */
public final class CmvnStatistics {
  /** Kaldi's floor, which keeps silence finite. */
  private static final double VARIANCE_FLOOR = 1e-20;

  private final double count;
  private final double[] sum;
  private final double[] squares;

  private CmvnStatistics(double count, double[] sum, double[] squares) {
    this.count = count;
    this.sum = sum;
    this.squares = squares;
  }

  public static CmvnStatistics of(FloatMatrix frames) {
    int d = frames.cols();
    double[] sum = new double[d];
    double[] squares = new double[d];
    float[] x = frames.array();
    for (int i = 0; i < x.length; i += d) {
      for (int k = 0; k < d; k++) {
        sum[k] += x[i + k];
        squares[k] += (double) x[i + k] * x[i + k];
      }
    }
    return new CmvnStatistics(frames.rows(), sum, squares);
  }

  /** From Kaldi's form, see {@link #toMatrix}. */
  public static CmvnStatistics of(DoubleMatrix kaldi) {
    int d = kaldi.cols() - 1;
    if (kaldi.rows() != 2 || d < 1) {
      throw new GmeException(
          "statistics for normalization must have 2 rows, found "
              + kaldi.rows()
              + " x "
              + kaldi.cols(),
          "check that the file holds the statistics of compute-cmvn-stats");
    }
    return new CmvnStatistics(
        kaldi.get(0, d), Arrays.copyOf(kaldi.row(0), d), Arrays.copyOf(kaldi.row(1), d));
  }

  /** Kaldi's form: sums and count in the first row, sums of squares and 0 in the second. */
  public DoubleMatrix toMatrix() {
    double[][] rows = new double[2][];
    rows[0] = Arrays.copyOf(sum, sum.length + 1);
    rows[0][sum.length] = count;
    rows[1] = Arrays.copyOf(squares, sum.length + 1);
    return DoubleMatrix.of(rows);
  }

  public CmvnStatistics plus(CmvnStatistics other) {
    sameDimension(other.sum.length);
    double[] s = sum.clone();
    double[] q = squares.clone();
    for (int k = 0; k < s.length; k++) {
      s[k] += other.sum[k];
      q[k] += other.squares[k];
    }
    return new CmvnStatistics(count + other.count, s, q);
  }

  public double count() {
    return count;
  }

  /** Frames minus the mean, over the standard deviation, or either of the two. */
  public FloatMatrix apply(FloatMatrix frames, boolean normalizeMean, boolean normalizeVariance) {
    return affine(frames, normalizeMean, normalizeVariance, false);
  }

  private FloatMatrix affine(
      FloatMatrix frames, boolean normalizeMean, boolean normalizeVariance, boolean reverse) {
    int d = sum.length;
    sameDimension(frames.cols());
    if (!(count >= 1)) {
      throw new GmeException(
          "statistics of no frames cannot normalize", "leave recordings without speech out");
    }
    double[] shift = new double[d];
    double[] scale = new double[d];
    for (int k = 0; k < d; k++) {
      double mean = sum[k] / count;
      double variance = Math.max(squares[k] / count - mean * mean, VARIANCE_FLOOR);
      shift[k] = normalizeMean ? mean : 0;
      scale[k] = normalizeVariance ? 1 / Math.sqrt(variance) : 1;
    }
    float[] out = frames.array().clone();
    for (int i = 0; i < out.length; i += d) {
      for (int k = 0; k < d; k++) {
        out[i + k] =
            (float)
                (reverse ? out[i + k] / scale[k] + shift[k] : (out[i + k] - shift[k]) * scale[k]);
      }
    }
    return FloatMatrix.wrap(frames.rows(), d, out);
  }

  /** Undoes what {@link #apply} does. */
  public FloatMatrix reverse(FloatMatrix frames, boolean normalizeMean, boolean normalizeVariance) {
    return affine(frames, normalizeMean, normalizeVariance, true);
  }

  /** The same, but that some dimensions stay as they are (Kaldi's skip-dims). */
  public CmvnStatistics without(int... dimensions) {
    double[] s = sum.clone();
    double[] q = squares.clone();
    for (int d : dimensions) {
      s[d] = 0;
      q[d] = count;
    }
    return new CmvnStatistics(count, s, q);
  }

  private void sameDimension(int d) {
    if (d != sum.length) {
      throw new IllegalArgumentException("statistics of dimension " + sum.length + " and " + d);
    }
  }
}
