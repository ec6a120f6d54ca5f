package dev.gme.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import dev.gme.lab.system.AdaptedTo;
import dev.gme.lab.system.Step;
import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.StepReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulated domains, seeds 1 and 2. */
class AdaptationTrialsTest {
  private static final HtPlda TRUTH =
      ModelRecipe.of(20, 5, Double.POSITIVE_INFINITY).withSpectrum(6, 1).draw(1);
  private static final Pipeline MODEL = Pipeline.of(Preprocessing.of(List.of()), TRUTH.extractor());

  /** 40 speakers of 5 recordings, with noise and mean of another domain. */
  private static LabelledVectors target(double noise, double shift) {
    SimulatedDatabase drawn = new Simulator(TRUTH).draw(40, RecordingCounts.fixed(5), 2);
    DoubleMatrix clean = drawn.z().selectRows(drawn.speakers()).timesTranspose(TRUTH.f());
    DoubleMatrix own = drawn.vectors().minusFromRows(TRUTH.mean()).minus(clean);
    DoubleMatrix x = drawn.vectors().plus(own.times(noise - 1));
    double[] minus = own.row(0);
    for (int i = 0; i < minus.length; i++) {
      minus[i] *= -shift;
    }
    List<String> ids = new ArrayList<>();
    Map<String, String> speakers = new HashMap<>();
    for (int j = 0; j < x.rows(); j++) {
      ids.add("r" + j);
      speakers.put("r" + j, "s" + drawn.speakers()[j]);
    }
    return LabelledVectors.of("target", ids, FloatMatrix.of(x.minusFromRows(minus)))
        .withSpeakers(speakers);
  }

  private static EvaluationSet trials(LabelledVectors vectors) {
    EvaluationSet pairs = EvaluationSet.allPairs("pairs", vectors);
    TrialList list = pairs.trials();
    Map<String, String> speakers = TargetVectors.of(vectors).speakers();
    return new EvaluationSet(
        "pairs",
        vectors,
        EnrolmentModels.ofRecordings(vectors),
        Enrolment.POOLED,
        list,
        Optional.of(TrialSpeakerLists.of(list, speakers, speakers, "labels")),
        List.of(),
        List.of());
  }

  private static AdaptationVerdict judge(LabelledVectors vectors) {
    return new AdaptationTrials(trials(vectors), TargetVectors.of(vectors))
        .judge(MODEL, AdaptationOptions.DEFAULT, Progress.NONE);
  }

  @Test
  void whatHelpsIsChosen() {
    AdaptationVerdict verdict = judge(target(2, 2));
    assertThat(verdict.isAdapted()).isTrue();
    assertThat(verdict.figures().helps()).isTrue();
    assertThat(verdict.model().method()).isNotEqualTo(AdaptationMethod.AUTO);
    assertThat(verdict.tried()).containsKeys("as it was", "mean", "coral+", "map", "scales");
    assertThat(verdict.figures().lines().get(0)).contains("before", "after");
  }

  @Test
  void theStartIsReturnedWhereNothingIsShownToHelp() {
    AdaptationVerdict verdict = judge(target(1, 0));
    assertThat(verdict.isAdapted()).isFalse();
    assertThat(verdict.model().model()).isEqualTo(MODEL);
    assertThat(verdict.model().change().meanShift()).isZero();
    assertThat(verdict.model().notes()).anyMatch(n -> n.contains("returned as it was"));
  }

  @Test
  void fewSpeakersAreRefused() {
    LabelledVectors some = target(1, 0);
    LabelledVectors few = some.only(some.ids().subList(0, 40));
    assertThatThrownBy(() -> new AdaptationTrials(trials(few), TargetVectors.of(few)))
        .hasMessageContaining("the trials are of 8 speakers");
  }

  @Test
  void labelsAndDomainsThatLackAreNamed() {
    LabelledVectors all = target(1, 0);
    TargetVectors unlabelled = new TargetVectors(all, Map.of(), Map.of("r0", "a", "r1", "b"));
    assertThatThrownBy(
            () -> adapter(AdaptationMethod.LINEAR).adapt(MODEL, unlabelled, Progress.NONE))
        .hasMessageContaining("have no speakers to learn from");
    assertThatThrownBy(
            () -> adapter(AdaptationMethod.DOMAINS).adapt(MODEL, unlabelled, Progress.NONE))
        .hasMessageContaining("there is no domain for 'r2'");
  }

  private static ModelAdapter adapter(AdaptationMethod method) {
    return new ModelAdapter(AdaptationOptions.DEFAULT.with(method));
  }

  @Test
  void aStepOfASystemKnowsWhatItsFilesHold(@TempDir Path folder) throws IOException {
    Path vectors = folder.resolve("target.csv");
    Files.writeString(vectors, "id,v1,v2\na,1,2\nb,2,1\nc,0,1\n");
    StepReader reader = new StepReader(StepDefaults.DEFAULT, folder);
    Step step = reader.read("adapt coral+ vectors=target.csv shrink=0.25");
    assertThat(step).isInstanceOf(AdaptedTo.class);
    assertThat(step.text()).isEqualTo("adapt coral+ vectors=target.csv shrink=0.25");
    assertThat(reader.read(step.text())).isEqualTo(step);
    String before = step.decisive();
    assertThat(reader.read(step.text()).decisive()).isEqualTo(before);
    Files.writeString(vectors, "id,v1,v2\na,1,2\nb,2,1\nc,0,9\n");
    assertThat(step.decisive()).isNotEqualTo(before);
    for (String bad :
        List.of(
            "adapt",
            "adapt mean vectors=nowhere.csv",
            "adapt map vectors=target.csv",
            "adapt corral vectors=target.csv",
            "adapt mean vectors=target.csv domains=target.csv",
            "adapt coral vectors=target.csv shrink=2")) {
      assertThatThrownBy(() -> reader.read(bad)).as(bad).isInstanceOf(GmeException.class);
    }
  }
}
