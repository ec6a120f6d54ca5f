package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.GmeExtractor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BxeObjectiveTest {
  private static final int[] SPEAKER = {0, 1, 0, 2, 1, 2};
  private static final int[] ALL = {0, 1, 2, 3, 4, 5};
  private static final DoubleMatrix VECTORS =
      DoubleMatrix.wrap(6, 3, new SeededRandom(3).gaussians(18));

  @ParameterizedTest
  @ValueSource(doubles = {-40, -4.6, 0, 4.6, 20, 40})
  void aSystemThatSaysNothingCostsTheEntropyOfThePrior(double priorLogOdds) {
    GmeExtractor silent =
        GmeExtractor.of(
            new double[3], DoubleMatrix.zeros(1, 3), DoubleMatrix.zeros(2, 3), new double[1], 2);
    double entropy = new BxeOptions(6, priorLogOdds, BxeOptions.Calibration.NONE).entropy();

    double cost =
        new BxeObjective(priorLogOdds)
            .evaluate(silent, VECTORS, SPEAKER, ALL, ALL, 1, 0)
            .objective();

    assertThat(cost / entropy).isCloseTo(1, within(1e-12));
  }

  @Test
  void speakersMayHaveAnyNumbers() {
    GmeExtractor extractor = GmeExtractor.splitVector(new double[] {2}, 3, 2);
    int[] other = {-7, Integer.MAX_VALUE, -7, 12, Integer.MAX_VALUE, 12};

    BxeObjective.Result expected =
        new BxeObjective(0).evaluate(extractor, VECTORS, SPEAKER, ALL, ALL, 1, 0);
    BxeObjective.Result result =
        new BxeObjective(0).evaluate(extractor, VECTORS, other, ALL, ALL, 1, 0);

    assertThat(result.targets()).isEqualTo(expected.targets()).isEqualTo(6);
    assertThat(result.nontargets()).isEqualTo(expected.nontargets()).isEqualTo(24);
    assertThat(result.objective()).isEqualTo(expected.objective());
  }
}
