package dev.gme.lab.files;

import java.util.Arrays;
import java.util.Locale;

/** How far some numbers lie apart; an object of three numbers in JSON. */
public record Spread(double min, double median, double max) {
  /** The spread of some numbers, at least one; of an even number the lower median. */
  static Spread of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return new Spread(sorted[0], sorted[(n - 1) / 2], sorted[n - 1]);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "min %.6g, median %.6g, max %.6g", min, median, max);
  }
}
