package dev.gme.core.train;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.DescentCases;
import dev.gme.core.train.plda.DegenerateDataTest;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import dev.gme.core.train.plda.TwoCovarianceEm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EM and variational Bayes that were interrupted and go on give what no interrupt gives. */
class ContinuedTrainingTest {

  private interface Training<M> {
    Trained<M> run(Checkpoints checkpoints, Progress progress);
  }

  private interface SameModel<M> {
    void check(M actual, M expected);
  }

  /** Interrupts at every report in turn, then once at every report of one training. */
  private static <M> void assertContinues(Training<M> training, int iterations, SameModel<M> same) {
    List<String> heard = new ArrayList<>();
    DescentCases.Memory kept = new DescentCases.Memory();
    Trained<M> whole = training.run(kept, (what, done, total) -> heard.add(what));
    assertThat(whole.iterations()).isEqualTo(iterations);
    assertThat(kept.saved).hasSize(iterations);
    for (int at = 0; at < heard.size(); at++) {
      DescentCases.Memory first = new DescentCases.Memory();
      int reports = at;
      assertThatThrownBy(() -> training.run(first, new DescentCases.CancelAt(reports)))
          .isInstanceOf(CancellationException.class);
      assertThat(first.saved).hasSizeLessThan(iterations + 1);
      assertSame(training.run(first, Progress.NONE), whole, same);
      assertThat(first.saved).hasSize(iterations);
    }
    // With a report of patience more each time, in small steps all the way to the end.
    DescentCases.Memory steps = new DescentCases.Memory();
    Trained<M> end = null;
    for (int patience = 1; end == null; ) {
      int before = steps.saved.size();
      try {
        end = training.run(steps, new DescentCases.CancelAt(patience));
      } catch (CancellationException e) {
        patience += steps.saved.size() == before ? 1 : 0;
      }
    }
    assertSame(end, whole, same);
    assertThat(steps.saved).hasSize(iterations);
    // A finished training is there again at once.
    assertSame(training.run(steps, Progress.NONE), whole, same);
    assertThat(steps.saved).hasSize(iterations);
  }

  private static <M> void assertSame(Trained<M> actual, Trained<M> expected, SameModel<M> same) {
    assertThat(actual.objective()).isEqualTo(expected.objective());
    assertThat(actual.notes()).isEqualTo(expected.notes());
    same.check(actual.model(), expected.model());
  }

  private static void samePlda(HtPlda actual, HtPlda expected) {
    assertThat(actual.mean()).isEqualTo(expected.mean());
    assertThat(actual.f()).isEqualTo(expected.f());
    assertThat(actual.w()).isEqualTo(expected.w());
    assertThat(actual.nu()).isEqualTo(expected.nu());
  }

  private static SpeakerStatistics gather(TrainingData data) {
    return SpeakerStatistics.gather(data);
  }

  /** With one count and with many. */
  @ParameterizedTest
  @ValueSource(ints = {3, 9})
  void gaussianPlda(int most) {
    TrainingCases.Drawn drawn =
        TrainingCases.draw(8, 3, GAUSS, 60, RecordingCounts.between(3, most), 1);
    SpeakerStatistics statistics = gather(drawn.data());
    PldaStart start = PldaStart.random(statistics, 3, 2);
    GaussianPldaEm em = new GaussianPldaEm(Stopping.after(7));
    assertContinues(
        (checkpoints, progress) -> em.train(statistics, start, checkpoints, progress),
        7,
        ContinuedTrainingTest::samePlda);
  }

  /** Dimensions are dropped on the way, and the notes of the start are kept. */
  @Test
  void gaussianPldaThatDropsDimensions() {
    SpeakerStatistics statistics = gather(DegenerateDataTest.withMeansIn(3, 8, 100, 8));
    PldaStart start = PldaStart.random(statistics, 6, 9);
    GaussianPldaEm em = new GaussianPldaEm(Stopping.after(60));
    Trained<HtPlda> whole = em.train(statistics, start);
    assertThat(whole.notes()).hasSize(1);
    assertContinues(
        (checkpoints, progress) -> em.train(statistics, start, checkpoints, progress),
        60,
        ContinuedTrainingTest::samePlda);
    PldaStart low = PldaStart.fromScatter(statistics, 6);
    assertThat(low.notes()).hasSize(1);
    assertContinues(
        (checkpoints, progress) ->
            new GaussianPldaEm(Stopping.after(2)).train(statistics, low, checkpoints, progress),
        2,
        ContinuedTrainingTest::samePlda);
  }

