package dev.gme.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.report.Report;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is taken out of trials. */
class SystemResultTest {
  private static final int N = 3000;
  private final double[] scores = new double[N];
  private final boolean[] isTarget = new boolean[N];
  private final double[] weights = new double[N];
  private final int[] part = new int[N];

  /** Seed 3: a tenth are targets, three parts of different difficulty, weights from 0 to 3. */
  SystemResultTest() {
    Random random = new Random(3);
    for (int i = 0; i < N; i++) {
      isTarget[i] = i % 10 == 0;
      part[i] = random.nextInt(3);
      weights[i] = random.nextInt(4);
      scores[i] = (isTarget[i] ? 2.0 : -2.0) / (1 + part[i]) + random.nextGaussian();
    }
  }

  private Evaluation evaluation() {
    return Evaluation.of(ScoredTrials.of(scores, isTarget));
  }

  private Evaluation weighted() {
    return Evaluation.of(ScoredTrials.of(scores, isTarget, weights));
  }

  /** The trials of a part alone. */
  private ScoredTrials only(int k, boolean isWeighted) {
    int[] kept = IntStream.range(0, N).filter(i -> part[i] == k).toArray();
    boolean[] labels = new boolean[kept.length];
    for (int j = 0; j < kept.length; j++) {
      labels[j] = isTarget[kept[j]];
    }
    return ScoredTrials.of(
        Arrays.stream(kept).mapToDouble(i -> scores[i]).toArray(),
        labels,
        Arrays.stream(kept).mapToDouble(i -> isWeighted ? weights[i] : 1).toArray());
  }

  @Test
  void conditionsAreEvaluatedLikeTheirTrialsAlone() {
    SystemResult plain =
        SystemResult.of("s", evaluation()).condition("c", List.of("0", "1", "2"), part).build();
    SystemResult heavy =
        SystemResult.of("s", weighted())
            .weights(weights)
            .condition("c", List.of("0", "1", "2"), part)
            .build();
    for (int k = 0; k < 3; k++) {
      assertSame(plain.conditions().get(k), only(k, false));
      assertSame(heavy.conditions().get(k), only(k, true));
    }
  }

  private static void assertSame(ConditionResult result, ScoredTrials expected) {
    Evaluation alone = Evaluation.of(expected);
    Subsets.SubsetFigures figures = result.figures().orElseThrow();
    assertThat(figures.targets()).isEqualTo(alone.targets());
    assertThat(figures.nontargets()).isEqualTo(alone.nontargets());
    assertThat(figures.metrics().eerRocch()).isCloseTo(alone.metrics().eerRocch(), within(1e-12));
    assertThat(figures.metrics().cllr()).isCloseTo(alone.metrics().cllr(), within(1e-12));
  }

  @Test
  void forgottenWeightsAreNoticed() {
    SystemResult.Builder builder =
        SystemResult.of("s", weighted()).condition("c", List.of("0", "1", "2"), part);
    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageContaining("the weights given for them sum up to 3000");
  }

  @Test
  void valuesWithoutTargetsOrTrialsHaveNoFigures() {
    for (int i = 0; i < N; i++) {
      part[i] = isTarget[i] ? -1 : 1;
    }
    SystemResult result =
        SystemResult.of("s", evaluation()).condition("c", List.of("never", "others"), part).build();
    assertThat(result.conditions()).extracting(ConditionResult::value).contains("never", "others");
    assertThat(result.conditions()).allMatch(r -> r.figures().isEmpty());
    assertThat(Report.of("x").system(result).build().html()).contains("–: no targets");
  }

  @Test
  void onlyTheMostFrequentValuesAreShown() {
    for (int i = 0; i < N; i++) {
      part[i] = i % 100 < 50 ? i / 10 % 2 : i / 10;
    }
    List<String> values = IntStream.range(0, N / 10).mapToObj(i -> "v" + i).toList();
    SystemResult result = SystemResult.of("s", evaluation()).condition("c", values, part).build();
    assertThat(result.conditions()).hasSize(Condition.MAX_VALUES);
    assertThat(result.conditions()).extracting(ConditionResult::value).startsWith("v0", "v1");
    assertThat(Report.of("x").system(result).build().html())
        .contains(
            "The 40 most frequent values are shown, " + (N / 10 - 40) + " rarer ones left out.");
  }

  @Test
  void intervalsOfConditionsNeedSpeakersAndHoldTheFigure() {
    int[] enrol = IntStream.range(0, N).map(i -> i % 40).toArray();
    int[] test = IntStream.range(0, N).map(i -> isTarget[i] ? i % 40 : (i + 1) % 40).toArray();
    ScoredTrials trials = ScoredTrials.of(scores, isTarget).withSpeakers(enrol, test);
    BootstrapOptions options = BootstrapOptions.DEFAULT.withReplicates(50);
    SystemResult result =
        SystemResult.of("s", Evaluation.of(trials))
            .condition("c", List.of("0", "1", "2"), part)
            .conditionIntervals(options, Progress.NONE)
            .build();
    for (ConditionResult r : result.conditions()) {
      double eer = r.figures().orElseThrow().metrics().eerRocch();
      assertThat(r.eerInterval().orElseThrow().contains(eer)).isTrue();
    }
    SystemResult.Builder without =
        SystemResult.of("s", evaluation()).conditionIntervals(options, Progress.NONE);
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(without::build)
        .withMessageContaining("speakers");
  }

