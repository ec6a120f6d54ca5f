package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recipe against its parts put together by hand; seed 1. */
class PldaRecipeTest {
  private static final TrainingCases.Drawn DRAWN =
      TrainingCases.draw(8, 3, 2, 100, RecordingCounts.fixed(5), 1);

  private static final TrainingData DATA = DRAWN.data();
  private static final Stopping STOPPING = Stopping.after(5);

  private static DoubleMatrix scores(Pipeline pipeline) {
    DoubleMatrix few = DRAWN.database().vectors().rowRange(0, 30);
    return pipeline.extract(few).llr(pipeline.extract(few));
  }

  private static Trained<HtPlda> em(TrainingData data) {
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    return new GaussianPldaEm(STOPPING).train(statistics, PldaStart.fromScatter(statistics, 3));
  }

  private static void assertSame(PldaRecipe recipe, Pipeline expected, List<Double> objective) {
    Trained<Pipeline> found = recipe.train(DATA);
    assertThat(scores(found.model()).minus(scores(expected)).maxAbs()).isLessThan(1e-9);
    assertThat(found.objective()).isEqualTo(objective);
    assertThat(found.notes()).isEmpty();
  }

  @Test
  void plugIn() {
    Preprocessing none = Preprocessing.of(List.of());
    Trained<HtPlda> plda = em(DATA);
    PldaRecipe recipe = PldaRecipe.gaussian(3).withStopping(STOPPING);
    assertSame(recipe, Pipeline.of(none, plda.model().extractor()), plda.objective());
    assertSame(
        recipe.withNu(2), Pipeline.of(none, plda.model().withNu(2).extractor()), plda.objective());
  }

  @Test
  void chainAndVariationalBayes() {
    StepSpec[] plans = {StepSpec.centre(), StepSpec.lda(6)};
    Preprocessing chain = new PreprocessingTrainer(List.of(plans)).train(DATA).model();
    TrainingData ready = DATA.withVectors(chain.view(DATA.vectors()));
    HtPldaVb vb = HtPldaVb.DEFAULT.withIterations(3);
    Trained<HtPlda> trained = vb.train(ready, em(ready).model().withNu(2));
    assertSame(
        PldaRecipe.gaussian(3).withStopping(STOPPING).preprocessedBy(plans).withNu(2).then(vb),
        Pipeline.of(chain, trained.model().extractor()),
        trained.objective());
  }

  @Test
  void fullRankIsThatOfTwoCovarianceEm() {
    EmOptions em = EmOptions.DEFAULT.withStopping(STOPPING).withTwoCovariance(true);
    SpeakerStatistics statistics = SpeakerStatistics.gather(DATA);
    var trained = new TwoCovarianceEm(STOPPING).train(statistics, PldaStart.fullRank(statistics));
    assertSame(
        PldaRecipe.gaussian(8).withEm(em),
        Pipeline.of(Preprocessing.of(List.of()), trained.model().extractor()),
        trained.objective());
    assertThatThrownBy(() -> em.withRandomStart(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRandomStartIsThatOfItsSeed() {
    EmOptions em =
        EmOptions.DEFAULT.withStopping(STOPPING).withMinimumDivergence(false).withRandomStart(4);
    SpeakerStatistics statistics = SpeakerStatistics.gather(DATA);
    Trained<HtPlda> trained =
        new GaussianPldaEm(STOPPING)
            .withMinimumDivergence(false)
            .train(statistics, PldaStart.random(statistics, 3, 4));
    assertSame(
        PldaRecipe.gaussian(3).withEm(em),
        Pipeline.of(Preprocessing.of(List.of()), trained.model().extractor()),
        trained.objective());
  }

  /** The data are of nu = 2, so a heavy tail must be found better than a Gaussian. */
  @Test
  void theProfileIsOfHeldOutSpeakers() {
    List<Double> grid = List.of(2.0, Double.POSITIVE_INFINITY);
    NuProfile profile =
        PldaRecipe.gaussian(3)
            .preprocessedBy(StepSpec.centre())
            .withStopping(STOPPING)
            .profile(DATA, grid, 0.2, 0, 7, Progress.NONE);
    assertThat(profile.points()).hasSize(2);
    assertThat(profile.best().nu()).isEqualTo(2);
  }

  @Test
  void theUsualSpeakerDimensionIsAThird() {
    assertThat(PldaRecipe.usualSpeakerDimension(DATA, List.of())).isEqualTo(2);
    assertThat(PldaRecipe.usualSpeakerDimension(DATA, List.of(StepSpec.lda(2)))).isEqualTo(1);
    assertThat(PldaRecipe.baseline()).hasSize(4);
  }

  @Test
  void impossibleSpeakerDimensionsAreRefused() {
    assertThatThrownBy(() -> PldaRecipe.gaussian(9).train(DATA))
        .isInstanceOf(GmeException.class)
        .hasMessage("a speaker dimension of 9 is impossible for vectors of dimension 8")
        .extracting(e -> ((GmeException) e).help())
        .isEqualTo("choose a speaker dimension from 1 to 8");
    PldaRecipe reduced = PldaRecipe.gaussian(6).preprocessedBy(StepSpec.lda(6)).withNu(2);
    assertThatThrownBy(() -> reduced.train(DATA))
        .hasMessage(
            "a speaker dimension of 6 is impossible for vectors of dimension 6 and heavy tails");
    assertThatThrownBy(() -> PldaRecipe.gaussian(0).train(DATA)).isInstanceOf(GmeException.class);
  }

  /** Each part's notes, once. */
  @Test
  void notes() {
    double[][] rows = DRAWN.database().vectors().toRows();
    for (double[] row : rows) {
      row[7] = row[0] + row[1];
    }
    Trained<Pipeline> trained =
        PldaRecipe.gaussian(3)
            .preprocessedBy(StepSpec.centre(), StepSpec.whitenWithin())
            .withNu(2)
            .then(HtPldaVb.DEFAULT)
            .train(DATA.withVectors(DoubleMatrix.of(rows)));
    assertThat(trained.notes()).hasSize(1).allMatch(n -> n.contains("nearly singular"));
    assertThat(scores(trained.model()).isFinite()).isTrue();
  }
}
