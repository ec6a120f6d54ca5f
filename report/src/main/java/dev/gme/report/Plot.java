package dev.gme.report;

/**
 * One plot of a report, for other documents.
 *
 * <pre>{@code
 * for (Plot plot : report.plots()) {
 *   Files.writeString(folder.resolve(plot.id() + ".svg"), plot.svg());
 *   Files.write(folder.resolve(plot.id() + ".png"), plot.png(1200));
 * }
 * }</pre>
 */
public interface Plot {
  /** A short name of lower-case letters, digits and hyphens, such as "det"; unique in a report. */
  String id();

  /** The heading. */
  String title();

  /** The plot as a standalone SVG file, in UTF-8. */
  String svg();

  /**
   * The plot as a PNG file.
   *
   * @param width in pixels, from 100 to 10000; the height follows
   */
  byte[] png(int width);
}