  @Test
  void intervalsMustBeOfTheEvaluatedPoints() {
    int[] speaker = IntStream.range(0, N).toArray();
    int[] other = IntStream.range(0, N).map(i -> isTarget[i] ? i : (i + 1) % N).toArray();
    ScoredTrials trials = ScoredTrials.of(scores, isTarget).withSpeakers(speaker, other);
    Bootstrap drawn =
        Bootstrap.of(trials, BootstrapOptions.DEFAULT.withReplicates(3), Progress.NONE);
    Evaluation elsewhere = Evaluation.of(trials, EvaluationOptions.of(CostPreset.SRE08));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SystemResult.of("s", elsewhere).intervals(drawn));
  }

  @Test
  void arraysMustFitTheTrials() {
    SystemResult.Builder builder = SystemResult.of("s", evaluation());
    int[] none = {};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.condition("c", List.of("a"), none))
        .withMessage("0 values of condition 'c' for 3000 trials");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.weights(new double[1]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.condition("c", List.of("a"), part));
    double[] b = {1, 0};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.precisions(b, new int[N], b, new int[N]))
        .withMessageContaining("enrolment 1 is 0.0");
  }

  @Test
  void groupsOfPrecisionHoldAllTrialsOnce() {
    double[] b = IntStream.range(0, 100).mapToDouble(i -> Math.exp(0.1 * i)).toArray();
    int[] enrol = IntStream.range(0, N).map(i -> i % 97).toArray();
    int[] test = IntStream.range(0, N).map(i -> i % 89).toArray();
    SystemResult result = SystemResult.of("s", evaluation()).precisions(b, enrol, b, test).build();
    List<PrecisionCurves.Group> groups = result.precisions().orElseThrow().groups();
    assertThat(groups).hasSize(10);
    int all = groups.stream().mapToInt(g -> g.figures().targets() + g.figures().nontargets()).sum();
    assertThat(all).isEqualTo(N);
    for (int g = 0; g < groups.size(); g++) {
      Subsets.SubsetFigures f = groups.get(g).figures();
      assertThat(f.targets() + f.nontargets()).isBetween(N / 10 - 40, N / 10 + 40);
      assertThat(g == 0 || groups.get(g).b() > groups.get(g - 1).b()).isTrue();
    }
  }

  /** Seven recordings of one list: trials enrol two of them and test three others. */
  @Test
  void precisionsAreThoseOfRecordingsInTrials() {
    double[] b = {1e-6, 1, 2, 10, 20, 40, 1e6};
    int[] enrol = IntStream.range(0, N).map(i -> 1 + i % 2).toArray();
    int[] test = IntStream.range(0, N).map(i -> 3 + i % 3).toArray();
    SystemResult result = SystemResult.of("s", evaluation()).precisions(b, enrol, b, test).build();
    PrecisionCurves curves = result.precisions().orElseThrow();
    assertThat(curves.enrolments()).isEqualTo(2);
    assertThat(curves.tests()).isEqualTo(3);
    assertThat(curves.enrol().lo()).isCloseTo(0, within(1e-12));
    assertThat(curves.enrol().hi()).isCloseTo(Math.log10(40), within(1e-12));
    assertThat(curves.enrol().share(0)).isEqualTo(0.5);
    assertThat(curves.test().share(0)).isZero();
    assertThat(curves.test().share(curves.test().bins() - 1)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(Report.of("x").system(result).build().html()).contains("2 enrolments", "3 tests");
  }

  @Test
  void onePrecisionIsOneGroup() {
    double[] b = {2};
    SystemResult result =
        SystemResult.of("s", evaluation()).precisions(b, new int[N], b, new int[N]).build();
    assertThat(result.precisions().orElseThrow().groups()).hasSize(1);
    assertThat(result.precisions().orElseThrow().groups().get(0).b()).isCloseTo(2, within(1e-12));
    assertThat(Report.of("x").system(result).build().plots()).isNotEmpty();
  }

  @Test
  void bayesErrorsAreDetectionCosts() {
    Roc roc = Roc.of(evaluation().trials());
    for (ScoreCurves.BayesError e : ScoreCurves.of(evaluation()).bayes()) {
      OperatingPoint point = OperatingPoint.ofPrior(1 / (1 + Math.exp(-e.logOdds())));
      assertThat(e.act()).isCloseTo(roc.actDcf(point).dcf(), within(1e-9));
      assertThat(e.min()).isCloseTo(roc.minDcf(point).dcf(), within(1e-9));
    }
  }

  @Test
  void histogramsSumUpToOne() {
    ScoreCurves curves = ScoreCurves.of(evaluation());
    for (Histogram h : List.of(curves.targets(), curves.nontargets())) {
      double inside = IntStream.range(0, h.bins()).mapToDouble(h::share).sum();
      assertThat(inside + h.outside()).isCloseTo(1, within(1e-12));
      assertThat(h.outside()).isLessThan(0.05);
    }
  }
}
