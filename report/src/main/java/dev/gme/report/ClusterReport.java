package dev.gme.report;

import dev.gme.report.plot.ClusterFigures;
import dev.gme.report.plot.Plot;
import dev.gme.report.result.ClusterResult;
import dev.gme.report.result.Fact;
import dev.gme.report.text.NumberText;
import java.util.List;

/**
 * One self-contained HTML page about a clustering. The page needs no network, and the same input
 * gives the same bytes.
 *
 * <pre>{@code
 * Files.writeString(path, new ClusterReport("Speakers of calls.scp", result).html());
 * }</pre>
 */
public final class ClusterReport {
  private final String title;
  private final ClusterResult result;

  public ClusterReport(String title, ClusterResult result) {
    this.title = title;
    this.result = result;
  }

  /** All plots of the page, in its order. */
  public List<Plot> plots() {
    return ClusterFigures.of(result);
  }

  /** The page, to be written in UTF-8. */
  public String html() {
    PageText page = new PageText(title);
    if (!result.figures().isEmpty()) {
      page.section("agreement", "Agreement with the reference", List.of(), figures());
    }
    page.section("sets", "Sets", plots(), withoutPath());
    page.section("doubtful", "Doubtful recordings", List.of(), doubtful());
    page.section("near", "Sets that nearly joined", List.of(), nearJoins());
    page.heading("provenance", "Provenance");
    page.facts(result.facts());
    page.endSection();
    return page.html(
        String.format(
            "%s recordings · %s sets",
            NumberText.count(result.recordings()), NumberText.count(result.sizes().size())));
  }

  private String withoutPath() {
    return result.path().isEmpty()
        ? "<p class=\"note\">There is no plot of the objective along the joins: only where sets are"
            + " joined pair by pair, which takes too long for a large set, is there one such way.</p>\n"
        : "";
  }

  private String figures() {
    return PageText.table(
        "Agreement with the reference",
        List.of("Measure", "Value"),
        result.figures().stream().map(ClusterReport::row).toList());
  }

  private static List<String> row(Fact f) {
    return List.of(f.what(), f.text());
  }

  private String doubtful() {
    if (result.doubtful().isEmpty()) {
      return "<p class=\"note\">None: every recording is surer of its place than the limit.</p>\n";
    }
    return PageText.table(
        "Doubtful recordings",
        List.of("Recording", "Set", "Probability", "Next best", "Its probability"),
        result.doubtful().stream()
            .map(
                d ->
                    List.of(
                        d.id(),
                        d.set(),
                        NumberText.fixed(d.probability(), 3),
                        d.rival(),
                        NumberText.fixed(d.rivalProbability(), 3)))
            .toList());
  }

  private String nearJoins() {
    if (result.nearJoins().isEmpty()) {
      return "<p class=\"note\">There is no pair of sets that may join.</p>\n";
    }
    return PageText.table(
            "Sets that nearly joined",
            List.of("Set", "Recordings", "Other set", "Its recordings", "Gain of J, nats"),
            result.nearJoins().stream()
                .map(
                    n ->
                        List.of(
                            n.first(),
                            NumberText.count(n.firstSize()),
                            n.second(),
                            NumberText.count(n.secondSize()),
                            NumberText.signed(n.gain(), 2)))
                .toList())
        + "<p class=\"note\">What joining them would change the objective by. A small loss means that"
        + " the two may well be one speaker.</p>\n";
  }
}
