package dev.gme.frontend.ivector;

/** Statistics of recordings that are read in batches: in memory, or too many for it. */
public interface StatisticsSource {
  /** M, how many recordings there are. */
  int recordings();

  /** C, of the mixture. */
  int components();

  /** P, of the frames. */
  int dimension();

  /** The statistics of recordings {@code from} (included) to {@code to} (excluded). */
  RecordingStatistics read(int from, int to);
}