  @Test
  void stoppingRule() {
    SpeakerStatistics statistics = gather(TrainingCases.draw(6, 2, GAUSS, 100, 3).data());
    PldaStart start = PldaStart.random(statistics, 2, 4);
    GaussianPldaEm em = new GaussianPldaEm(new Stopping(100, 1e-4));
    int iterations = em.train(statistics, start).iterations();
    assertThat(iterations).isBetween(2, 99);
    assertContinues(
        (checkpoints, progress) -> em.train(statistics, start, checkpoints, progress),
        iterations,
        ContinuedTrainingTest::samePlda);
  }

  @Test
  void twoCovariances() {
    SpeakerStatistics statistics = gather(TrainingCases.draw(6, 6, GAUSS, 60, 5).data());
    TwoCovarianceEm em = new TwoCovarianceEm(Stopping.after(6));
    SameModel<TwoCovariance> same =
        (actual, expected) -> {
          assertThat(actual.mean()).isEqualTo(expected.mean());
          assertThat(actual.between()).isEqualTo(expected.between());
          assertThat(actual.within()).isEqualTo(expected.within());
        };
    assertContinues(
        (checkpoints, progress) ->
            em.train(statistics, PldaStart.fullRank(statistics), checkpoints, progress),
        6,
        same);
    DoubleMatrix identity = DoubleMatrix.identity(6);
    assertContinues(
        (checkpoints, progress) ->
            em.train(statistics, PldaStart.of(identity, identity), checkpoints, progress),
        6,
        same);
  }

  /** An iteration has several reports; the closed form and alternations. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void variationalBayes(int innerIterations) {
    TrainingCases.Drawn drawn = TrainingCases.draw(8, 3, 2, 150, 6);
    HtPlda start = TrainingCases.draw(8, 3, 2, 2, 7).truth();
    HtPldaVb vb =
        HtPldaVb.DEFAULT
            .withScaleStep(
                innerIterations == 0
                    ? HtPldaVb.ScaleStep.closed()
                    : HtPldaVb.ScaleStep.meanField(innerIterations))
            .withIterations(4);
    assertContinues(
        (checkpoints, progress) -> vb.train(drawn.data(), start, checkpoints, progress),
        4,
        ContinuedTrainingTest::samePlda);
  }

  @Test
  void checkpointOfSomethingElse() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, GAUSS, 40, 8);
    SpeakerStatistics statistics = gather(drawn.data());
    PldaStart start = PldaStart.fromScatter(statistics, 2);
    DescentCases.Memory kept = new DescentCases.Memory();
    Stopping stopping = Stopping.after(3);
    HtPlda model =
        new GaussianPldaEm(stopping).train(statistics, start, kept, Progress.NONE).model();
    PldaStart other = PldaStart.fromScatter(statistics, 1);
    SpeakerStatistics more = gather(TrainingCases.draw(6, 2, GAUSS, 41, 8).data());
    List<Runnable> wrong =
        List.of(
            () ->
                new GaussianPldaEm(stopping)
                    .withMinimumDivergence(false)
                    .train(statistics, start, kept, Progress.NONE),
            () ->
                new GaussianPldaEm(Stopping.after(4)).train(statistics, start, kept, Progress.NONE),
            () -> new GaussianPldaEm(stopping).train(statistics, other, kept, Progress.NONE),
            () -> new GaussianPldaEm(stopping).train(more, start, kept, Progress.NONE),
            () -> new TwoCovarianceEm(stopping).train(statistics, start, kept, Progress.NONE),
            () -> HtPldaVb.DEFAULT.train(drawn.data(), model, kept, Progress.NONE));
    for (Runnable r : wrong) {
      assertThatThrownBy(r::run)
          .isInstanceOf(GmeException.class)
          .hasMessageStartingWith("the checkpoint is of \"Gaussian PLDA by EM, D = 6, d = 2, 40");
    }
  }
}
