package dev.gme.report.drawing;

import java.util.List;

/**
 * How a line is drawn.
 *
 * @param ink its colour
 * @param width in units of the chart
 * @param dash lengths of strokes and gaps in turn; empty for a solid line
 */
public record Stroke(Ink ink, double width, List<Integer> dash) {
  private static final List<List<Integer>> DASHES =
      List.of(
          List.of(),
          List.of(7, 3),
          List.of(2, 2),
          List.of(9, 3, 2, 3),
          List.of(12, 3),
          List.of(5, 2, 2, 2, 2, 2),
          List.of(4, 4));

  private static final double SERIES_WIDTH = 1.8;
  private static final double THIN = 0.9;

  public Stroke {
    dash = List.copyOf(dash);
  }

  /** Colours and dashes repeat after 6 and 7: 42 series differ in one or the other. */
  public static Stroke series(int i) {
    return new Stroke(Ink.series(i), SERIES_WIDTH, DASHES.get(i % DASHES.size()));
  }

  /** This stroke, thinner and less visible. */
  public Stroke thin() {
    return new Stroke(ink, THIN, dash);
  }

  /** A line that only helps to read others. */
  public static Stroke reference() {
    return new Stroke(Ink.MUTED, THIN, List.of(3, 3));
  }

  static Stroke solid(Ink ink, double width) {
    return new Stroke(ink, width, List.of());
  }
}
