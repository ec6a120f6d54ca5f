package dev.gme.lab.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.choice.Judgement;
import dev.gme.core.train.data.TrainingData;
import dev.gme.formats.LabelledVectors;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.TrainSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heavy-tailed data (ν = 2), D = 20, d = 6. */
class AutoTest {
  private static final HtPlda TRUTH = ModelRecipe.of(20, 6, 2).withSpectrum(25, 2).draw(1);
  private static final Auto FAST = fast();

  private static Auto fast() {
    return (Auto) new StepReader(StepDefaults.DEFAULT).read("auto 6 steps=5 batch=200");
  }

  private static SimulatedDatabase draw(int speakers, int recordings, long seed) {
    return new Simulator(TRUTH).draw(speakers, RecordingCounts.fixed(recordings), seed);
  }

  private static TrainingData data(int speakers) {
    SimulatedDatabase drawn = draw(speakers, 8, 1);
    return TrainingData.of(drawn.vectors(), drawn.speakers());
  }

  private static TrainSet set(int speakers) {
    SimulatedDatabase drawn = draw(speakers, 8, 1);
    List<String> ids = IntStream.range(0, drawn.speakers().length).mapToObj(j -> "r" + j).toList();
    Map<String, String> speakerOf = new HashMap<>();
    for (int j = 0; j < ids.size(); j++) {
      speakerOf.put(ids.get(j), "s" + drawn.speakers()[j]);
    }
    return new TrainSet(
        LabelledVectors.of("drawn", ids, FloatMatrix.of(drawn.vectors())).withSpeakers(speakerOf));
  }

  /** What is made of new speakers: Cllr of calibrated scores, and the least it could be. */
  private static MetricSummary figures(SystemModel model) {
    SimulatedDatabase eval = draw(150, 4, 9);
    double[] scores = model.pipeline().extract(eval.vectors()).llrOfPairs();
    return MetricSummary.of(
        ScoredTrials.of(
            model.calibration().orElseThrow().applyAll(scores),
            ScoredTrials.pairsOfOne(eval.speakers())));
  }

  @Test
  void choosesHeavyTailsForHeavyTailedDataAndIsCalibrated() throws IOException {
    List<AutoChoice> heard = new ArrayList<>();
    Trained<SystemModel> made = new Auto(FAST.defaults(), heard::add).train(data(80));
    AutoChoice choice = heard.get(0);
    assertThat(choice.unjudged()).isEmpty();
    assertThat(choice.rows()).hasSize(16).allMatch(row -> row.judgement().isPresent());
    int first = choice.taken().start().orElse(choice.chosen());
    assertThat(choice.above(first).orElseThrow().low()).isLessThanOrEqualTo(0);
    assertThat(made.model().extractor().orElseThrow().nu()).isLessThan(30);
    assertThat(made.model().chosen()).isEqualTo(choice.taken().candidate().steps());
    assertThat(made.notes()).anyMatch(note -> note.startsWith("auto takes "));
    MetricSummary figures = figures(made.model());
    assertThat(figures.cllr() - figures.minCllr()).isLessThan(0.05);
    // Drawn from the same model: not unlike what the calibration was trained on.
    double[] q = made.model().pipeline().q(draw(100, 1, 5).vectors());
    assertThat(made.model().trainedOn().orElseThrow().isUnlike(q)).isFalse();
  }

  /** The first that is not shown to be worse than the lowest, whatever comes later. */
  @Test
  void takesTheFirstThatIsNotShownToBeWorse() {
    List<AutoChoice.Row> rows =
        List.of(
            row("a", 0.50, 0.52, 0.48, 0.50),
            AutoChoice.Row.refused(new Candidate("b", List.of()), "it could not"),
            row("c", 0.42, 0.30, 0.54, 0.42),
            row("d", 0.40, 0.39, 0.41, 0.40));
    assertThat(AutoChoice.choose(rows)).isEqualTo(2);
    assertThat(AutoChoice.choose(List.of(rows.get(0), rows.get(3)))).isEqualTo(1);
    assertThat(AutoChoice.choose(List.of(rows.get(3), rows.get(2)))).isZero();
  }

  /** A cost that a few wild scores make is as uncertain as it is large. */
  @Test
  void leavesOutWhatIsUncertainAlone() {
    AutoChoice.Row wild = row("wild", 7, 1, 19, 1);
    AutoChoice.Row lowest = row("d", 0.40, 0.39, 0.41, 0.40);
    assertThat(AutoChoice.choose(List.of(wild, lowest))).isEqualTo(1);
  }

  /** What goes on from a row has to be better than that one, and is taken from no other. */
  @Test
  void takesWhatGoesOnFromTheFirstWhereItIsShownToBeBetter() {
    AutoChoice.Row first = row("c", 0.42, 0.30, 0.54, 0.42);
    AutoChoice.Row lowest = row("d", 0.40, 0.39, 0.41, 0.40);
    AutoChoice.Row better = row("c, BXE", 0.41, 0.29, 0.53, 0.41).goingOnFrom(0);
    AutoChoice.Row unclear = row("c, BXE", 0.39, 0.38, 0.40, 0.39).goingOnFrom(0);
    assertThat(AutoChoice.choose(List.of(first, lowest, better))).isEqualTo(2);
    assertThat(AutoChoice.choose(List.of(first, lowest, unclear))).isZero();
    assertThat(AutoChoice.choose(List.of(lowest, first, better.goingOnFrom(1)))).isZero();
    assertThat(
            AutoChoice.choose(
                List.of(
                    first, AutoChoice.Row.refused(better.candidate(), "x").goingOnFrom(0), lowest)))
        .isZero();
  }

