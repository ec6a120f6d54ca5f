package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static dev.gme.core.linalg.Matrices.assertOrthonormalColumns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;

class SymmetricEigenTest {
  @Test
  void valuesDescendAndVectorsAreColumns() {
    SymmetricEigen e =
        SymmetricEigen.of(DoubleMatrix.of(new double[][] {{2, 1, 0}, {1, 2, 0}, {0, 0, 5}}));
    assertThat(e.values()).containsExactly(new double[] {5, 3, 1}, within(1e-14));
    assertThat(Math.abs(e.vectors().get(2, 0))).isCloseTo(1, within(1e-14));
    assertThat(e.vectors().get(0, 1)).isCloseTo(e.vectors().get(1, 1), within(1e-14));
    assertThat(e.vectorsAsRows()).isEqualTo(e.vectors().transpose());
  }

  @Test
  void rebuildsTheMatrix() {
    DoubleMatrix a = Matrices.symmetric(1, 50);
    SymmetricEigen e = SymmetricEigen.of(a);
    assertOrthonormalColumns(e.vectors());
    DoubleMatrix back = e.vectors().scaleColumns(e.values()).times(e.vectorsAsRows());
    assertClose(back, a, 2, e.values()[0]);
  }

  @Test
  void relativeToAnotherMatrix() {
    DoubleMatrix a = Matrices.symmetric(2, 40);
    DoubleMatrix b = Matrices.positiveDefinite(3, 40);
    SymmetricEigen e = SymmetricEigen.of(a, Cholesky.of(b));
    DoubleMatrix v = e.vectors();
    double norm = Math.max(Math.abs(e.values()[0]), Math.abs(e.values()[39]));
    assertClose(a.times(v), b.times(v).scaleColumns(e.values()), 4, norm * b.maxAbs());
    assertClose(v.transposeTimes(b.times(v)), DoubleMatrix.identity(40), 4, b.maxAbs());
    assertThat(e.values()).isSortedAccordingTo((x, y) -> Double.compare(y, x));
  }

  @Test
  void emptyMatrix() {
    SymmetricEigen e = SymmetricEigen.of(DoubleMatrix.zeros(0, 0));
    assertThat(e.values()).isEmpty();
    assertThat(e.vectors()).isEqualTo(DoubleMatrix.zeros(0, 0));
  }

  @Test
  void whatHasNoEigenvaluesIsRefused() {
    assertThatThrownBy(() -> SymmetricEigen.of(DoubleMatrix.zeros(2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not square: 2 x 3");
    assertThatThrownBy(() -> SymmetricEigen.of(DoubleMatrix.diagonal(1, Double.NaN)))
        .isInstanceOf(GmeException.class)
        .hasMessage("a matrix with NaN or infinite elements has no eigenvalues");
  }
}
