package dev.gme.report.drawing;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Composite;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.util.ArrayDeque;
import java.util.Deque;

/** Draws on a picture of pixels. */
final class AwtCanvas implements Canvas {
  private final Graphics2D graphics;
  private final Deque<Clip> clips = new ArrayDeque<>();

  /** What was visible before; a queue holds no null, which stands for everything. */
  private record Clip(Shape before) {}

  AwtCanvas(Graphics2D graphics) {
    this.graphics = graphics;
  }

  @Override
  public void stroke(Shape shape, Stroke stroke) {
    float[] dash = new float[stroke.dash().size()];
    for (int i = 0; i < dash.length; i++) {
      dash[i] = stroke.dash().get(i);
    }
    graphics.setColor(stroke.ink().light());
    graphics.setStroke(
        new BasicStroke(
            (float) stroke.width(),
            BasicStroke.CAP_BUTT,
            BasicStroke.JOIN_ROUND,
            1,
            dash.length == 0 ? null : dash,
            0));
    graphics.draw(shape);
  }

  @Override
  public void fill(Shape shape, Ink ink, double opacity) {
    Composite before = graphics.getComposite();
    graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) opacity));
    graphics.setColor(ink.light());
    graphics.fill(shape);
    graphics.setComposite(before);
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Lettering lettering) {
    graphics.setColor(lettering.ink.light());
    graphics.setFont(
        new Font(Font.SANS_SERIF, lettering.bold ? Font.BOLD : Font.PLAIN, 1)
            .deriveFont((float) lettering.size));
    double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
    double shift =
        switch (anchor) {
          case START -> 0;
          case MIDDLE -> width / 2;
          case END -> width;
        };
    graphics.drawString(text, (float) (x - shift), (float) y);
  }

  @Override
  public void textUpwards(String text, double x, double y, Lettering lettering) {
    AffineTransform before = graphics.getTransform();
    graphics.translate(x, y);
    graphics.rotate(-Math.PI / 2);
    text(text, 0, 0, Anchor.MIDDLE, lettering);
    graphics.setTransform(before);
  }

  @Override
  public void beginClip(Rectangle2D area) {
    clips.push(new Clip(graphics.getClip()));
    graphics.clip(area);
  }

  @Override
  public void endClip() {
    graphics.setClip(clips.pop().before());
  }

  /** Nobody points at pixels of a file. */
  @Override
  public void beginMark(String name, String hint, String hover) {}

  @Override
  public void endMark() {}

  @Override
  public void beginLegendEntry(String name, Rectangle2D area) {}

  @Override
  public void endLegendEntry() {}
}
