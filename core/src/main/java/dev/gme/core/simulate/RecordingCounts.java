package dev.gme.core.simulate;

import dev.gme.core.math.SeededRandom;

/**
 * How many recordings a simulated speaker has: any number from {@code min} to {@code max}, each as
 * likely as the others.
 */
public record RecordingCounts(int min, int max) {
  public RecordingCounts {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "the number of recordings must be at least 1 and the limits in order, found "
              + min
              + " to "
              + max);
    }
  }

  /** The same number for every speaker. */
  public static RecordingCounts fixed(int n) {
    return new RecordingCounts(n, n);
  }

  /** Drawn for each speaker. */
  public static RecordingCounts between(int min, int max) {
    return new RecordingCounts(min, max);
  }

  int draw(SeededRandom random) {
    return min + random.nextInt(max - min + 1);
  }
}