  private static AutoChoice.Row row(String name, double cost, double... without) {
    return AutoChoice.Row.of(
        new Candidate(name, List.of()),
        new Judgement(cost, without, 0.1, 0.2, 0.3, LinearCalibration.of(0, 1)));
  }

  @Test
  void tooFewSpeakersAreLeftWithoutAChoiceAndTold() throws IOException {
    List<AutoChoice> heard = new ArrayList<>();
    Trained<SystemModel> made = new Auto(FAST.defaults(), heard::add).train(data(8));
    assertThat(heard.get(0).facts()).containsEntry("chosen", "length, Gaussian PLDA, shrunk");
    assertThat(made.model().calibration()).isEmpty();
    assertThat(made.notes())
        .anyMatch(
            note ->
                note.startsWith("auto takes length, Gaussian PLDA, shrunk without a calibration")
                    && note.contains("held-out speakers make"));
  }

  /** What was found before an interruption is not found again, and the end is the same. */
  @Test
  void goesOnFromACheckpoint() throws IOException {
    List<Checkpoint> saved = new ArrayList<>();
    TrainingData data = data(40);
    StepInputs all = new ChainModels(data).inputs(List.of(), Progress.NONE);
    SystemModel whole = FAST.train(SystemModel.NONE, with(all, Optional.empty(), saved)).model();
    assertThat(saved).hasSize(15);
    int before = saved.size();
    SystemModel resumed =
        FAST.train(SystemModel.NONE, with(all, Optional.of(saved.get(8)), saved)).model();
    // Of the fifteen that are kept, nine were there.
    assertThat(saved.size() - before).isEqualTo(6);
    assertThat(resumed.chosen()).isEqualTo(whole.chosen());
    assertThat(resumed.calibration().orElseThrow())
        .hasToString(whole.calibration().orElseThrow().toString());
    assertThat(resumed.trainedOn().orElseThrow().quantiles())
        .containsExactly(whole.trainedOn().orElseThrow().quantiles());
  }

  private static StepInputs with(
      StepInputs inputs, Optional<Checkpoint> last, List<Checkpoint> saved) {
    return new StepInputs(
        inputs.data(),
        new Checkpoints() {
          @Override
          public Optional<Checkpoint> last() {
            return last;
          }

          @Override
          public void save(Checkpoint checkpoint) {
            saved.add(checkpoint);
          }
        },
        inputs.progress(),
        inputs.development(),
        inputs.side(),
        inputs.again());
  }

  /** A second run reads what the first has kept: the same model, choice and notes. */
  @Test
  void isKeptWithItsChoiceAndNotes(@TempDir Path folder) throws IOException {
    List<Step> steps = List.of(new StepReader(StepDefaults.DEFAULT).read("centre"), FAST);
    TrainSet set = set(40);
    TrainedSystem first = trainer(folder).train(steps, set);
    TrainedSystem second = trainer(folder).train(steps, set);
    assertThat(second.notes()).isEqualTo(first.notes()).isNotEmpty();
    assertThat(second.origin().steps()).isEqualTo(first.origin().steps());
    assertThat(first.origin().steps()).doesNotContain(FAST);
    assertThat(second.model().chosen()).isEqualTo(first.model().chosen()).isNotEmpty();
    assertThat(second.model().preprocessing().steps()).isNotEmpty();
    assertThat(figures(second.model()).cllr())
        .isCloseTo(figures(first.model()).cllr(), within(1e-12));
    // The chosen chain behind the centring makes the same extractor by itself.
    SystemModel again =
        new SystemTrainer(StepStore.NONE, stage -> Progress.NONE)
            .train(merged(first.origin().steps()), set)
            .model();
    assertThat(again.extractor().orElseThrow().nu())
        .isEqualTo(first.model().extractor().orElseThrow().nu());
  }

  private static List<Step> merged(List<Step> steps) {
    List<Step> out = new ArrayList<>();
    steps.forEach(step -> StepReader.add(step, out));
    return out;
  }

  private static SystemTrainer trainer(Path folder) throws IOException {
    return new SystemTrainer(
        new CachedSteps(new Store(folder, Store.Reuse.ALL, "gme", "test")), stage -> Progress.NONE);
  }

  @Test
  void isReadAndWrittenAndComesLast() {
    StepReader reader = new StepReader(StepDefaults.DEFAULT);
    for (String text :
        List.of("auto", "auto 6 prior=0.05 folds=3 seed=7", "auto vb-iterations=3")) {
      assertThat(reader.read(text).text()).isEqualTo(text);
    }
    assertThatThrownBy(() -> new SystemSpec("x", "x", reader.read(List.of("auto", "bxe"))))
        .isInstanceOf(GmeException.class)
        .hasMessage("the step 'bxe' cannot follow 'auto'");
    assertThatThrownBy(() -> new NamedSystems(StepDefaults.DEFAULT).get("auto+cal"))
        .isInstanceOf(GmeException.class)
        .hasMessage("the step 'calibrate' cannot follow 'auto'");
  }
}
