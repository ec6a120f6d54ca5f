package dev.gme.core.diarize;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How the windows of a recording lie in time.
 *
 * @param step h, the usual time from one window to the next
 * @param length w, the usual length of a window
 */
record WindowTiming(double step, double length) {
  /** The medians; a single window is as far from the next as it is long. */
  static WindowTiming of(double[] starts, double[] ends) {
    double length =
        median(IntStream.range(0, starts.length).mapToDouble(t -> ends[t] - starts[t]).toArray());
    double[] steps =
        IntStream.range(1, starts.length)
            .mapToDouble(t -> starts[t] - starts[t - 1])
            .filter(h -> h > 0)
            .toArray();
    return new WindowTiming(steps.length == 0 ? length : median(steps), length);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  /** h/w, what of a window is new; 1 where windows do not overlap. */
  double share() {
    return length > 0 ? Math.min(1, step / length) : 1;
  }
}
