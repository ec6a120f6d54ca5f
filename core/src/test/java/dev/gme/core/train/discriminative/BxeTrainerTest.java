package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions.Calibration;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Discriminative training on heavy-tailed data whose start is a plugged-in nu. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(RestoresThreads.class)
class BxeTrainerTest {
  private static final BxeOptions BXE = BxeOptions.DEFAULT.withBatch(400);
  private static final BxeOptions EVEN = BXE.withPrior(0.5);
  private static final DescentOptions DESCENT = DescentOptions.builder().steps(30).build();

  private TrainingData data;
  private SimulatedDatabase evaluation;
  private GmeExtractor plugIn;

  @BeforeAll
  void train() {
    HtPlda truth = ModelRecipe.of(40, 12, 2).withSpectrum(25, 2).draw(1);
    SimulatedDatabase train = new Simulator(truth).draw(300, RecordingCounts.fixed(8), 1);
    evaluation = new Simulator(truth).draw(150, RecordingCounts.fixed(4), 2);
    data = TrainingData.of(train.vectors(), train.speakers());
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    plugIn =
        new GaussianPldaEm(Stopping.DEFAULT)
            .train(statistics, PldaStart.fromScatter(statistics, 12))
            .model()
            .withNu(2)
            .extractor();
  }

  private Trained<BxeTrainer.Result> run(BxeOptions options, DescentOptions descent) {
    return new BxeTrainer(options, descent).train(data, plugIn);
  }

  private Trained<BxeTrainer.Result> runAtRate(double rate) {
    return run(BXE, DescentOptions.builder().rates(rate, rate).steps(30).build());
  }

