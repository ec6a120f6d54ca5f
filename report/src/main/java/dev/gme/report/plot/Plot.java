package dev.gme.report.plot;

import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.Csv;
import dev.gme.report.drawing.Png;
import dev.gme.report.drawing.Svg;

/**
 * One plot of a report, for other documents.
 *
 * <pre>{@code
 * for (Plot plot : report.plots()) {
 *   Files.writeString(folder.resolve(plot.id() + ".svg"), plot.svg());
 *   Files.write(folder.resolve(plot.id() + ".png"), plot.png(1200));
 *   Files.writeString(folder.resolve(plot.id() + ".csv"), plot.csv());
 * }
 * }</pre>
 *
 * @param caption how to read it
 */
public record Plot(Chart chart, String caption) {
  /** A short name of lower-case letters, digits and hyphens, such as "det"; unique in a report. */
  public String id() {
    return chart.id();
  }

  /** What the plot shows, as its heading on the page. */
  public String title() {
    return chart.title();
  }

  /** The plot as a standalone SVG file, to be written in UTF-8. */
  public String svg() {
    return Svg.file(chart);
  }

  /** The points of the plot as a CSV file, to be written in UTF-8. */
  public String csv() {
    return Csv.file(chart);
  }

  /**
   * The plot as a PNG file.
   *
   * @param width in pixels, from 100 to 10000; the height follows
   */
  public byte[] png(int width) {
    return Png.file(chart, width);
  }
}
