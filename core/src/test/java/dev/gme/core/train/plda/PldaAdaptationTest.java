package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.TwoCovariance;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** docs/math.md 4.5; Kaldi's own figures are met in the tests of module formats. */
class PldaAdaptationTest {
  private static final TwoCovariance MODEL =
      TwoCovariance.of(new double[2], DoubleMatrix.diagonal(3, 1), DoubleMatrix.diagonal(1, 1));

  /** Vectors ±a along the axes, so that their covariance is diagonal by hand. */
  private static DoubleMatrix cross(double a, double b, double shift) {
    return DoubleMatrix.of(
        new double[][] {{a + shift, 0}, {-a + shift, 0}, {shift, b}, {shift, -b}});
  }

  @Test
  void onlyExcessVarianceCounts() {
    // Variances a²/2 = 8 against a total of 4, and b²/2 = 0.5 against one of 2.
    PldaAdaptation.Result r =
        new PldaAdaptation(PldaAdaptation.Options.DEFAULT).adapt(MODEL, cross(4, 1, 0));
    assertThat(r.directions()).isEqualTo(1);
    assertThat(r.meanShift()).isZero();
    assertThat(r.model().between().diagonal())
        .containsExactly(new double[] {5.8, 1}, within(1e-12));
    assertThat(r.model().within().diagonal()).containsExactly(new double[] {2.2, 1}, within(1e-12));
    assertThat(r.withinBefore()).isEqualTo(2);
    assertThat(r.withinAfter()).isCloseTo(3.2, within(1e-12));
    assertThat(r.betweenBefore()).isEqualTo(4);
    assertThat(r.betweenAfter()).isCloseTo(6.8, within(1e-12));
    assertThat(r.vectors()).isEqualTo(4);
  }

  @Test
  void theMeanMovesAndMayCountAsVariance() {
    PldaAdaptation.Options counted = new PldaAdaptation.Options(1, 0.25, 0.5);
    PldaAdaptation.Result r = new PldaAdaptation(counted).adapt(MODEL, cross(2, 1, 3));
    // 2 + 3² = 11 against 4: an excess of 7.
    assertThat(r.model().mean()).containsExactly(3, 0);
    assertThat(r.meanShift()).isEqualTo(3);
    assertThat(r.model().between().get(0, 0)).isCloseTo(3 + 3.5, within(1e-12));
    assertThat(r.model().within().get(0, 0)).isCloseTo(1 + 1.75, within(1e-12));
    PldaAdaptation.Options ignored = new PldaAdaptation.Options(0, 0.25, 0.5);
    PldaAdaptation.Result none = new PldaAdaptation(ignored).adapt(MODEL, cross(2, 1, 3));
    assertThat(none.directions()).isZero();
    assertThat(none.model().between()).isEqualTo(MODEL.between());
    assertThat(none.model().mean()).containsExactly(3, 0);
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
    TwoCovariance adapted =
        new PldaAdaptation(new PldaAdaptation.Options(0, 0.4, 0.6)).adapt(model, data).model();
    double[] mean = adapted.mean();
    DoubleMatrix covariance = data.minusFromRows(mean).gram().times(1.0 / n);
    DoubleMatrix total = adapted.between().plus(adapted.within());
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
    PldaAdaptation adaptation = new PldaAdaptation(PldaAdaptation.Options.DEFAULT);
    assertThatThrownBy(() -> adaptation.adapt(MODEL, DoubleMatrix.zeros(5, 3)))
        .hasMessageContaining("dimension 2, found 3");
    assertThatThrownBy(() -> adaptation.adapt(MODEL, DoubleMatrix.zeros(1, 2)))
        .hasMessageContaining("at least 2 vectors, found 1");
    DoubleMatrix bad = DoubleMatrix.of(new double[][] {{1, 2}, {1, Double.NaN}});
    assertThatThrownBy(() -> adaptation.adapt(MODEL, bad)).hasMessageContaining("vector 1");
    assertThatThrownBy(() -> new PldaAdaptation.Options(1, -0.1, 0.7))
        .hasMessageContaining("within-covariance scale");
  }
}
