package dev.gme.report;

import java.util.ArrayList;
import java.util.List;

/** All plots of a report, by section. */
final class ReportPlots {
  private final List<Plot> detection;
  private final List<Plot> scores;
  private final List<Plot> conditions;
  private final List<Plot> precision;

  ReportPlots(List<SystemResult> systems) {
    ScoreFigures ofScores = new ScoreFigures(systems);
    detection = List.of(DetFigure.of(systems), BayesFigure.of(systems));
    List<Plot> plots = new ArrayList<>();
    plots.add(ofScores.tippett());
    ofScores.calibration().ifPresent(plots::add);
    plots.addAll(ofScores.histograms());
    scores = List.copyOf(plots);
    conditions = ConditionFigure.of(systems);
    precision = PrecisionFigures.of(systems);
  }

  List<Plot> detection() {
    return detection;
  }

  List<Plot> scores() {
    return scores;
  }

  List<Plot> conditions() {
    return conditions;
  }

  List<Plot> precision() {
    return precision;
  }

  List<Plot> all() {
    List<Plot> out = new ArrayList<>(detection);
    out.addAll(scores);
    out.addAll(conditions);
    out.addAll(precision);
    return List.copyOf(out);
  }
}
