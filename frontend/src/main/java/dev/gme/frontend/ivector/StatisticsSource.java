package dev.gme.frontend.ivector;

import dev.gme.core.linalg.RowSource;

/** Statistics of recordings that are read in batches: in memory, or too many for it. */
public interface StatisticsSource {
  /** n, M x C: a recording a row. */
  RowSource counts();

  /** f about 0, M x C·P: component after component. */
  RowSource sums();

  /** M, how many recordings there are. */
  default int recordings() {
    return counts().rows();
  }

  /** C, of the mixture. */
  default int components() {
    return counts().cols();
  }

  /** P, of the frames. */
  default int dimension() {
    return sums().cols() / components();
  }

  /** The statistics of recordings {@code from} (included) to {@code to} (excluded). */
  default RecordingStatistics read(int from, int to) {
    return new RecordingStatistics(counts().doubles(from, to), sums().doubles(from, to));
  }
}
