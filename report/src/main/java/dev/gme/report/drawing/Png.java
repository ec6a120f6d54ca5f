package dev.gme.report.drawing;

import dev.gme.core.GmeException;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.FontRenderContext;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * Writes charts as PNG pictures. Needs no display, but fonts: java.awt finds those of the system.
 */
public final class Png {
  private static final int MIN_WIDTH = 100;
  private static final int MAX_WIDTH = 10_000;

  private Png() {}

  /**
   * A file with the title and on white.
   *
   * @param width in pixels, from 100 to 10000; the height follows
   */
  public static byte[] file(Chart chart, int width) {
    if (width < MIN_WIDTH || width > MAX_WIDTH) {
      throw new IllegalArgumentException(
          "a picture is " + MIN_WIDTH + " to " + MAX_WIDTH + " pixels wide, not " + width);
    }
    requireFonts();
    Layout layout = new Layout(chart, true);
    double scale = width / Chart.WIDTH;
    int height = (int) Math.ceil(layout.height() * scale);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.setRenderingHint(
          RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
      graphics.scale(scale, scale);
      AwtCanvas canvas = new AwtCanvas(graphics);
      new Painter(chart, layout, canvas).paintAlone();
    } finally {
      graphics.dispose();
    }
    return encoded(image);
  }

  /** What java.awt throws where it finds no fonts differs by version, and says it to nobody. */
  private static void requireFonts() {
    try {
      new Font(Font.SANS_SERIF, Font.PLAIN, 12)
          .getStringBounds("0", new FontRenderContext(null, true, true));
    } catch (RuntimeException | InternalError | LinkageError e) {
      throw new GmeException(
          "PNG pictures need fonts, but Java finds none on this machine",
          "install some, for example Debian's fontconfig and fonts-dejavu-core, or write SVG");
    }
  }

  private static byte[] encoded(BufferedImage image) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
