package dev.gme.report.drawing;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

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
  };

  private static final List<Symbol> ALL = List.of(values());

  /** The outline around a point; r is about its radius. */
  abstract Shape at(double x, double y, double r);

  /** The symbol by which a series is known beside its colour. */
  public static Symbol series(int i) {
    return ALL.get(i % ALL.size());
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
