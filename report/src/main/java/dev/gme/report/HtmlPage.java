package dev.gme.report;

import dev.gme.report.plot.ReportPlots;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.List;

/** The text of the page about systems. */
final class HtmlPage {
  /** Shown by the script, without which it would not be true. */
  private static final String LEGEND_HELP =
      "<p id=\"legend-help\" class=\"note\" hidden>Click a system in a legend to hide or show it in all"
          + " plots, double-click to show it alone (keys: Tab, arrows, Enter, Shift + Enter).</p>\n";

  private final Report report;
  private final PageText page;

  HtmlPage(Report report) {
    this.report = report;
    page = new PageText(report.title());
  }

  String html() {
    ReportPlots figures = report.plotsBySection();
    List<SystemResult> systems = report.systems();
    Pairs pairs = new Pairs(systems);
    SummaryTable summary = new SummaryTable(systems, report.presets(), report.unit(), pairs);
    page.section("summary", "Summary", List.of(), summary.main());
    page.section("detection", "Errors and costs", figures.detection(), LEGEND_HELP);
    page.section("scores", "Scores and calibration", figures.scores(), "");
    if (systems.stream().anyMatch(s -> !s.conditions().isEmpty())) {
      String table = new ConditionTable(systems).html();
      page.section("conditions", "Errors by condition", figures.conditions(), table);
    }
    if (!figures.precision().isEmpty()) {
      page.section("precision", "Uncertainty", figures.precision(), "");
    }
    if (pairs.isPaired()) {
      String table = new ComparisonTable(systems, summary.compared(), pairs).html();
      page.section("comparisons", "Paired comparisons", List.of(), table);
    }
    page.section("figures", "Further figures", List.of(), summary.further());
    provenance();
    return page.html(outline());
  }

  private String outline() {
    List<SystemResult> systems = report.systems();
    SystemResult first = systems.get(0);
    boolean sameCounts =
        systems.stream()
            .allMatch(s -> s.targets() == first.targets() && s.nontargets() == first.nontargets());
    return (systems.size() == 1 ? first.name() : systems.size() + " systems")
        + (sameCounts
            ? String.format(
                " · %s target and %s non-target trials",
                NumberText.count(first.targets()), NumberText.count(first.nontargets()))
            : " · on different trials");
  }

  private void provenance() {
    boolean isEmpty =
        report.provenance().isEmpty()
            && report.systems().stream().allMatch(s -> s.provenance().isEmpty());
    if (isEmpty) {
      return;
    }
    page.heading("provenance", "Provenance");
    page.facts(report.provenance());
    for (SystemResult s : report.systems()) {
      if (!s.provenance().isEmpty()) {
        page.subheading(s.name());
        page.facts(s.provenance());
      }
    }
    page.endSection();
  }
}
