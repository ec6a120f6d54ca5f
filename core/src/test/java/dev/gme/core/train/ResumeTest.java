package dev.gme.core.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeOptions.Calibration;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentCases;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.discriminative.DescentOptions.Method;
import dev.gme.core.train.discriminative.PseudolikelihoodOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodTrainer;
import dev.gme.core.train.discriminative.StartTrainer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Discriminative training that is interrupted anywhere ends as if it had not been. */
class ResumeTest {
  private static final double NU = 2;
  private static final Progress NONE = Progress.NONE;
  private static final TrainingData DATA = DescentCases.data(NU, 40);
  private static final GmeExtractor START = DescentCases.start(NU);
  private static final BxeOptions BXE = BxeOptions.DEFAULT.withBatch(80).withPrior(0.2);
  private static final PseudolikelihoodOptions SEATS =
      PseudolikelihoodOptions.DEFAULT.withSpeakers(20);

  /** Looks after steps 2, 4 and 5 of each stage. */
  private static DescentOptions options(Method method) {
    return DescentOptions.builder().method(method).steps(5).evaluateEvery(2).folds(3).build();
  }

  private static BxeTrainer bxe(BxeOptions loss, DescentOptions descent) {
    return new BxeTrainer(loss, descent).withStarts(StartTrainer.ofOtherData(START));
  }

  /** All bits that a result has. */
  private static List<Object> bits(GmeExtractor e) {
    return List.of(e.p(), e.h(), DoubleMatrix.diagonal(e.lambda()), e.nu());
  }

  private static List<Object> bits(BxeTrainer.Result r) {
    List<Object> out = new ArrayList<>(bits(r.extractor()));
    out.add(r.scale());
    out.add(r.offset());
    return out;
  }

  @ParameterizedTest
  @CsvSource({
    "ADAM, JOINT, 1",
    "MOMENTUM, NONE, 3",
    "LBFGS, JOINT, 3",
    "ADAM, AFTER, 3",
    "LBFGS, AFTER, 3",
    "ADAM, ALONE, 1"
  })
  void bxe(Method method, Calibration calibration, int every) {
    BxeTrainer trainer = bxe(BXE.withCalibration(calibration), options(method));
    interruptAtEvery(
        every,
        (checkpoints, progress) -> {
          Trained<BxeTrainer.Result> t = trainer.train(DATA, START, checkpoints, progress);
          return new Trained<>(bits(t.model()), t.objective(), t.notes());
        });
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void pseudolikelihood(Method method) {
    PseudolikelihoodTrainer trainer =
        new PseudolikelihoodTrainer(SEATS, options(method))
            .withStarts(StartTrainer.ofOtherData(START));
    interruptAtEvery(
        method == Method.LBFGS ? 1 : 3,
        (checkpoints, progress) -> {
          Trained<GmeExtractor> t = trainer.train(DATA, START, checkpoints, progress);
          return new Trained<>(bits(t.model()), t.objective(), t.notes());
        });
  }

  private static void interruptAtEvery(
      int step, BiFunction<Checkpoints, Progress, Trained<List<Object>>> training) {
    DescentCases.CancelAt never = new DescentCases.CancelAt(-1);
    Trained<List<Object>> whole = training.apply(Checkpoints.NONE, never);
    assertThat(whole.objective().get(whole.iterations()))
        .isLessThanOrEqualTo(whole.objective().get(0));
    int reports = never.heard.size();
    assertThat(reports).isGreaterThan(whole.iterations());
    for (int when = 0; when < reports; when += step) {
      assertThat(DescentCases.interrupted(when, training))
          .as("interrupted at report %d of %d", when, reports)
          .isEqualTo(whole);
    }
  }

  /** The look at the start, at the second stage, and after 2, 4 and 5 steps of it. */
  @Test
  void savesAfterEveryLook() {
    DescentCases.Memory memory = new DescentCases.Memory();
    bxe(BXE, options(Method.ADAM)).train(DATA, START, memory, NONE);
    assertThat(memory.saved)
        .extracting(c -> c.get("counts").get(0, 0), c -> c.get("counts").get(0, 1))
        .startsWith(
            tuple(0.0, 0.0), tuple(1.0, 0.0), tuple(1.0, 2.0), tuple(1.0, 4.0), tuple(1.0, 5.0));
    // Then the model of all speakers takes the steps that served the folds.
    assertThat(memory.saved)
        .anySatisfy(
            c -> {
              assertThat(c.get("counts").get(0, 0)).isEqualTo(1);
              assertThat(c.get("counts").get(0, 5))
                  .isPositive()
                  .isEqualTo(c.get("counts").get(0, 3));
            });
  }

  /** What is finished is not done again. */
  @Test
  void continuesAfterTheLastLookWithoutFurtherSteps() {
    BxeTrainer trainer = bxe(BXE, options(Method.ADAM));
    DescentCases.Memory memory = new DescentCases.Memory();
    Trained<BxeTrainer.Result> first = trainer.train(DATA, START, memory, NONE);
    int looks = memory.saved.size();
    DescentCases.CancelAt listener = new DescentCases.CancelAt(-1);
    Trained<BxeTrainer.Result> again = trainer.train(DATA, START, memory, listener);
    assertThat(bits(again.model())).isEqualTo(bits(first.model()));
    assertThat(again.notes()).isEqualTo(first.notes());
    assertThat(listener.heard).containsOnly("BXE starts of the folds");
    assertThat(memory.saved).hasSize(looks);
  }

  @Test
  void refusesTheCheckpointOfSomethingElse() {
    DescentOptions options = options(Method.ADAM);
    DescentCases.Memory memory = new DescentCases.Memory();
    bxe(BXE, options).train(DATA, START, memory, NONE);
    List<Runnable> others =
        List.of(
            () -> bxe(BXE.withBatch(81), options).train(DATA, START, memory, NONE),
            () -> bxe(BXE, options(Method.MOMENTUM)).train(DATA, START, memory, NONE),
            () -> bxe(BXE, options).train(DATA, START.withNu(3), memory, NONE),
            () -> bxe(BXE, options).train(DescentCases.data(NU, 39), START, memory, NONE),
            () -> bxe(BXE, options).train(DATA, scaled(START, 1.001), memory, NONE),
            () -> new PseudolikelihoodTrainer(SEATS, options).train(DATA, START, memory, NONE));
    for (Runnable other : others) {
      assertThatThrownBy(other::run)
          .isInstanceOf(GmeException.class)
          .hasMessageStartingWith("the checkpoint is of \"BXE, BxeOptions[batch=80");
    }
  }

  private static GmeExtractor scaled(GmeExtractor e, double factor) {
    return GmeExtractor.of(e.mean(), e.p().times(factor), e.h(), e.lambda(), e.nu());
  }
}
