package dev.gme.report;

import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.result.LlrUnit;
import dev.gme.report.result.OperatingPoints;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.Markup;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All figures, a row for each system, in tables that fit a sheet of paper. */
final class SummaryTable {
  private static final String FEW_ERRORS =
      "<sup title=\"fewer than 30 misses or false alarms\">†</sup>";

  /** Operating points of one table: two figures with intervals each. */
  private static final int POINTS_ACROSS = 3;

  private final List<SystemResult> systems;
  private final List<CostPreset> presets;
  private final LlrUnit unit;
  private final Pairs pairs;
  private final StringBuilder out = new StringBuilder();
  private final String main;
  private final String further;
  private boolean hasFewErrors;
  private boolean hasBest;

  /** Columns under a common heading, which may be empty. */
  private record Group(String heading, List<Figure> figures) {}

  SummaryTable(List<SystemResult> systems, List<CostPreset> presets, LlrUnit unit, Pairs pairs) {
    this.systems = systems;
    this.presets = presets;
    this.unit = unit;
    this.pairs = pairs;
    table("Main figures", mainFigures());
    String figures = taken();
    List<Group> costs = IntStream.range(0, points().size()).mapToObj(this::costs).toList();
    for (int from = 0; from < costs.size(); from += POINTS_ACROSS) {
      int to = Math.min(from + POINTS_ACROSS, costs.size());
      table(from == 0 ? "Detection costs" : "More detection costs", costs.subList(from, to));
    }
    table("Trials, areas and misleading evidence", furtherFigures());
    further = taken();
    // The notes are on all tables.
    footnotes();
    main = figures + taken();
  }

  /** The figures that most readers want. */
  String main() {
    return main;
  }

  /** Detection costs at every operating point, counts and other rates. */
  String further() {
    return further;
  }

  /** What has been written so far. */
  private String taken() {
    String text = out.toString();
    out.setLength(0);
    return text;
  }

  private List<OperatingPoint> points() {
    return systems.get(0).metrics().points();
  }

  /** The figures that systems are compared by. */
  List<Figure> compared() {
    List<Figure> out = new ArrayList<>(List.of(eer()));
    presets.stream()
        .filter(CostPreset::isPrimaryCost)
        .forEach(p -> out.add(Figure.of(p.label() + " cost, minimum", m -> m.minCost(p))));
    if (out.size() == 1) {
      points().stream()
          .limit(2)
          .forEach(p -> out.add(Figure.of("minDCF, " + OperatingPoints.text(p), m -> m.minDcf(p))));
    }
    out.addAll(List.of(cllr(), minCllr()));
    return List.copyOf(out);
  }

  private static Figure eer() {
    return Figure.of("EER, %", Metrics::eerRocch).percent();
  }

  private static Figure cllr() {
    return Figure.of("Cllr, bits", Metrics::cllr).onlyLlrs();
  }

  private static Figure minCllr() {
    return Figure.of("min Cllr, bits", Metrics::minCllr);
  }

  private List<Group> mainFigures() {
    List<Group> out = new ArrayList<>(List.of(new Group("", List.of(eer()))));
    presets.stream()
        .filter(CostPreset::isPrimaryCost)
        .forEach(
            p ->
                out.add(
                    new Group(
                        "Primary cost of " + p.label(),
                        List.of(
                            Figure.of("minimum", m -> m.minCost(p)),
                            Figure.of("actual", m -> m.actCost(p)).onlyLlrs()))));
    Figure loss = Figure.of("Cllr − min Cllr", m -> m.cllr() - m.minCllr()).onlyLlrs();
    out.add(new Group("", List.of(cllr(), minCllr(), loss)));
    return out;
  }

  private Group costs(int k) {
    OperatingPoint point = points().get(k);
    return new Group(
        OperatingPoints.fullText(point)
            + "; Bayes threshold "
            + NumberText.fixed(unit.of(point.bayesThreshold()), 3),
        List.of(
            Figure.of("minDCF", m -> m.minDcf(point))
                .doubtfulIf(s -> s.costs().get(k).minErrors().isDoubtful()),
            Figure.of("actDCF", m -> m.actDcf(point))
                .onlyLlrs()
                .doubtfulIf(s -> s.costs().get(k).actErrors().isDoubtful())));
  }

