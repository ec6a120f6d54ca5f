package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LuTest {
  @Test
  void threeByThreeByHand() {
    Lu lu = Lu.of(DoubleMatrix.of(new double[][] {{0, 2, 0}, {4, 0, 0}, {0, 0, -0.5}}));
    assertThat(lu.isSingular()).isFalse();
    assertThat(lu.logAbsDeterminant()).isCloseTo(Math.log(4), within(1e-15));
    DoubleMatrix inverse = DoubleMatrix.of(new double[][] {{0, 0.25, 0}, {0.5, 0, 0}, {0, 0, -2}});
    assertThat(lu.inverse().minus(inverse).maxAbs()).isZero();
    assertThat(lu.condition()).isEqualTo(8);
  }

  @Test
  void solves() {
    DoubleMatrix a = Matrices.random(1, 60, 60).plus(DoubleMatrix.identity(60).times(60));
    DoubleMatrix b = Matrices.random(2, 60, 4);
    assertClose(a.times(Lu.of(a).solve(b)), b, 4, b.maxAbs());
  }

  @Test
  void singularIsAResult() {
    for (DoubleMatrix a :
        new DoubleMatrix[] {
          DoubleMatrix.zeros(2, 2),
          DoubleMatrix.of(new double[][] {{1, 2}, {2, 4}}),
          DoubleMatrix.diagonal(1, Double.NaN)
        }) {
      Lu lu = Lu.of(a);
      assertThat(lu.isSingular()).isTrue();
      assertThat(lu.condition()).isInfinite();
      assertThat(lu.logAbsDeterminant()).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThatThrownBy(lu::inverse)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("singular matrix of size 2");
    }
  }

  @Test
  void emptyMatrix() {
    Lu lu = Lu.of(DoubleMatrix.zeros(0, 0));
    assertThat(lu.isSingular()).isFalse();
    assertThat(lu.logAbsDeterminant()).isZero();
    assertThat(lu.inverse()).isEqualTo(DoubleMatrix.zeros(0, 0));
  }

  @Test
  void wrongShapesAreRefused() {
    assertThatThrownBy(() -> Lu.of(DoubleMatrix.zeros(2, 3))).hasMessage("not square: 2 x 3");
    assertThatThrownBy(() -> Lu.of(DoubleMatrix.identity(3)).solve(DoubleMatrix.zeros(2, 1)))
        .hasMessage("2 rows for a system of 3");
  }
}
