package dev.gme.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All plots of a report, by section of the page. */
record ReportPlots(
    List<Plot> detection, List<Plot> scores, List<Plot> conditions, List<Plot> precision) {
  static ReportPlots of(List<SystemResult> systems) {
    ScoreFigures ofScores = new ScoreFigures(systems);
    List<Plot> scores = new ArrayList<>();
    scores.add(ofScores.tippett());
    ofScores.calibration().ifPresent(scores::add);
    scores.addAll(ofScores.histograms());
    return new ReportPlots(
        List.of(DetFigure.of(systems), BayesFigure.of(systems)),
        List.copyOf(scores),
        ConditionFigure.of(systems),
        PrecisionFigures.of(systems));
  }

  List<Plot> all() {
    return Stream.of(detection, scores, conditions, precision).flatMap(List::stream).toList();
  }
}
