package dev.gme.lab.files;

import java.util.Locale;

/** How far some numbers lie apart; an object of three numbers in JSON. */
public record Spread(double min, double median, double max) {
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "min %.6g, median %.6g, max %.6g", min, median, max);
  }
}
