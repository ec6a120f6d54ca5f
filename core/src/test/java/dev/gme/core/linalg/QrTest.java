package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static dev.gme.core.linalg.Matrices.assertOrthonormalColumns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;

class QrTest {
  @Test
  void theLastColumnsSpanTheRest() {
    DoubleMatrix a = Matrices.random(1, 20, 7);
    Qr qr = Qr.of(a);
    assertOrthonormalColumns(qr.q());
    assertThat(qr.r().rows()).isEqualTo(7);
    DoubleMatrix qt = qr.q().transpose();
    assertClose(qt.rowRange(0, 7).transposeTimes(qr.r()), a, 4, a.maxAbs());
    assertThat(qt.rowRange(7, 20).times(a).maxAbs()).isLessThan(1e-13);
  }

  @Test
  void byHand() {
    Qr qr = Qr.of(DoubleMatrix.of(new double[][] {{3}, {4}}));
    assertThat(Math.abs(qr.r().get(0, 0))).isCloseTo(5, within(1e-14));
  }

  @Test
  void emptyMatrix() {
    assertThat(Qr.of(DoubleMatrix.zeros(0, 0)).q()).isEqualTo(DoubleMatrix.zeros(0, 0));
    assertThat(Qr.of(DoubleMatrix.zeros(2, 0)).q()).isEqualTo(DoubleMatrix.identity(2));
  }

  @Test
  void whatCannotBeDecomposedIsRefused() {
    assertThatThrownBy(() -> Qr.of(DoubleMatrix.zeros(2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("more columns than rows: 2 x 3");
    assertThatThrownBy(() -> Qr.of(DoubleMatrix.diagonal(Double.NaN)))
        .isInstanceOf(GmeException.class)
        .hasMessage("a matrix with NaN or infinite elements has no QR decomposition");
  }
}
