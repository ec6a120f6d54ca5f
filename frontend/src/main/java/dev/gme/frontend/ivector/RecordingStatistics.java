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
 *
 * @param counts n, M x C: a recording a row
 * @param sums f about 0, M x C·P: component after component
 */
public record RecordingStatistics(DoubleMatrix counts, DoubleMatrix sums)
    implements StatisticsSource {
  public RecordingStatistics {
    if (counts.rows() != sums.rows() || counts.cols() == 0 || sums.cols() % counts.cols() != 0) {
      throw new IllegalArgumentException(
          String.format(
              "%d x %d counts and %d x %d sums",
              counts.rows(), counts.cols(), sums.rows(), sums.cols()));
    }
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
    return new RecordingStatistics(DoubleMatrix.of(n), DoubleMatrix.of(f));
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
      double total = acousticWeight * Arrays.stream(counts.row(i)).sum();
      scale[i] = acousticWeight * (maxCount > 0 && total > maxCount ? maxCount / total : 1);
    }
    return new RecordingStatistics(counts.scaleRows(scale), sums.scaleRows(scale));
  }

  /** The sums over groups of recordings, such as those of a speaker. */
  public RecordingStatistics summed(int[][] groups) {
    double[] n = new double[groups.length * counts.cols()];
    double[] f = new double[Math.multiplyExact(groups.length, sums.cols())];
    for (int g = 0; g < groups.length; g++) {
      for (int i : groups[g]) {
        add(counts.row(i), n, g * counts.cols());
        add(sums.row(i), f, g * sums.cols());
      }
    }
    return new RecordingStatistics(
        DoubleMatrix.wrap(groups.length, counts.cols(), n),
        DoubleMatrix.wrap(groups.length, sums.cols(), f));
  }

  private static void add(double[] x, double[] to, int at) {
    for (int k = 0; k < x.length; k++) {
      to[at + k] += x[k];
    }
  }
}