  private double cllr(GmeExtractor extractor, double scale, double offset) {
    MetaEmbeddings e = extractor.extract(evaluation.vectors());
    double[] scores = e.llr(e).array().clone();
    int[] speaker = evaluation.speakers();
    int n = speaker.length;
    boolean[] target = new boolean[n * n];
    double[] weight = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        scores[i * n + j] = scale * scores[i * n + j] + offset;
        target[i * n + j] = speaker[i] == speaker[j];
        weight[i * n + j] = i < j ? 1 : 0;
      }
    }
    return Cllr.of(ScoredTrials.of(scores, target, weight));
  }

  @ParameterizedTest
  @EnumSource(DescentOptions.Method.class)
  void lowersTheCostOfNewSpeakers(DescentOptions.Method method) {
    Trained<BxeTrainer.Result> t =
        run(EVEN, DescentOptions.builder().method(method).steps(30).build());
    assertThat(t.objective())
        .hasSize(4)
        .isSortedAccordingTo((before, after) -> Double.compare(after, before));
    // The seeds are fixed and results independent of threads, so there is no false alarm.
    double before = cllr(plugIn, 1, 0);
    assertThat(cllr(t.model().extractor(), 1, 0)).isLessThan(0.95 * before);
    assertThat(t.model().scale()).isEqualTo(1);
    assertThat(t.model().offset()).isZero();
  }

  @Test
  void trainsTheCalibrationToo() {
    Trained<BxeTrainer.Result> t = run(EVEN.withCalibration(Calibration.JOINT), DESCENT);
    BxeTrainer.Result r = t.model();
    assertThat(r.scale()).isPositive().isNotEqualTo(1);
    assertThat(cllr(r.extractor(), r.scale(), r.offset())).isLessThan(0.95 * cllr(plugIn, 1, 0));
  }

  /** The extractor's scores are calibrated where it stands; Cllr falls by that alone. */
  @ParameterizedTest
  @EnumSource(names = {"AFTER", "ALONE"})
  void trainsTheCalibrationInAStageOfItsOwn(Calibration when) {
    Trained<BxeTrainer.Result> t = run(EVEN.withCalibration(when), DESCENT);
    BxeTrainer.Result r = t.model();
    assertThat(t.notes().get(t.notes().size() - 1)).startsWith("calibration: ");
    double[] cost = t.objective().stream().mapToDouble(c -> c).toArray();
    assertThat(cost).hasSize(when == Calibration.AFTER ? 5 : 2);
    assertThat(cost[cost.length - 1]).isLessThan(cost[cost.length - 2]);
    assertThat(r.scale()).isPositive().isNotEqualTo(1);
    assertThat(cllr(r.extractor(), r.scale(), r.offset())).isLessThan(cllr(r.extractor(), 1, 0));
    if (when == Calibration.ALONE) {
      assertThat(r.extractor()).isSameAs(plugIn);
    }
  }

  /** The stage's objective falls to a minimum: none of the points around it is lower. */
  @Test
  void calibrationHasAMinimumThatIsFound() {
    WhitenedData whitened = new WhitenedData(data, plugIn, DescentCases.held(data));
    Criterion.Objective objective = new BxeCriterion(whitened, EVEN).ofHeldOut();
    int size = whitened.space.size();
    FreeParameters free = FreeParameters.range(size, size + 2);
    double[] start = Arrays.copyOf(whitened.space.parameters(), size + 2);
    Penalized function = new Penalized(free, start, start, size, 1);
    Lbfgs search = new Lbfgs((x, g) -> function.evaluate(objective, x, g), new double[2], 0.1);
    for (int i = 0; i < 30 && search.step(); i++) {}
    for (double[] by : new double[][] {{0.02, 0}, {-0.02, 0}, {0, 0.05}, {0, -0.05}}) {
      double[] beside = {search.point()[0] + by[0], search.point()[1] + by[1]};
      assertThat(function.evaluate(objective, beside, new double[2])).isGreaterThan(search.value());
    }
  }

  @Test
  void gaussianExtractorsCanBeTrained() {
    GmeExtractor gaussian = plugIn.withNu(Double.POSITIVE_INFINITY);
    Trained<BxeTrainer.Result> t = new BxeTrainer(EVEN, DESCENT).train(data, gaussian);
    assertThat(t.objective().get(3)).isLessThan(0.8 * t.objective().get(0));
    assertThat(t.model().extractor().nu()).isInfinite();
  }

  @Test
  void neverEndsWorseThanItBegan() {
    // Steps so large that nothing but the start survives.
    Trained<BxeTrainer.Result> t = runAtRate(5);
    assertThat(t.objective().subList(1, 4)).containsOnly(t.objective().get(1));
    assertThatOnlyThePowerMoved(t.model().extractor());
  }

  /** P and λ by one factor below 1, H not at all. */
  private void assertThatOnlyThePowerMoved(GmeExtractor e) {
    double s = e.lambda()[0] / plugIn.lambda()[0];
    assertThat(s).isBetween(0.1, 0.999);
    assertThat(e.lambda()[5]).isCloseTo(s * plugIn.lambda()[5], within(1e-12));
    DoubleMatrix p = plugIn.p().times(s);
    for (int i = 0; i < p.array().length; i++) {
      assertThat(e.p().array()[i]).isCloseTo(p.array()[i], within(1e-9));
      assertThat(e.h().array()[i]).isCloseTo(plugIn.h().array()[i], within(1e-9));
    }
  }

  /** Parameters, scores or gradients overflow; what was best until then is kept, and finite. */
  @ParameterizedTest
  @CsvSource({"ADAM, 1e3", "ADAM, 1e30", "ADAM, 1e300", "MOMENTUM, 1e5", "MOMENTUM, 1e300"})
  void survivesStepsOfAnySize(DescentOptions.Method method, double rate) {
    Trained<BxeTrainer.Result> t =
        run(EVEN, DescentOptions.builder().method(method).rates(rate, rate).steps(30).build());
    assertThat(t.objective().subList(1, 4)).containsOnly(t.objective().get(1));
    assertThatOnlyThePowerMoved(t.model().extractor());
    assertThat(t.notes()).hasSize(3);
    if (rate >= 1e30) {
      assertThat(t.notes().subList(1, 3))
          .allMatch(n -> n.contains("ended because the steps led where numbers overflow"))
          .allMatch(n -> n.endsWith("not kept, because it is not shown to help new speakers"));
    }
  }

  @Test
  void tellsHowTheHeldOutSpeakersFare() {
    List<Progress.Objective> told = new ArrayList<>();
    List<String> heard = new ArrayList<>();
    Progress listener =
        new Progress() {
          @Override
          public void update(String what, long done, long total) {
            heard.add(what);
          }

          @Override
          public void objective(Objective objective) {
            told.add(objective);
          }
        };
    Trained<BxeTrainer.Result> trained =
        new BxeTrainer(EVEN, DescentOptions.builder().steps(6).build())
            .train(data, plugIn, listener);
    assertThat(heard)
        .contains("BXE starts of the folds", "BXE power", "BXE scales", "BXE everything");
    // What the power gives, then the start of the other stages, after step 5 and at the end.
    assertThat(told).extracting(Progress.Objective::iteration).containsExactly(0, 0, 5, 6, 0, 5, 6);
    String text = "held-out loss 0\\.\\d{4}, EER \\d\\.\\d\\d %, Cprm_min 0\\.\\d{3}";
    assertThat(told.get(0).toString()).matches("BXE power: iteration 0, " + text);
    assertThat(told.subList(4, 7))
        .allMatch(o -> o.toString().matches("BXE everything: iteration \\d, " + text));
    assertThat(told.get(0).value()).isEqualTo(trained.objective().get(1));
    assertThat(told.get(2).value()).isNotEqualTo(told.get(1).value());
  }

  /** The rates of all pairs of held-out recordings, counted in the pass that gives their cost. */
  @Test
  void looksAtTheRightPairs() {
    WhitenedData whitened = new WhitenedData(data, plugIn, DescentCases.held(data));
    double[] theta = Arrays.copyOf(whitened.space.parameters(), whitened.space.size() + 2);
    HeldOutResult result =
        HeldOutResult.of(List.of(new BxeCriterion(whitened, BXE.withPrior(0.5)).heldOut(theta)));
    int[] heldOut = WhitenedData.flat(whitened.heldOut);
    MetricSummary exact =
        MetricSummary.of(
            ScoredTrials.ofAllPairs(
                plugIn.extract(data.vectors().doubles(0, data.size()).selectRows(heldOut)),
                Arrays.stream(heldOut).map(data::speaker).toArray()));
    assertThat(result.rates().eer()).isCloseTo(exact.eer(), within(0.02 * exact.eer()));
    assertThat(result.rates().cllr()).isCloseTo(exact.cllr(), within(0.02 * exact.cllr()));
    // At even odds the cost is Cllr.
    assertThat(result.loss()).isCloseTo(exact.cllr(), within(2e-3 * exact.cllr()));
    HeldOutResult rare = HeldOutResult.of(List.of(new BxeCriterion(whitened, BXE).heldOut(theta)));
    assertThat(rare.rates().minDcf()).isCloseTo(exact.cprmMin(), within(0.02 * exact.cprmMin()));
  }

  /**
   * The influence of a speaker is what the loss would change by, to first order, if there were more
   * of him: found here by leaving each one out.
   */
  @Test
  void knowsWhatEachSpeakerAdds() {
    boolean[] held = DescentCases.held(data);
    WhitenedData whitened = new WhitenedData(data, plugIn, held);
    double[] theta = Arrays.copyOf(whitened.space.parameters(), whitened.space.size() + 2);
    HeldOutResult.OfFold all = new BxeCriterion(whitened, EVEN).heldOut(theta);
    int n = all.ofSpeakers().length;
    double mean = Arrays.stream(all.ofSpeakers()).average().orElseThrow();
    double product = 0;
    double squares = 0;
    double ofInfluence = 0;
    for (int s = 0; s < n; s++) {
      boolean[] less = held.clone();
      less[data.speaker(whitened.heldOut[s][0])] = false;
      double without =
          new BxeCriterion(new WhitenedData(data, plugIn, less), EVEN).heldOut(theta).loss();
      double influence = all.ofSpeakers()[s] - mean;
      double jackknife = (n - 1) * (all.loss() - without);
      product += influence * jackknife;
      squares += jackknife * jackknife;
      ofInfluence += influence * influence;
    }
    assertThat(product / Math.sqrt(squares * ofInfluence)).isGreaterThan(0.98);
    assertThat(Math.sqrt(ofInfluence / squares)).isBetween(0.9, 1.1);
  }

  @Test
  void refusesWeightsThatAreNeither0Nor1() {
    double[] weights = new double[data.size()];
    Arrays.fill(weights, 1);
    weights[3] = 0;
    weights[5] = 0.5;
    TrainingData weighted = weighted(weights);
    assertThatThrownBy(() -> new BxeTrainer(BXE, DESCENT).train(weighted, plugIn))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("recording 5 (from 0) has weight 0.5");
  }

  /** As if it were not there at all. */
  @Test
  void weight0LeavesARecordingOut() {
    int n = data.size() - 8;
    double[] weights = new double[data.size()];
    Arrays.fill(weights, 0, n, 1);
    GmeExtractor without =
        new BxeTrainer(EVEN, DESCENT).train(weighted(weights), plugIn).model().extractor();
    int[] labels = IntStream.range(0, n).map(data::speaker).toArray();
    TrainingData shorter = TrainingData.of(data.vectors().doubles(0, n), labels);
    assertThat(without.p())
        .isEqualTo(new BxeTrainer(EVEN, DESCENT).train(shorter, plugIn).model().extractor().p())
        .isNotEqualTo(plugIn.p());
  }

  private TrainingData weighted(double[] weights) {
    int[] labels = IntStream.range(0, data.size()).map(data::speaker).toArray();
    return TrainingData.of(data.vectors(), labels, weights);
  }

  @Test
  void theSameOnAnyNumberOfThreads() {
    DescentOptions few = DescentOptions.builder().steps(6).build();
    Workers.setThreads(1);
    BxeTrainer.Result one = run(BXE, few).model();
    Workers.setThreads(3);
    BxeTrainer.Result three = run(BXE, few).model();
    assertThat(three.extractor().p()).isEqualTo(one.extractor().p());
    assertThat(three.extractor().h()).isEqualTo(one.extractor().h());
  }

  @Test
  void needsPairsOfOneSpeaker() {
    int[] allDifferent = new int[data.size()];
    for (int j = 0; j < allDifferent.length; j++) {
      allDifferent[j] = j;
    }
    TrainingData single = TrainingData.of(data.vectors(), allDifferent);
    assertThatThrownBy(() -> new BxeTrainer(BXE, DESCENT).train(single, plugIn))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("pairs of one speaker and of two");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY, 1e200})
  void refusesVectorsThatNoScoreCanBeMadeOf(double bad) {
    double[] x = data.vectors().doubles(0, data.size()).array().clone();
    x[17 * data.dimension() + 3] = bad;
    DoubleMatrix vectors = DoubleMatrix.wrap(data.size(), data.dimension(), x);
    int[] labels = IntStream.range(0, data.size()).map(data::speaker).toArray();
    TrainingData damaged = TrainingData.of(vectors, labels);
    assertThatThrownBy(() -> new BxeTrainer(BXE, DESCENT).train(damaged, plugIn))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("training vector 17 (from 0) holds NaN");
  }

  @Test
  void namesAVectorThatIsNotFinite() {
    double[] values = data.vectors().doubles(0, data.size()).array();
    values[7 * 40 + 3] = Double.NaN;
    int[] speakers = new int[data.size()];
    for (int j = 0; j < speakers.length; j++) {
      speakers[j] = data.speaker(j);
    }
    TrainingData broken = TrainingData.of(DoubleMatrix.wrap(data.size(), 40, values), speakers);
    assertThatThrownBy(() -> new BxeTrainer(BXE, DESCENT).train(broken, plugIn))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("training vector 7");
  }

  @Test
  void refusesOptionsThatMakeNoSense() {
    assertThatThrownBy(() -> BXE.withBatch(0)).hasMessageContaining("batch");
    assertThatThrownBy(() -> BXE.withPrior(1))
        .hasMessage("the prior probability must lie between 0 and 1, found 1.0");
    assertThatThrownBy(() -> DescentOptions.builder().penalty(-1).build())
        .hasMessageContaining("penalty");
    assertThatThrownBy(() -> DescentOptions.builder().rates(0, 1).build())
        .hasMessageContaining("step sizes");
    assertThatThrownBy(() -> DescentOptions.builder().rates(1, Double.POSITIVE_INFINITY).build())
        .hasMessage("step sizes must be positive and finite, found 1.0 and Infinity");
    assertThatThrownBy(() -> DescentOptions.builder().folds(1).build())
        .hasMessage("the speakers need at least 2 folds, found 1");
    assertThat(DescentOptions.foldsOfShare(0.1)).isEqualTo(10);
    assertThatThrownBy(() -> DescentOptions.foldsOfShare(1)).hasMessageContaining("share");
  }

  /** Too few pairs of speakers to judge costs at a prior of 0.01, or too few recordings. */
  @Test
  void leavesTheStartWhereNobodyCanJudge() {
    Trained<BxeTrainer.Result> few =
        new BxeTrainer(BXE, DESCENT).train(data.only(j -> data.speaker(j) < 20), plugIn);
    assertThat(few.model().extractor()).isSameAs(plugIn);
    assertThat(few.notes())
        .containsExactly(
            "the model is left as it was, because nothing could judge it: 20 speakers in 5 folds"
                + " make 30 pairs of held-out speakers, and costs at a prior of 0.01 need at least"
                + " 100");
    int[] seen = new int[data.speakers()];
    TrainingData thin = data.only(j -> data.speaker(j) < 50 && seen[data.speaker(j)]++ < 2);
    Trained<BxeTrainer.Result> undetermined = new BxeTrainer(BXE, DESCENT).train(thin, plugIn);
    assertThat(undetermined.model().extractor()).isSameAs(plugIn);
    assertThat(undetermined.notes().get(0))
        .endsWith(
            "100 recordings of 50 speakers are too few for 40 dimensions once a fold is left out");
  }
}
