package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static dev.gme.core.linalg.Matrices.assertOrthonormalColumns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;

class SvdTest {
  @Test
  void byHand() {
    Svd svd = Svd.of(DoubleMatrix.of(new double[][] {{3, 0}, {0, -5}, {0, 0}}));
    assertThat(svd.values()).containsExactly(new double[] {5, 3}, within(1e-14));
    assertThat(svd.u().get(1, 0) * svd.vt().get(0, 1)).isCloseTo(-1, within(1e-14));
    assertThat(svd.u().get(0, 1) * svd.vt().get(1, 0)).isCloseTo(1, within(1e-14));
  }

  @Test
  void rebuildsTheMatrix() {
    for (DoubleMatrix a :
        new DoubleMatrix[] {Matrices.random(1, 30, 12), Matrices.random(2, 9, 40)}) {
      Svd svd = Svd.of(a);
      assertOrthonormalColumns(svd.u());
      assertOrthonormalColumns(svd.vt().transpose());
      assertClose(svd.u().scaleColumns(svd.values()).times(svd.vt()), a, 2, svd.values()[0]);
    }
  }

  @Test
  void emptyMatrices() {
    Svd svd = Svd.of(DoubleMatrix.zeros(3, 0));
    assertThat(svd.values()).isEmpty();
    assertThat(svd.u()).isEqualTo(DoubleMatrix.zeros(3, 0));
    assertThat(svd.vt()).isEqualTo(DoubleMatrix.zeros(0, 0));
  }

  @Test
  void nanIsRefused() {
    assertThatThrownBy(() -> Svd.of(DoubleMatrix.diagonal(1, Double.POSITIVE_INFINITY)))
        .isInstanceOf(GmeException.class)
        .hasMessage("a matrix with NaN or infinite elements has no singular values");
  }
}
