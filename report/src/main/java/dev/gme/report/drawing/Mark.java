package dev.gme.report.drawing;

import java.util.List;

/**
 * What a chart shows. A name and a hint tell who points at it what it is; in a hint {@code {x}},
 * {@code {y}} and {@code {n}} stand for the values and the note of the point.
 */
public sealed interface Mark {
  /** What it belongs to. */
  default String name() {
    return "";
  }

  /** What to say about a point; empty for nothing. */
  default String hint() {
    return "";
  }

  /** The points that can be pointed at. */
  default List<Point> points() {
    return List.of();
  }

  /** A line through points. */
  record Line(String name, String hint, List<Point> points, Stroke stroke) implements Mark {
    public Line {
      points = List.copyOf(points);
    }
  }

  /**
   * Bars side by side, drawn as one shape.
   *
   * @param points the middle of each bar's top
   * @param edges where each bar begins, and where the last one ends
   */
  record Bars(String name, String hint, List<Point> points, List<Double> edges, Stroke stroke)
      implements Mark {
    public Bars {
      points = List.copyOf(points);
      edges = List.copyOf(edges);
      if (edges.size() != points.size() + 1) {
        throw new IllegalArgumentException(points.size() + " bars, " + edges.size() + " edges");
      }
    }
  }

  /** A single point, marked by a symbol. */
  record Spot(String name, String hint, Point point, Symbol symbol, Ink ink) implements Mark {
    @Override
    public List<Point> points() {
      return List.of(point);
    }
  }

  /** A range of values around a point, along the horizontal axis. */
  record Whisker(double lo, double hi, double y, Ink ink) implements Mark {}

  /** A straight line that helps to read the others, with a few words at its end. */
  record Rule(String label, Point from, Point to, Stroke stroke) implements Mark {}
}
