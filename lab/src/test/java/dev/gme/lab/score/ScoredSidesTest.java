package dev.gme.lab.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.table.TrialList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScoredSidesTest {
  private static final HtPlda TRUTH = ModelRecipe.of(6, 2, 2).draw(1);
  private static final Preprocessing NONE = Preprocessing.of(List.of());
  private static final TrialScoring LLR =
      TrialScoring.llr(Pipeline.of(NONE, TRUTH.extractor()), LlrAccuracy.EXACT);

  private static LabelledVectors drawn(String prefix, int n, long seed) {
    return LabelledVectors.of(
        prefix,
        IntStream.range(0, n).mapToObj(i -> prefix + i).toList(),
        FloatMatrix.of(new Simulator(TRUTH).draw(n, RecordingCounts.fixed(1), seed).vectors()));
  }

  private static ScoredSides sides(TrialScoring scoring) {
    return ScoredSides.of(
        scoring, scoring.recordings(drawn("e", 3, 1)), scoring.recordings(drawn("t", 2, 2)));
  }

  /** e2 t0, e0 t1: rows of the matrix of all pairs. */
  private static double[] listed(ScoredSides sides) {
    TrialList asked =
        TrialList.of(List.of("e2", "e0"), List.of("t0", "t1"), new int[] {0, 1}, new int[] {0, 1});
    return sides
        .list(TrialPairs.of(asked, sides.enrol().ids(), sides.test().ids()), Progress.NONE)
        .list()
        .scores();
  }

  @Test
  void aListHasTheScoresOfItsPairs() {
    ScoredSides sides = sides(LLR);
    ScoredList all = sides.all(Progress.NONE);
    assertThat(all.report().trials()).isEqualTo(6);
    assertThat(listed(sides))
        .containsExactly(
            new double[] {all.list().scores()[4], all.list().scores()[1]}, within(1e-6));
  }

  @Test
  void scoresAreCalibratedAfterTheyAreMade() {
    for (TrialScoring scoring : List.of(LLR, TrialScoring.cosine(NONE))) {
      double[] plain = listed(sides(scoring));
      double[] calibrated = listed(sides(scoring).calibrated(LinearCalibration.of(-1, 2)));
      for (int i = 0; i < plain.length; i++) {
        assertThat(calibrated[i]).isCloseTo(2 * plain[i] - 1, within(1e-5));
      }
    }
  }

  /** z-normalization of an enrolment: its scores against the cohort get mean 0 and deviation 1. */
  @Test
  void scoresAreNormalizedByTheCohort() {
    LabelledVectors cohort = drawn("c", 5, 3);
    ScoredSides plain = sides(LLR);
    double[] against =
        ScoredSides.of(LLR, plain.enrol(), LLR.recordings(cohort))
            .all(Progress.NONE)
            .list()
            .scores();
    double[] ofFirst = Arrays.copyOf(against, 5);
    double mean = Arrays.stream(ofFirst).average().orElseThrow();
    double variance =
        Arrays.stream(ofFirst).map(s -> (s - mean) * (s - mean)).average().orElseThrow();
    double[] normalized =
        listed(plain.normalized(ScoreNormalization.z(), LLR.recordings(cohort), Progress.NONE));
    assertThat(normalized[1])
        .isCloseTo((listed(plain)[1] - mean) / Math.sqrt(variance), within(1e-4));
  }

  @Test
  void unknownIdsArePassedOverOnlyWhereThatIsAskedFor() {
    TrialList asked =
        TrialList.of(List.of("e0", "x"), List.of("t0"), new int[] {0, 1}, new int[] {0, 0});
    List<String> enrol = List.of("e0");
    List<String> test = List.of("t0");
    assertThat(TrialPairs.ofKnown(asked, enrol, test).list().size()).isEqualTo(1);
    assertThatThrownBy(() -> TrialPairs.of(asked, enrol, test)).hasMessageContaining("x");
  }

  @Test
  void aToleranceIsFiniteAndNotNegative() {
    assertThatThrownBy(() -> LlrAccuracy.within(-1))
        .hasMessageContaining("the tolerance must be finite and not negative");
    assertThat(LlrAccuracy.within(0)).isEqualTo(LlrAccuracy.EXACT);
  }
}
