package dev.gme.core.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All data are drawn with seed 1, so that nothing here is a matter of chance. */
class ShrinkageTest {
  private static final int DIM = 20;

  /** Speakers with so many recordings each; the noise has variances 1 to 20. */
  private static TrainingData draw(int speakers, int each) {
    SeededRandom random = new SeededRandom(1);
    double[] x = new double[speakers * each * DIM];
    int[] labels = new int[speakers * each];
    for (int s = 0; s < speakers; s++) {
      double[] z = random.gaussians(DIM);
      for (int r = 0; r < each; r++) {
        double[] noise = random.gaussians(DIM);
        labels[s * each + r] = s;
        for (int i = 0; i < DIM; i++) {
          x[(s * each + r) * DIM + i] = 2 * z[i] + Math.sqrt(variance(i)) * noise[i];
        }
      }
    }
    return TrainingData.of(DoubleMatrix.wrap(labels.length, DIM, x), labels);
  }

  private static double variance(int i) {
    return 1 + i;
  }

  private static double share(Shrinkage rule, TrainingData data) {
    String note = rule.apply(data, SpeakerStatistics.gather(data)).note().orElseThrow();
    return Double.parseDouble(note.replaceAll(".*by (\\d[.]\\d+) .*", "$1"));
  }

  @Test
  void theRulesShrinkTheMoreTheFewerTheData() {
    for (Shrinkage rule : List.of(Shrinkage.HELD_OUT, Shrinkage.LEDOIT_WOLF)) {
      double few = share(rule, draw(10, 4));
      double many = share(rule, draw(200, 10));
      assertThat(few).isBetween(0.1, 0.95);
      assertThat(many).isLessThan(0.1).isLessThan(few / 4);
    }
  }

  @Test
  void shrunkNoiseIsNearerToTheTruth() {
    TrainingData data = draw(10, 4);
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    double plain = loss(SpeakerScatter.of(statistics).within().times(40.0 / 30));
    for (Shrinkage rule : List.of(Shrinkage.HELD_OUT, Shrinkage.LEDOIT_WOLF)) {
      DoubleMatrix shrunk = SpeakerScatter.of(rule.apply(data, statistics).statistics()).within();
      assertThat(loss(shrunk)).isLessThan(0.5 * plain);
    }
  }

  /** Kullback-Leibler divergence of the true noise from that of this covariance. */
  private static double loss(DoubleMatrix covariance) {
    Cholesky factor = Cholesky.of(covariance);
    double sum = factor.logDeterminant() - DIM;
    DoubleMatrix inverse = factor.inverse();
    for (int i = 0; i < DIM; i++) {
      sum += inverse.get(i, i) * variance(i) - Math.log(variance(i));
    }
    return sum / 2;
  }

  @Test
  void aGivenShareMixesNoiseAndTarget() {
    TrainingData data = draw(10, 4);
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    SpeakerScatter before = SpeakerScatter.of(statistics);
    SpeakerScatter after =
        SpeakerScatter.of(Shrinkage.of(0.25).apply(data, statistics).statistics());
    double mean = before.within().trace() * 40 / 30 / DIM;
    DoubleMatrix expected =
        before.within().times(0.75).plus(DoubleMatrix.identity(DIM).times(0.25 * mean));
    assertThat(after.within().minus(expected).maxAbs()).isLessThan(1e-12);
    assertThat(after.between().minus(before.between()).maxAbs()).isZero();
    assertThat(Shrinkage.NONE.apply(data, statistics).statistics()).isSameAs(statistics);
  }

  @Test
  void trainsWhereTheNoiseIsNotDetermined() {
    // 8 differences in 20 dimensions.
    TrainingData data = draw(8, 2);
    PldaRecipe plain = PldaRecipe.gaussian(5);
    assertThatThrownBy(() -> plain.train(data)).isInstanceOf(GmeException.class);
    for (boolean twoCovariance : new boolean[] {false, true}) {
      EmOptions em =
          EmOptions.DEFAULT.withShrinkage(Shrinkage.HELD_OUT).withTwoCovariance(twoCovariance);
      Trained<Pipeline> trained = plain.withEm(em).train(data);
      assertThat(trained.notes()).anyMatch(n -> n.contains("shrunk by"));
      List<Double> objective = trained.objective();
      for (int i = 1; i < objective.size(); i++) {
        assertThat(objective.get(i)).isGreaterThan(objective.get(i - 1) - 1e-8);
      }
      double[] b =
          trained
              .model()
              .extract(data.vectors())
              .llr(trained.model().extract(data.vectors()))
              .array();
      assertThat(Arrays.stream(b).allMatch(Double::isFinite)).isTrue();
    }
  }

  @Test
  void readsWhatItWrites() {
    for (Shrinkage s : List.of(Shrinkage.HELD_OUT, Shrinkage.LEDOIT_WOLF, Shrinkage.of(0.3))) {
      assertThat(Shrinkage.parse(s.toString())).isEqualTo(s);
    }
    assertThat(Shrinkage.parse("0")).isEqualTo(Shrinkage.NONE);
    assertThat(Shrinkage.parse("0.3").share()).isEqualTo(0.3, offset(0.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-0.1", "NaN", "much", ""})
  void refusesWhatIsNoShare(String text) {
    assertThatThrownBy(() -> Shrinkage.parse(text)).isInstanceOf(GmeException.class);
  }

  @Test
  void oneSpeakerWithSeveralRecordingsCannotBeHeldOut() {
    TrainingData all = draw(4, 4);
    TrainingData one = all.only(j -> all.speaker(j) == 0 || j % 4 == 0);
    assertThatThrownBy(() -> Shrinkage.HELD_OUT.apply(one, SpeakerStatistics.gather(one)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("two speakers with several recordings");
  }
}
