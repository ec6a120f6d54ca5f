package dev.gme.report.drawing;

import java.awt.Color;
import java.util.List;
import java.util.Locale;

/**
 * A colour by its purpose. Pages may replace it by their own, for a dark background for example:
 * SVG elements carry the class {@code s-NAME} where they are stroked and {@code f-NAME} where they
 * are filled.
 *
 * <p>The colours of series are after Okabe and Ito, "Color universal design" (2008): told apart
 * with every common kind of colour vision. Their yellow is too pale for lines on white, and their
 * black is taken by words.
 */
public enum Ink {
  /** The colour of words and numbers. */
  TEXT(0x1f2328),
  /** What is less important. */
  MUTED(0x59636e),
  /** Lines behind the data. */
  GRID(0xe4e8ec),
  /** The frame around the data. */
  FRAME(0x9aa4af),
  /** The background of a chart. */
  PAPER(0xffffff),
  BLUE(0x0072b2),
  VERMILLION(0xd55e00),
  GREEN(0x009e73),
  PURPLE(0xcc79a7),
  ORANGE(0xe69f00),
  SKY(0x56b4e9);

  private static final List<Ink> SERIES = List.of(BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY);

  private final int rgb;

  Ink(int rgb) {
    this.rgb = rgb;
  }

  /** The colour of a series; they repeat, and so never tell series apart alone. */
  public static Ink series(int i) {
    return SERIES.get(i % SERIES.size());
  }

  /** After so many series colours repeat. */
  static int seriesColours() {
    return SERIES.size();
  }

  String css() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The colour on a white page. */
  Color light() {
    return new Color(rgb);
  }

  String hex() {
    return String.format(Locale.ROOT, "#%06x", rgb);
  }
}
