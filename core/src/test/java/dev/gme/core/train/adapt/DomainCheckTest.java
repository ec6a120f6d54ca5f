package dev.gme.core.train.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeds 1 to 3. */
class DomainCheckTest {
  private static Pipeline pipeline(GmeExtractor extractor) {
    return Pipeline.of(Preprocessing.of(List.of()), extractor);
  }

  private static DomainCheck check(Pipeline model, DoubleMatrix x, double freedom) {
    return DomainCheck.of(model, x, OptionalDouble.of(freedom)).orElseThrow();
  }

  private static SimulatedDatabase draw(HtPlda truth, int speakers, long seed) {
    return new Simulator(truth).draw(speakers, RecordingCounts.fixed(5), seed);
  }

  /** In tails the shares are those of {@link DomainCheck#UNUSUAL}, within what 4000 draws allow. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 10, Double.POSITIVE_INFINITY})
  void recordingsOfTheModelAreUsual(double nu) {
    HtPlda truth = ModelRecipe.of(30, 8, nu).draw(1);
    DomainCheck check =
        DomainCheck.of(
                pipeline(truth.extractor()), draw(truth, 800, 2).vectors(), OptionalDouble.empty())
            .orElseThrow();
    // 4 expected, standard deviation 2: 13 and more have a chance of 3e-4.
    assertThat(check.unusual() * 4000).isLessThan(13);
    assertThat(check.shift()).isLessThan(0.01);
    assertThat(check.isAnotherDomain()).isFalse();
    assertThat(check.warning()).isEmpty();
  }

  /** 170 degrees of freedom in 100 dimensions: new recordings look 2.4 times as noisy. */
  @Test
  void aModelOfFewRecordingsRaisesNoAlarm() {
    HtPlda truth = ModelRecipe.of(100, 10, Double.POSITIVE_INFINITY).draw(3);
    SimulatedDatabase few = new Simulator(truth).draw(30, RecordingCounts.fixed(7), 1);
    Pipeline model =
        PldaRecipe.gaussian(10).train(TrainingData.of(few.vectors(), few.speakers())).model();
    DoubleMatrix others = draw(truth, 100, 2).vectors();
    DomainCheck told = check(model, others, 210 - 30);
    assertThat(told.unusual()).isLessThan(0.03);
    assertThat(told.isAnotherDomain()).isFalse();
    DomainCheck untold = DomainCheck.of(model, others, OptionalDouble.empty()).orElseThrow();
    assertThat(untold.unusual()).isGreaterThan(0.5);
    assertThat(untold.isAnotherDomain()).isFalse();
  }

  @Test
  void strongerNoiseAndAnotherMeanAreNoticed() {
    HtPlda truth = ModelRecipe.of(60, 10, Double.POSITIVE_INFINITY).draw(2);
    Pipeline model = pipeline(truth.extractor());
    SimulatedDatabase drawn = draw(truth, 100, 3);
    DoubleMatrix clean = drawn.z().selectRows(drawn.speakers()).timesTranspose(truth.f());
    double[] mean = truth.mean();
    DoubleMatrix noise = drawn.vectors().minusFromRows(mean).minus(clean);
    DoubleMatrix loud = drawn.vectors().plus(noise.times(0.8));
    DomainCheck louder = check(model, loud, 1e5);
    assertThat(louder.unusual()).isGreaterThan(0.9);
    assertThat(louder.isAnotherDomain()).isTrue();
    double[] shift = noise.row(0);
    for (int i = 0; i < shift.length; i++) {
      shift[i] *= -0.6;
    }
    DomainCheck moved = check(model, drawn.vectors().minusFromRows(shift), 1e5);
    assertThat(moved.shift()).isBetween(0.15, 0.45);
    assertThat(moved.warning().orElseThrow()).contains("another domain", "common shift");
    // The mean of the target takes the shift away.
    GmeExtractor adapted =
        UnlabelledAdaptation.MEAN.adapt(
            truth.extractor(),
            TargetDomain.of(drawn.vectors().minusFromRows(shift), truth.extractor()));
    assertThat(
            check(pipeline(adapted), drawn.vectors().minusFromRows(shift), 1e5).isAnotherDomain())
        .isFalse();
    assertThat(check(model, loud.rowRange(0, 50), 1e5).isAnotherDomain()).as("too few").isFalse();
  }

  @Test
  void withoutNoiseDirectionsThereIsNothingToSay() {
    HtPlda full = ModelRecipe.of(5, 5, Double.POSITIVE_INFINITY).draw(1);
    assertThat(
            DomainCheck.of(
                pipeline(full.extractor()), DoubleMatrix.zeros(200, 5), OptionalDouble.empty()))
        .isEmpty();
  }
}
