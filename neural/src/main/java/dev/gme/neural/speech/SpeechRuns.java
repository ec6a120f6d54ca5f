package dev.gme.neural.speech;

import dev.gme.core.diarize.TimeRegions;
import java.util.Arrays;

/** Collects stretches of speech. */
final class SpeechRuns {
  private double[] starts = new double[16];
  private double[] ends = new double[16];
  private int n;

  void add(double start, double end) {
    if (n == starts.length) {
      starts = Arrays.copyOf(starts, 2 * n);
      ends = Arrays.copyOf(ends, 2 * n);
    }
    starts[n] = start;
    ends[n++] = end;
  }

  /** Those that touch are joined. */
  TimeRegions regions() {
    return TimeRegions.of(Arrays.copyOf(starts, n), Arrays.copyOf(ends, n));
  }
}
