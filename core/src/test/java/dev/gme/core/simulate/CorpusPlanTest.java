package dev.gme.core.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.model.HtPlda;
import org.junit.jupiter.api.Test;

class CorpusPlanTest {
  private final HtPlda truth = ModelRecipe.of(6, 2, 2).draw(1);

  @Test
  void evaluationSpeakersAreOthers() {
    CorpusPlan plan = new CorpusPlan(4, RecordingCounts.fixed(3), 4, 1, 2);
    SimulatedDatabase train = plan.drawTraining(truth, 5);
    SimulatedDatabase evaluation = plan.drawEvaluation(truth, 5);
    assertThat(train.vectors().rows()).isEqualTo(12);
    assertThat(evaluation.vectors().rows()).isEqualTo(12);
    assertThat(evaluation.z().array()).isNotEqualTo(train.z().array());
    assertThat(plan.drawEvaluation(truth, 5).vectors().array())
        .isEqualTo(evaluation.vectors().array());
    assertThat(plan.drawTraining(truth, 6).vectors().array())
        .isNotEqualTo(evaluation.vectors().array());
  }

  @Test
  void somethingMustBeEnrolledAndTested() {
    assertThatThrownBy(() -> new CorpusPlan(4, RecordingCounts.fixed(3), 4, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 4, 0 and 2");
  }

  @Test
  void moreThanArraysHoldIsRefused() {
    CorpusPlan training = new CorpusPlan(Integer.MAX_VALUE, RecordingCounts.fixed(8), 0, 1, 1);
    assertThatThrownBy(() -> training.requirePossible(150))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("17,179,869,176 training recordings of dimension 150");
    CorpusPlan trials = new CorpusPlan(1, RecordingCounts.fixed(1), 50_000, 1, 1);
    assertThatThrownBy(() -> trials.requirePossible(10))
        .hasMessageContaining("2,500,000,000 trials");
    CorpusPlan test = new CorpusPlan(1, RecordingCounts.fixed(1), 1, 1, Integer.MAX_VALUE);
    assertThatThrownBy(() -> test.requirePossible(2))
        .hasMessageContaining("2,147,483,648 evaluation recordings");
    new CorpusPlan(1000, RecordingCounts.fixed(10), 100, 1, 3).requirePossible(600);
  }
}
