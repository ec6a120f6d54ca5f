package dev.gme.report.plot;

import dev.gme.core.Internal;
import dev.gme.report.drawing.Axis;
import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.Ink;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Stroke;
import dev.gme.report.drawing.Symbol;
import dev.gme.report.result.ClusterResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The plots of a clustering. */
@Internal
public final class ClusterFigures {
  /** High enough for a square of shades beside its labels. */
  private static final double SQUARE = 330;

  private ClusterFigures() {}

  /** All plots, in the order of the page. */
  public static List<Plot> of(ClusterResult result) {
    List<Plot> plots = new ArrayList<>();
    plots.add(sizes(result));
    plots.add(similarity(result.similarity(), result.recordings()));
    if (result.path().size() > 1) {
      plots.add(path(result));
    }
    return plots;
  }

  private static Plot sizes(ClusterResult result) {
    List<Integer> sorted = new ArrayList<>(result.sizes());
    sorted.sort(Collections.reverseOrder());
    List<Point> tops = new ArrayList<>();
    List<Double> edges = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      edges.add(i + 0.5);
      tops.add(Point.of(i + 1.0, sorted.get(i)));
    }
    edges.add(sorted.size() + 0.5);
    Chart chart =
        Chart.of(
                "sizes",
                "Sizes of the sets",
                Axis.linear("set, by size", 0.5, sorted.size() + 0.5),
                Axis.linear("recordings", 0, 1.05 * sorted.get(0)))
            .add(new Mark.Bars("", "set {x}: {y} recordings", tops, edges, Stroke.series(0)))
            .build();
    return new Plot(
        chart,
        "Recordings in each set, the largest first. A long tail of single recordings asks for a"
            + " smaller scale or a lower threshold; one set that has nearly all asks for the opposite.");
  }

  private static Plot similarity(ClusterResult.Similarity s, int all) {
    int recordings = s.recordings();
    Chart.Builder chart =
        Chart.of(
                "similarity",
                "Recordings against recordings",
                Axis.linear("recordings, ordered by set", 0, recordings),
                Axis.linear("recordings, ordered by set", recordings, 0))
            .plotHeight(SQUARE)
            .add(new Mark.Heat(s.cells(), s.shades(), Ink.BLUE));
    for (double cell : s.ends()) {
      double end = cell * recordings / s.cells();
      Stroke thin = Stroke.reference();
      chart.add(new Mark.Rule("", Point.of(end, 0), Point.of(end, recordings), thin));
      chart.add(new Mark.Rule("", Point.of(0, end), Point.of(recordings, end), thin));
    }
    return new Plot(
        chart.build(),
        "The probability that two recordings are of one speaker, by themselves and at even odds:"
            + " from white (0) to dark (1). Dark blocks along the diagonal are sets that hold together;"
            + " dark blocks elsewhere are sets that might belong together."
            + (recordings < all
                ? String.format(
                    Locale.ROOT,
                    " Shown are the largest sets, %,d of %,d recordings.",
                    recordings,
                    all)
                : "")
            + (s.cells() < recordings ? " A cell is the mean of several pairs." : ""));
  }

  private static Plot path(ClusterResult result) {
    double most = 1;
    double lo = 0;
    double hi = 0;
    List<Point> line = new ArrayList<>();
    for (ClusterResult.PathPoint p : result.path()) {
      line.add(Point.of(p.sets(), p.objective()));
      most = Math.max(most, p.sets());
      lo = Math.min(lo, p.objective());
      hi = Math.max(hi, p.objective());
    }
    double room = 0.05 * Math.max(hi - lo, 1e-3);
    int found = result.sizes().size();
    double at =
        result.path().stream()
            .filter(p -> p.sets() == found)
            .mapToDouble(ClusterResult.PathPoint::objective)
            .findFirst()
            .orElse(hi);
    Chart chart =
        Chart.of(
                "path",
                "The objective along the joins",
                Axis.log("number of sets", Math.max(2, most), 1),
                Axis.linear("J minus that of the start, nats", lo - room, hi + room))
            .plotHeight(SQUARE)
            .add(new Mark.Line("J", "{y} nats with {x} sets", line, Stroke.series(0)))
            .add(
                new Mark.Spot(
                    "found",
                    "found: {x} sets, {y} nats",
                    Point.of(found, at),
                    Symbol.CIRCLE,
                    Ink.VERMILLION))
            .build();
    return new Plot(
        chart,
        "How probable partitions are on the way from single recordings (left) to one set (right),"
            + " up to a constant. A flat top means that the number of speakers is not well known.");
  }
}
