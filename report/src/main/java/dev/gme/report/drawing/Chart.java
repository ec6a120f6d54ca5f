package dev.gme.report.drawing;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart: two axes, what is drawn between them, and a legend.
 *
 * <pre>{@code
 * Chart chart =
 *     Chart.of("parabola", "A parabola", Axis.linear("x", 0, 2), Axis.linear("x²", 0, 4))
 *         .add(new Mark.Line("x²", "{x}² = {y}", points, Stroke.series(0)))
 *         .legend(LegendEntry.of("x²", Stroke.series(0)))
 *         .build();
 * String file = Svg.file(chart);
 * byte[] image = Png.file(chart, 1200);
 * }</pre>
 *
 * @param id lower-case letters, digits and hyphens, unique on a page
 * @param title what it shows
 * @param plotHeight height of the frame, in units of which the chart is 400 wide
 * @param marks what is drawn, the last above the others
 */
public record Chart(
    String id,
    String title,
    Axis x,
    Axis y,
    double plotHeight,
    List<Mark> marks,
    List<LegendEntry> legend) {
  /** Units of every chart from left to right; words are 12 of them high. */
  static final double WIDTH = 400;

  /** Units between the horizontal axis and the top of the frame, unless stated. */
  private static final double HEIGHT = 250;

  public Chart {
    checkId(id);
    marks = List.copyOf(marks);
    legend = List.copyOf(legend);
  }

  private static void checkId(String id) {
    if (!id.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException("the id of a chart cannot be '" + id + "'");
    }
  }

  /**
   * Begins a chart without marks.
   *
   * @param id lower-case letters, digits and hyphens, unique on a page
   * @param title what it shows
   */
  public static Builder of(String id, String title, Axis x, Axis y) {
    return new Builder(id, title, x, y);
  }

  /** Gathers what a chart shows; what is added later is drawn above. */
  public static final class Builder {
    private final String id;
    private final String title;
    private final Axis x;
    private final Axis y;
    private double plotHeight = HEIGHT;
    private final List<Mark> marks = new ArrayList<>();
    private final List<LegendEntry> legend = new ArrayList<>();

    private Builder(String id, String title, Axis x, Axis y) {
      checkId(id);
      this.id = id;
      this.title = title;
      this.x = x;
      this.y = y;
    }

    /** The height of the frame, in units of which the chart is 400 wide. */
    public Builder plotHeight(double units) {
      plotHeight = units;
      return this;
    }

    public Builder add(Mark mark) {
      marks.add(mark);
      return this;
    }

    public Builder legend(LegendEntry entry) {
      legend.add(entry);
      return this;
    }

    public Chart build() {
      return new Chart(id, title, x, y, plotHeight, marks, legend);
    }
  }
}
