package dev.gme.report.drawing;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Optional;

/** The shape of a marked point. */
public enum Symbol {
  CIRCLE {
    @Override
    Shape at(double x, double y, double r) {
      return new Ellipse2D.Double(x - r, y - r, 2 * r, 2 * r);
    }
  },
  TRIANGLE {
    @Override
    Shape at(double x, double y, double r) {
      return polygon(x, y - 1.25 * r, x + 1.15 * r, y + 0.8 * r, x - 1.15 * r, y + 0.8 * r);
    }
  },
  SQUARE {
    @Override
    Shape at(double x, double y, double r) {
      return new Rectangle2D.Double(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
    }
  },
  DIAMOND {
    @Override
    Shape at(double x, double y, double r) {
      return polygon(x, y - 1.3 * r, x + 1.3 * r, y, x, y + 1.3 * r, x - 1.3 * r, y);
    }
  },
  PLUS {
    @Override
    Shape at(double x, double y, double r) {
      return cross(x, y, 1.3 * r, 0.4 * r);
    }
  },
  CROSS {
    @Override
    Shape at(double x, double y, double r) {
      return AffineTransform.getRotateInstance(Math.PI / 4, x, y)
          .createTransformedShape(cross(x, y, 1.3 * r, 0.4 * r));
    }
  };

  /** As many as have no divisor in common with the colours, so that pairs repeat late. */
  private static final List<Symbol> SERIES = List.of(CIRCLE, TRIANGLE, SQUARE, DIAMOND, CROSS);

  /** None of them marks points of a DET curve. */
  private static final List<Symbol> ON_LINES = List.of(PLUS, CROSS, DIAMOND);

  /** The outline around a point; r is about its radius. */
  abstract Shape at(double x, double y, double r);

  /** The symbol by which a series is known beside its colour. */
  public static Symbol series(int i) {
    return SERIES.get(i % SERIES.size());
  }

  /**
   * The symbol along the line of a series: none as long as colours differ, another one each time
   * that they begin anew.
   */
  public static Optional<Symbol> onLine(int i) {
    int round = i / Ink.seriesColours();
    return round == 0 ? Optional.empty() : Optional.of(ON_LINES.get((round - 1) % ON_LINES.size()));
  }

  /** A plus of arms that are so long and half so wide. */
  private static Shape cross(double x, double y, double a, double w) {
    return polygon(
        x - w, y - a, x + w, y - a, x + w, y - w, x + a, y - w, x + a, y + w, x + w, y + w, //
        x + w, y + a, x - w, y + a, x - w, y + w, x - a, y + w, x - a, y - w, x - w, y - w);
  }

  private static Shape polygon(double... xy) {
    Path2D path = new Path2D.Double();
    path.moveTo(xy[0], xy[1]);
    for (int i = 2; i < xy.length; i += 2) {
      path.lineTo(xy[i], xy[i + 1]);
    }
    path.closePath();
    return path;
  }
}
