package dev.gme.core.train.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.TwoCovariance;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** docs/math.md 4.5; Kaldi's own figures are met in the tests of module formats. */
class KaldiAdaptationTest {
  private static final TwoCovariance MODEL =
      TwoCovariance.of(new double[2], DoubleMatrix.diagonal(3, 1), DoubleMatrix.diagonal(1, 1));

  /** Vectors ±a along the axes, so that their covariance is diagonal by hand. */
  private static DoubleMatrix cross(double a, double b, double shift) {
    return DoubleMatrix.of(
        new double[][] {{a + shift, 0}, {-a + shift, 0}, {shift, b}, {shift, -b}});
  }

  private static TwoCovariance adapted(KaldiAdaptation way, TwoCovariance model, DoubleMatrix x) {
    return way.adapt(model, TargetDomain.of(x, model.extractor()));
  }

  @Test
  void onlyExcessVarianceCounts() {
    // Variances a²/2 = 8 against a total of 4, and b²/2 = 0.5 against one of 2.
    TwoCovariance r = adapted(KaldiAdaptation.DEFAULT, MODEL, cross(4, 1, 0));
    assertThat(r.between().diagonal()).containsExactly(new double[] {5.8, 1}, within(1e-12));
    assertThat(r.within().diagonal()).containsExactly(new double[] {2.2, 1}, within(1e-12));
    ModelChange change = ModelChange.between(MODEL.extractor(), r.extractor());
    assertThat(change.meanShift()).isZero();
    assertThat(change.before().within()).isCloseTo(2, within(1e-12));
    assertThat(change.after().within()).isCloseTo(3.2, within(1e-12));
    assertThat(change.before().between()).isCloseTo(4, within(1e-12));
    assertThat(change.after().between()).isCloseTo(6.8, within(1e-12));
    assertThat(change.kappa()).isCloseTo(2 / 3.2, within(1e-12));
  }

  @Test
  void theMeanMovesAndMayCountAsVariance() {
    TwoCovariance r = adapted(new KaldiAdaptation(1, 0.25, 0.5), MODEL, cross(2, 1, 3));
    // 2 + 3² = 11 against 4: an excess of 7.
    assertThat(r.mean()).containsExactly(3, 0);
    assertThat(r.between().get(0, 0)).isCloseTo(3 + 3.5, within(1e-12));
    assertThat(r.within().get(0, 0)).isCloseTo(1 + 1.75, within(1e-12));
    TwoCovariance none = adapted(new KaldiAdaptation(0, 0.25, 0.5), MODEL, cross(2, 1, 3));
    assertThat(none.between()).isEqualTo(MODEL.between());
    assertThat(none.mean()).containsExactly(3, 0);
  }

  /** With shares that sum to 1 the total variance along excess directions is the data's. Seed 5. */
  @Test
  void totalVarianceBecomesThatOfTheData() {
    Random random = new Random(5);
    int n = 3000;
    double[] x = random.doubles(n * 4L, -1, 1).map(v -> 9 * v).toArray();
    DoubleMatrix data = DoubleMatrix.wrap(n, 4, x);
    DoubleMatrix half = DoubleMatrix.wrap(4, 4, random.doubles(16, -1, 1).toArray());
    TwoCovariance model =
        TwoCovariance.of(
            new double[4], half.gram(), half.outerGram().plus(DoubleMatrix.identity(4)));
    TwoCovariance r = adapted(new KaldiAdaptation(0, 0.4, 0.6), model, data);
    DoubleMatrix covariance = data.minusFromRows(r.mean()).gram().times(1.0 / n);
    DoubleMatrix total = r.between().plus(r.within());
    assertThat(total.minus(covariance).maxAbs()).isLessThan(1e-9);
  }

  @Test
  void smoothingMovesSpeakersIntoTheNoise() {
    TwoCovariance smooth = MODEL.smoothed(0.5);
    assertThat(smooth.within().diagonal()).containsExactly(2.5, 1.5);
    assertThat(smooth.between()).isEqualTo(MODEL.between());
    assertThatThrownBy(() -> MODEL.smoothed(-1)).hasMessageContaining("found -1.0");
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> TargetDomain.of(DoubleMatrix.zeros(5, 3), MODEL.extractor()))
        .hasMessageContaining("dimension 2, found 3");
    assertThatThrownBy(() -> TargetDomain.of(DoubleMatrix.zeros(1, 2), MODEL.extractor()))
        .hasMessageContaining("at least 2 vectors, found 1");
    DoubleMatrix bad = DoubleMatrix.of(new double[][] {{1, 2}, {1, Double.NaN}});
    assertThatThrownBy(() -> TargetDomain.of(bad, MODEL.extractor()))
        .hasMessageContaining("vector 1");
    assertThatThrownBy(() -> new KaldiAdaptation(1, -0.1, 0.7))
        .hasMessageContaining("within-covariance scale");
  }
}
