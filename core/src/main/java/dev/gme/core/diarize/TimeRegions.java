package dev.gme.core.diarize;

import java.util.Arrays;

/**
 * Stretches of time of one recording, in seconds: those that are scored, that are speech, or in
 * which two people speak at once. They are kept in order, and what overlaps or touches is joined.
 *
 * <pre>{@code
 * TimeRegions scored = TimeRegions.of(new double[] {0, 60}, new double[] {20, 90});
 * }</pre>
 */
public final class TimeRegions {
  /** No time at all. */
  public static final TimeRegions NONE = new TimeRegions(new double[0], new double[0]);

  private final double[] starts;
  private final double[] ends;

  private TimeRegions(double[] starts, double[] ends) {
    this.starts = starts;
    this.ends = ends;
  }

  /** The union of stretches in any order; each ends no earlier than it starts. */
  public static TimeRegions of(double[] starts, double[] ends) {
    SpeakerTurns.checkTimes(starts, ends);
    Integer[] order = SpeakerTurns.byStart(starts, ends);
    double[] s = new double[starts.length];
    double[] e = new double[starts.length];
    int n = 0;
    for (int i : order) {
      if (n > 0 && starts[i] <= e[n - 1]) {
        e[n - 1] = Math.max(e[n - 1], ends[i]);
      } else if (ends[i] > starts[i]) {
        s[n] = starts[i];
        e[n++] = ends[i];
      }
    }
    return new TimeRegions(Arrays.copyOf(s, n), Arrays.copyOf(e, n));
  }

  /** How many stretches there are. */
  public int size() {
    return starts.length;
  }

  public double start(int i) {
    return starts[i];
  }

  public double end(int i) {
    return ends[i];
  }

  /** Seconds in all. */
  public double total() {
    double sum = 0;
    for (int i = 0; i < starts.length; i++) {
      sum += ends[i] - starts[i];
    }
    return sum;
  }

  /** Seconds of the stretch from {@code start} to {@code end} that lie in the regions. */
  public double within(double start, double end) {
    double sum = 0;
    for (int i = firstEndingAfter(start); i < starts.length && starts[i] < end; i++) {
      sum += Math.max(0, Math.min(end, ends[i]) - Math.max(start, starts[i]));
    }
    return sum;
  }

  /** The regions' first stretch that ends after a time, or {@link #size()}. */
  int firstEndingAfter(double time) {
    int at = Arrays.binarySearch(ends, time);
    return at >= 0 ? at + 1 : -at - 1;
  }

  @Override
  public String toString() {
    return starts.length + " stretches of " + total() + " s";
  }
}