  private static List<Group> furtherFigures() {
    return List.of(
        new Group(
            "Trials",
            List.of(
                Figure.count("targets", SystemResult::targets),
                Figure.count("non-targets", SystemResult::nontargets))),
        new Group(
            "",
            List.of(
                Figure.of("EER, interpolated, %", Metrics::eerInterpolated).percent(),
                Figure.of("Area under the ROC, %", Metrics::auc).percent().higherIsBetter())),
        new Group(
            "Misleading evidence",
            List.of(
                Figure.ofSystem("targets below 0, %", s -> s.curves().misleading().targets())
                    .percent()
                    .onlyLlrs(),
                Figure.ofSystem("non-targets above 0, %", s -> s.curves().misleading().nontargets())
                    .percent()
                    .onlyLlrs())));
  }

  private void table(String title, List<Group> groups) {
    out.append("<h3>").append(title).append("</h3>\n");
    out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    out.append(title).append("\"><table class=\"systems\">\n<thead>");
    boolean hasHeadings = groups.stream().anyMatch(g -> !g.heading().isEmpty());
    if (hasHeadings) {
      headings(groups);
    }
    out.append("<tr>");
    if (!hasHeadings) {
      out.append("<th scope=\"col\">System</th>");
    }
    List<Figure> figures = groups.stream().flatMap(g -> g.figures().stream()).toList();
    figures.forEach(f -> head(f.label()));
    out.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < systems.size(); i++) {
      String name = Markup.escape(systems.get(i).name());
      out.append("<tr><th scope=\"row\">").append(name).append("</th>");
      for (Figure f : figures) {
        cell(f, i);
      }
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
  }

  private void headings(List<Group> groups) {
    out.append("<tr><th scope=\"col\" rowspan=\"2\">System</th>");
    for (Group g : groups) {
      String scope = g.heading().isEmpty() ? "" : " scope=\"colgroup\"";
      String tag = g.heading().isEmpty() ? "td" : "th";
      out.append('<').append(tag).append(scope).append(" class=\"group\" colspan=\"");
      out.append(g.figures().size()).append("\">").append(Markup.escape(g.heading()));
      out.append("</").append(tag).append('>');
    }
    out.append("</tr>\n");
  }

  private void head(String label) {
    out.append("<th scope=\"col\">").append(Markup.escape(label)).append("</th>");
  }

  private void cell(Figure f, int i) {
    SystemResult s = systems.get(i);
    if (!f.isDefined().test(s)) {
      out.append("<td>–</td>");
      return;
    }
    boolean isBest = pairs.isClearlyBest(f, i);
    hasBest |= isBest;
    out.append("<td>").append(isBest ? "<strong>" + f.text(s) + "</strong>" : f.text(s));
    if (f.isDoubtful().test(s)) {
      hasFewErrors = true;
      out.append(FEW_ERRORS);
    }
    f.interval(s)
        .ifPresent(
            i95 -> out.append(" <span class=\"interval\">").append(f.text(i95)).append("</span>"));
    out.append("</td>");
  }

  private void footnotes() {
    out.append("<p class=\"note\">EER: where the convex hull of the ROC has equal error rates. P: ")
        .append("prior of a target; Cmiss, Cfa: costs of errors. DCF: normalized detection cost, ")
        .append("1 without scores; a primary cost is the mean over the operating points of an ")
        .append("evaluation. ");
    if (hasBest) {
      out.append("Bold: better than every other system, by the interval of each paired ")
          .append("difference. ");
    } else if (systems.size() > 1) {
      out.append(
          pairs.isPaired()
              ? "No figure tells one system from all others: every best one has a rival within the"
                  + " interval of their paired difference. "
              : "No best figure is marked, because there are no paired intervals. ");
    }
    systems.stream()
        .flatMap(s -> s.interval(Metrics::eerRocch).stream())
        .findFirst()
        .ifPresent(
            i ->
                out.append("Ranges: ")
                    .append(NumberText.shortest(100 * i.confidence()))
                    .append(" % bootstrap intervals over speakers. "));
    if (hasFewErrors) {
      out.append("† fewer than 30 misses or false alarms: the rate may be off by more than 30 %. ");
    }
    if (!systems.stream().allMatch(SystemResult::scoresAreLlrs)) {
      out.append("–: the scores are not log-likelihood ratios. ");
    }
    if (systems.stream().anyMatch(SystemResult::isWeighted)) {
      out.append("Trials are weighted; counts are of trials. ");
    }
    out.append("</p>\n");
  }
}
