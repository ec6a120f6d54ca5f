package dev.gme.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.GmeException;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.report.plot.Plot;
import dev.gme.report.result.SystemResult;
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
    String eer =
        String.format(Locale.ROOT, "<strong>%.2f</strong>", 100 * plda.metrics().eerRocch());
    assertThat(html)
        .contains("EER, ROC convex hull, %</th><td>" + eer)
        .contains("P = 0.01, Cmiss = 1, Cfa = 1: Bayes threshold 4.595")
        .contains("150 target and 4,350 non-target trials")
        .contains("95 % bootstrap intervals over speakers")
        .contains("Primary cost of sre16")
        .contains("simulated, seed 7, 30 speakers")
        .contains("the simulator&#39;s own");
  }

  @Test
  void scoresThatAreNoLlrsHaveNoActualCosts() {
    String rows = html.substring(html.indexOf("<th scope=\"row\">actDCF"));
    assertThat(rows.substring(0, rows.indexOf("</tr>"))).endsWith("<td>–</td>");
    assertThat(html).contains("the scores are not log-likelihood ratios");
    Report cosine = Report.of("x").system(example.systems().get(2)).build();
    assertThat(cosine.plots())
        .extracting(Plot::id)
        .contains("tippett")
        .doesNotContain("calibration");
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
