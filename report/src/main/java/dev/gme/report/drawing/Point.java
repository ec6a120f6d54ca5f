package dev.gme.report.drawing;

/**
 * A value to be drawn.
 *
 * @param x along the horizontal axis
 * @param y along the vertical axis
 * @param note more about it, for readers who point at it; may be empty
 */
public record Point(double x, double y, String note) {
  /** A point without a note. */
  public static Point of(double x, double y) {
    return new Point(x, y, "");
  }
}
