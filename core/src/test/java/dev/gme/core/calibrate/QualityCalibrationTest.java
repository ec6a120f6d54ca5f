package dev.gme.core.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.ScoredTrials;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QualityCalibrationTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @Test
  void sumsTheQualitiesOfBothSides() {
    QualityCalibration c = QualityCalibration.of(2, 0.5, 3, -1);
    assertThat(c.inputs()).isEqualTo(3);
    assertThat(c.scale()).isEqualTo(2);
    assertThat(c.offset()).isEqualTo(0.5);
    assertThat(c.qualityCoefficients()).containsExactly(3, -1);
    double[] enrol = {1, 4};
    double[] test = {2, -2};
    assertThat(c.apply(10, enrol, test)).isEqualTo(20 + 0.5 + 9 - 2);
    assertThat(c.apply(10, test, enrol)).as("symmetric").isEqualTo(c.apply(10, enrol, test));
    assertThat(c.apply(10, 3, 2)).isEqualTo(c.apply(10, enrol, test));
    assertThat(c.apply(INF, enrol, test)).isEqualTo(INF);
  }

  /** Seed 9: scores of short recordings are shifted down; knowing it makes them better. */
  @Test
  void sideInformationHelps() {
    Random random = new Random(9);
    int n = 2000;
    boolean[] isTarget = new boolean[n];
    double[] scores = new double[n];
    double[][] enrol = new double[n][1];
    double[][] test = new double[n][1];
    for (int i = 0; i < n; i++) {
      isTarget[i] = i % 3 == 0;
      enrol[i][0] = random.nextGaussian();
      test[i][0] = random.nextGaussian();
      scores[i] = random.nextGaussian() + (isTarget[i] ? 1 : -1) + 2 * (enrol[i][0] + test[i][0]);
    }
    CalibrationTrials trials = QualityCalibration.trials(isTarget, scores, enrol, test);
    QualityCalibration with =
        QualityCalibration.train(trials, CalibrationOptions.DEFAULT).calibration();
    LinearCalibration without =
        LinearCalibration.train(CalibrationTrials.of(isTarget, scores), CalibrationOptions.DEFAULT)
            .calibration();
    double[] llrs = new double[n];
    for (int i = 0; i < n; i++) {
      llrs[i] = with.apply(scores[i], enrol[i], test[i]);
    }
    double better = Cllr.of(ScoredTrials.of(llrs, isTarget));
    double plain = Cllr.of(ScoredTrials.of(without.applyAll(scores), isTarget));
    assertThat(better).isLessThan(plain - 0.2);
    assertThat(with.qualityCoefficients()[0]).isNegative();
  }

  @Test
  void refusals() {
    boolean[] isTarget = {true, false};
    double[] scores = {1, 0};
    double[][] one = {{1}, {2}};
    assertThatThrownBy(
            () -> QualityCalibration.trials(isTarget, scores, one, new double[][] {{-INF}, {0}}))
        .isInstanceOf(GmeException.class)
        .hasMessage("qualities must be finite, found 1.0 and -Infinity");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> QualityCalibration.trials(isTarget, scores, one, new double[][] {{1, 2}, {0}}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QualityCalibration.trials(isTarget, scores, one, new double[1][1]));
    // The same sum for all trials: no coefficient can be found.
    double[][] opposite = {{2}, {1}};
    CalibrationTrials constant = QualityCalibration.trials(isTarget, scores, one, opposite);
    assertThatThrownBy(() -> QualityCalibration.train(constant, CalibrationOptions.DEFAULT))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("input 1 (counted from 0) is the same for all trials");
  }
}
