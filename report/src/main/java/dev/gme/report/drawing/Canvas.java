package dev.gme.report.drawing;

import java.awt.Shape;
import java.awt.geom.Rectangle2D;

/** What a painter draws on. */
interface Canvas {
  /** Where text stands with respect to its place. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  void stroke(Shape shape, Stroke stroke);

  void fill(Shape shape, Ink ink, double opacity);

  /** Horizontal text on its base line. */
  void text(String text, double x, double y, Anchor anchor, Lettering lettering);

  /** Text that reads upwards, its middle at the place. */
  void textUpwards(String text, double x, double y, Lettering lettering);

  /** Nothing outside of this is drawn until {@link #endClip}. */
  void beginClip(Rectangle2D area);

  void endClip();

  /**
   * What is drawn until {@link #endMark} shows data.
   *
   * @param hint what to say about points; empty for nothing
   * @param hover the points that can be pointed at, as "x,y,value,value,note" of each, joined by
   *     semicolons
   */
  void beginMark(String name, String hint, String hover);

  void endMark();

  /**
   * What is drawn until {@link #endLegendEntry} explains what has this name.
   *
   * @param area where it is drawn
   */
  void beginLegendEntry(String name, Rectangle2D area);

  void endLegendEntry();
}
