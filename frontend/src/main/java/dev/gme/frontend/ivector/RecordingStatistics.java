package dev.gme.frontend.ivector;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.frontend.gmm.GmmStatistics;
import java.util.Arrays;
import java.util.List;

/**
 * n_c and f_c (about 0) of several recordings: what an extractor takes. A value.
 *
 * <pre>{@code
 * RecordingStatistics s = RecordingStatistics.of(List.of(first, second)).scaled(0.5, 100);
 * DoubleMatrix ivectors = extractor.posteriors(s).means();
 * }</pre>
 */
public final class RecordingStatistics implements StatisticsSource {
  private final DoubleMatrix n;
  private final DoubleMatrix f;

  private RecordingStatistics(DoubleMatrix n, DoubleMatrix f) {
    this.n = n;
    this.f = f;
  }

  /**
   * Statistics from arrays, a recording a row.
   *
   * @param n counts, M x C
   * @param f sums about 0, M x C·P: component after component
   */
  public static RecordingStatistics of(DoubleMatrix n, DoubleMatrix f) {
    if (n.rows() != f.rows() || n.cols() == 0 || f.cols() % n.cols() != 0) {
      throw new IllegalArgumentException(
          n.rows() + " x " + n.cols() + " counts and " + f.rows() + " x " + f.cols() + " sums");
    }
    return new RecordingStatistics(n, f);
  }

  /** Gathers each recording's statistics of order 1 or 2, about the origin 0. */
  public static RecordingStatistics of(List<GmmStatistics> recordings) {
    double[][] n = new double[recordings.size()][];
    double[][] f = new double[n.length][];
    for (int i = 0; i < n.length; i++) {
      GmmStatistics s = recordings.get(i);
      if (s.order() < 1 || Arrays.stream(s.origin()).anyMatch(v -> v != 0)) {
        throw new IllegalArgumentException("recording " + i + " has no first moments about 0");
      }
      n[i] = s.counts();
      f[i] = s.sums().array();
    }
    return of(DoubleMatrix.of(n), DoubleMatrix.of(f));
  }

  @Override
  public int recordings() {
    return n.rows();
  }

  @Override
  public int components() {
    return n.cols();
  }

  @Override
  public int dimension() {
    return f.cols() / n.cols();
  }

  @Override
  public RecordingStatistics read(int from, int to) {
    return new RecordingStatistics(n.rowRange(from, to), f.rowRange(from, to));
  }

  /** n, M x C. */
  public DoubleMatrix counts() {
    return n;
  }

  /** f about 0, M x C·P. */
  public DoubleMatrix sums() {
    return f;
  }

  /**
   * As if all posteriors had been multiplied (docs/math.md 8.4).
   *
   * @param acousticWeight α
   * @param maxCount N_max: recordings of more weighted frames are scaled down to it; 0 for none
   */
  public RecordingStatistics scaled(double acousticWeight, double maxCount) {
    if (!(acousticWeight > 0) || !(maxCount >= 0)) {
      throw new IllegalArgumentException(
          "acoustic weight " + acousticWeight + ", maximum count " + maxCount);
    }
    double[] scale = new double[recordings()];
    for (int i = 0; i < scale.length; i++) {
      double total = acousticWeight * Arrays.stream(n.row(i)).sum();
      scale[i] = acousticWeight * (maxCount > 0 && total > maxCount ? maxCount / total : 1);
    }
    return new RecordingStatistics(n.scaleRows(scale), f.scaleRows(scale));
  }

  /** The sums over groups of recordings, such as those of a speaker. */
  public RecordingStatistics summed(int[][] groups) {
    double[] counts = new double[groups.length * n.cols()];
    double[] sums = new double[Math.multiplyExact(groups.length, f.cols())];
    for (int g = 0; g < groups.length; g++) {
      for (int i : groups[g]) {
        add(n.row(i), counts, g * n.cols());
        add(f.row(i), sums, g * f.cols());
      }
    }
    return new RecordingStatistics(
        DoubleMatrix.wrap(groups.length, n.cols(), counts),
        DoubleMatrix.wrap(groups.length, f.cols(), sums));
  }

  private static void add(double[] x, double[] to, int at) {
    for (int k = 0; k < x.length; k++) {
      to[at + k] += x[k];
    }
  }
}
