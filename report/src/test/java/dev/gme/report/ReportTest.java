package dev.gme.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.report.drawing.Scale;
import dev.gme.report.plot.Plot;
import dev.gme.report.result.LlrUnit;
import dev.gme.report.result.ScoreCurves;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReportTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static Report example;
  private static String html;

  @BeforeAll
  static void makeExample() {
    example = ExampleReports.of(30, 20);
    html = example.html();
  }

  @Test
  void hasAllPlots() {
    assertThat(example.plots())
        .extracting(Plot::id)
        .containsExactly(
            "det",
            "bayes",
            "tippett",
            "calibration",
            "ece",
            "scores-1",
            "scores-2",
            "scores-3",
            "condition-1",
            "condition-2",
            "precision-1",
            "precision-2",
            "precision-eer");
    for (Plot plot : example.plots()) {
      assertThat(Xml.elements(Xml.parse(plot.svg()), "g"))
          .as(plot.title())
          .anyMatch(g -> g.getAttribute("class").equals("data"));
      assertThat(plot.caption()).isNotBlank();
      assertThat(html).contains("<figure id=\"" + plot.id() + "\">");
    }
  }

  @Test
  void sameInputGivesTheSameBytes() {
    assertThat(ExampleReports.of(30, 20).html()).isEqualTo(html);
  }

  @Test
  void loadsNothing() {
    assertThat(html).doesNotContain("http:", "https:", "src=", "@import", "url(http");
  }

  @Test
  void statesFiguresWithDefinitionOperatingPointThresholdAndCounts() {
    SystemResult plda = example.systems().get(0);
    Interval interval = plda.interval(Metrics::eerRocch).orElseThrow();
    int digits = NumberText.digits(100 * interval.lo(), 100 * interval.hi());
    assertThat(row("Main figures", plda.name()))
        .contains(String.format(Locale.ROOT, "%." + digits + "f", 100 * plda.metrics().eerRocch()))
        .contains(String.format(Locale.ROOT, "%." + digits + "f to ", 100 * interval.lo()));
    assertThat(html)
        .contains("EER: where the convex hull of the ROC has equal error rates.")
        .contains("P = 0.01, Cmiss = 1, Cfa = 1; Bayes threshold 4.595")
        .contains("150 target and 4,350 non-target trials")
        .contains("95 % bootstrap intervals over speakers")
        .contains("Primary cost of sre16", "Cllr − min Cllr", "Misleading evidence")
        .contains("simulated, seed 7, 30 speakers")
        .contains("the simulator&#39;s own");
  }

  /** The row of a system in one of the tables. */
  private static String row(String table, String system) {
    String from = html.substring(html.indexOf("aria-label=\"" + table + "\""));
    String row = from.substring(from.indexOf("<th scope=\"row\">" + system));
    return row.substring(0, row.indexOf("</tr>"));
  }

  @Test
  void sectionsAreListed() {
    for (String section :
        List.of(
            "summary",
            "comparisons",
            "detection",
            "scores",
            "conditions",
            "precision",
            "provenance")) {
      assertThat(html)
          .contains("<li><a href=\"#" + section + "\">")
          .contains("<h2 id=\"" + section + "\">");
    }
  }

  @Test
  void dataOfEveryPlotCanBeSaved() {
    for (Plot plot : example.plots()) {
      assertThat(html).contains("<a download=\"" + plot.id() + ".csv\" href=\"data:text/csv;");
      List<String> lines = plot.csv().lines().toList();
      assertThat(lines.get(0)).startsWith("series,meaning,").contains("x: ", "y: ");
      assertThat(lines).as(plot.id()).hasSizeGreaterThan(5);
      assertThat(plot.csv()).doesNotContain("NaN", "{", "−", "∞");
    }
    Plot det = example.plots().get(0);
    String eer =
        String.valueOf(
            new BigDecimal(100 * example.systems().get(0).metrics().eerRocch())
                .round(new MathContext(6))
                .doubleValue());
    assertThat(det.csv())
        .contains("heavy-tailed PLDA,\"EER x %, on the convex hull\"," + eer + "," + eer + ",");
  }

  /** Cosines do better than Gaussian PLDA here, and heavy-tailed PLDA better than both. */
  @Test
  void bestIsMarkedOnlyWherePairedIntervalsSaySo() {
    SystemResult first = example.systems().get(0);
    Figure minCllr = Figure.of("", Metrics::minCllr);
    Pairs pairs = new Pairs(example.systems());
    for (int j = 1; j < 3; j++) {
      Comparison c =
          Comparison.of(
              first.bootstrap().orElseThrow(), example.systems().get(j).bootstrap().orElseThrow());
      assertThat(pairs.difference(minCllr, 0, j)).contains(c.interval(Metrics::minCllr));
      assertThat(c.interval(Metrics::minCllr).hi()).isNegative();
    }
    assertThat(pairs.isClearlyBest(minCllr, 0)).isTrue();
    assertThat(pairs.isClearlyBest(minCllr, 1)).isFalse();
    String bold = "<strong>" + minCllr.text(first) + "</strong>";
    assertThat(row("Main figures", first.name())).contains(bold);

    Report twins = ofTwins();
    assertThat(twins.html())
        .doesNotContain("<strong>")
        .contains("No figure tells one system from all others");
    Report without = Reports.ofNames("a", "b");
    assertThat(without.html()).doesNotContain("<strong>", "id=\"comparisons\"");
  }

  /** Two systems of which nobody could say which is better, and a third like the first. */
  private static Report ofTwins() {
    ExampleReports twins = new ExampleReports(30);
    return Report.of("twins")
        .system(twins.plda("a", 2, 50))
        .system(twins.plda("b", 2.0001, 50))
        .system(twins.plda("c", 2, 50))
        .build();
  }

  @Test
  void comparisonsAreOfAllPairs() {
    String from = html.substring(html.indexOf("aria-label=\"All pairs\""));
    String pairs = from.substring(0, from.indexOf("</table>"));
    assertThat(pairs.split("<tr>")).hasSize(2 + 3);
    assertThat(row("Differences from the best", "heavy-tailed PLDA")).contains("<td>best</td>");
    // Cosines have no Cllr.
    assertThat(row("Differences from the best", "cosine")).contains("<td>–</td>");
  }

  @Test
  void decimalLogarithmsAreAnOption() {
    SystemResult plda = example.systems().get(0);
    String page = Report.of("x").unit(LlrUnit.LOG10).system(plda).build().html();
    // ln 99 is 4.595, lg 99 is 1.996.
    assertThat(page)
        .contains("Bayes threshold 1.996", "log10 likelihood ratio", "log10 prior odds of a target")
        .doesNotContain("nats");
    assertThat(html).contains("log-likelihood ratio in nats").doesNotContain("log10");
  }

  @Test
  void tippettPlotsReachFromTheLowestScoreToTheHighest() {
    double[] scores = {80, 5, 1, -3, -7, -300};
    boolean[] isTarget = {true, true, false, true, false, false};
    Plot tippett = plot(Reports.of(scores, isTarget), "tippett");
    assertThat(tippett.chart().x().lo()).isEqualTo(-300);
    assertThat(tippett.chart().x().hi()).isEqualTo(80);
    assertThat(tippett.chart().x().scale()).isEqualTo(Scale.ASINH);
    Plot near = plot(Reports.of(new double[] {3, -2}, new boolean[] {true, false}), "tippett");
    assertThat(near.chart().x().scale()).isEqualTo(Scale.LINEAR);
    assertThat(near.chart().x().lo()).isEqualTo(-2);
    assertThat(near.chart().x().hi()).isEqualTo(3);
  }

  private static Plot plot(Report report, String id) {
    return report.plots().stream().filter(p -> p.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void crossEntropyIsCllrAtEvenOdds() {
    SystemResult plda = example.systems().get(0);
    ScoreCurves.Entropy even =
        plda.curves().entropy().stream()
            .filter(e -> Math.abs(e.logOdds()) < 1e-9)
            .findFirst()
            .orElseThrow();
    assertThat(even.scores()).isCloseTo(plda.metrics().cllr(), within(1e-5));
    assertThat(even.calibrated()).isCloseTo(plda.metrics().minCllr(), within(1e-5));
    assertThat(even.neutral()).isCloseTo(1, within(1e-12));
  }

  @Test
  void scoresThatAreNoLlrsHaveNoActualCosts() {
    assertThat(row("Detection costs", "cosine").split("<td>–</td>", -1)).hasSize(3);
    assertThat(row("Trials, areas and misleading evidence", "cosine").split("<td>–</td>", -1))
        .hasSize(3);
    assertThat(html).contains("the scores are not log-likelihood ratios");
    Report cosine = Report.of("x").system(example.systems().get(2)).build();
    assertThat(cosine.plots())
        .extracting(Plot::id)
        .contains("tippett")
        .doesNotContain("calibration", "ece");
  }

  @Test
  void namesAreEscapedWhereverTheyAppear() {
    String name = "<i>\"&'";
    Report report = Reports.ofNames(name, "other");
    assertThat(report.html()).doesNotContain("<i>").contains("&lt;i&gt;&quot;&amp;&#39;");
    report.plots().forEach(p -> assertThat(Xml.elements(Xml.parse(p.svg()), "i")).isEmpty());
  }

  static Stream<Arguments> strangeScores() {
    return Stream.of(
        Arguments.of("one of each", new double[] {1, -1}),
        Arguments.of("reversed", new double[] {-1, 1}),
        Arguments.of("equal", new double[] {0, 0}),
        Arguments.of("all infinite", new double[] {INF, -INF}),
        Arguments.of("infinite and wrong", new double[] {-INF, INF}),
        Arguments.of("equal and infinite", new double[] {INF, INF, INF, INF}),
        Arguments.of("some infinite", new double[] {INF, 1, -INF, -INF, 0, INF}),
        Arguments.of("separated", new double[] {3, 4, 5, -3, -4, -5}),
        Arguments.of("huge", new double[] {1e308, 1, -1e308, -1e308, 0, 1e308}),
        Arguments.of("huge and equal", new double[] {1e308, 1e308}),
        Arguments.of("nearly equal", new double[] {1e9, 1e9 + 1e-6}),
        Arguments.of("tiny", new double[] {1e-300, -1e-300}),
        Arguments.of("far from 0", new double[] {1e6 + 1, 1e6 + 2, 1e6, 1e6 - 1}),
        Arguments.of("at the limit of plots", new double[] {-15, -16, -300, -200}));
  }

  /** The first half are targets. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("strangeScores")
  void strangeScoresCanBeShown(String name, double[] scores) {
    boolean[] isTarget = new boolean[scores.length];
    Arrays.fill(isTarget, 0, scores.length / 2, true);
    Report report = Reports.of(scores, isTarget);
    assertThat(report.html()).as(name).doesNotContain("NaN", "Infinity");
    for (Plot plot : report.plots()) {
      Xml.parse(plot.svg());
      assertThat(plot.png(200)).isNotEmpty();
    }
  }

  @Test
  void trialsOfOneKindAreRefusedWithASentence() {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> Reports.of(new double[] {1, 2}, new boolean[] {true, true}))
        .withMessageContaining("no non-target trial");
  }

  @Test
  void twoSystemsOfOneNameAreRefused() {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> Reports.ofNames("a", "a"))
        .withMessage("two systems of the report are named 'a'");
  }

  @Test
  void systemsMustHaveBeenEvaluatedAlike() {
    ScoredTrials trials = Reports.trials(10, 100);
    SystemResult a = SystemResult.of("a", Evaluation.of(trials)).build();
    EvaluationOptions options = EvaluationOptions.of(CostPreset.SRE08);
    SystemResult b = SystemResult.of("b", Evaluation.of(trials, options)).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Report.of("").system(a).system(b).build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Report.of("").system(a).preset(CostPreset.SRE08).build());
    assertThatIllegalArgumentException().isThrownBy(() -> Report.of("").build());
  }

  @Test
  void aPageWithoutOptionalPartsHasNoEmptySections() {
    Evaluation evaluation = Evaluation.of(Reports.trials(10, 100), EvaluationOptions.of(List.of()));
    String page = Report.of("x").system(SystemResult.of("s", evaluation).build()).build().html();
    assertThat(page)
        .doesNotContain("id=\"conditions\"", "id=\"precision\"", "id=\"provenance\"", "intervals");
  }

  @Test
  void sizeDoesNotGrowWithTheTrials() {
    int small = page(2_000, 20_000).length();
    int large = page(20_000, 400_000).length();
    assertThat(large).isLessThan(2 * small).isLessThan(200_000);
  }

  private static String page(int targets, int nontargets) {
    Evaluation evaluation = Evaluation.of(Reports.trials(targets, nontargets));
    return Report.of("x").system(SystemResult.of("s", evaluation).build()).build().html();
  }
}
