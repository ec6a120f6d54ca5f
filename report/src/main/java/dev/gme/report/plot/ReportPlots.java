package dev.gme.report.plot;

import dev.gme.core.Internal;
import dev.gme.report.result.LlrUnit;
import dev.gme.report.result.SystemResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All plots of a report, by section of the page. */
@Internal
public record ReportPlots(
    List<Plot> detection, List<Plot> scores, List<Plot> conditions, List<Plot> precision) {
  public static ReportPlots of(List<SystemResult> systems, LlrUnit unit) {
    ScoreFigures ofScores = new ScoreFigures(systems, unit);
    List<Plot> scores = new ArrayList<>();
    scores.add(ofScores.tippett());
    ofScores.calibration().ifPresent(scores::add);
    ofScores.entropy().ifPresent(scores::add);
    scores.addAll(ofScores.histograms());
    return new ReportPlots(
        List.of(DetFigure.of(systems), BayesFigure.of(systems, unit)),
        List.copyOf(scores),
        ConditionFigure.of(systems),
        PrecisionFigures.of(systems));
  }

  public List<Plot> all() {
    return Stream.of(detection, scores, conditions, precision).flatMap(List::stream).toList();
  }
}
