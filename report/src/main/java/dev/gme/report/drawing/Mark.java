package dev.gme.report.drawing;

import java.util.List;
import java.util.Optional;

/**
 * What a chart shows. A name and a hint tell who points at it what it is; in a hint {@code {x}},
 * {@code {y}} and {@code {n}} stand for the values and the note of the point.
 */
public sealed interface Mark {
  /** What it belongs to; readers hide and show it by the entry of the legend with this text. */
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

  /**
   * A line through points.
   *
   * @param symbol drawn here and there along the line, to tell it from others of its colour
   */
  record Line(String name, String hint, List<Point> points, Stroke stroke, Optional<Symbol> symbol)
      implements Mark {
    public Line {
      points = List.copyOf(points);
    }

    /** A line without symbols. */
    public Line(String name, String hint, List<Point> points, Stroke stroke) {
      this(name, hint, points, stroke, Optional.empty());
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
  record Whisker(String name, double lo, double hi, double y, Ink ink) implements Mark {}

  /** A straight line that helps to read the others, with a few words at its end. */
  record Rule(String label, Point from, Point to, Stroke stroke) implements Mark {}

  /**
   * A square of shades, its first row at the top, which fills the frame.
   *
   * @param cells on each side
   * @param shades from 0 (paper) to 1 (ink), row by row
   */
  record Heat(int cells, List<Double> shades, Ink ink) implements Mark {
    public Heat {
      shades = List.copyOf(shades);
      if (shades.size() != cells * cells) {
        throw new IllegalArgumentException(
            shades.size() + " shades for " + cells + " x " + cells + " cells");
      }
    }
  }
}
