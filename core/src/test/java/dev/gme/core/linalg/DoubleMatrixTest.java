package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoubleMatrixTest {
  private static final DoubleMatrix A = DoubleMatrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});

  private static DoubleMatrix of(double[]... rows) {
    return DoubleMatrix.of(rows);
  }

  private static double[] row(double... x) {
    return x;
  }

  @Test
  void factoriesAndAccess() {
    assertThat(A.rows()).isEqualTo(2);
    assertThat(A.cols()).isEqualTo(3);
    assertThat(A.get(1, 0)).isEqualTo(4);
    assertThat(A.row(1)).containsExactly(4, 5, 6);
    assertThat(A.column(1)).containsExactly(2, 5);
    assertThat(A.diagonal()).containsExactly(1, 5);
    assertThat(A.trace()).isEqualTo(6);
    assertThat(A.array()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(A.toRows()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(DoubleMatrix.identity(2)).isEqualTo(of(row(1, 0), row(0, 1)));
    assertThat(DoubleMatrix.diagonal(2, 3)).isEqualTo(of(row(2, 0), row(0, 3)));
    assertThat(DoubleMatrix.zeros(1, 2)).isEqualTo(of(row(0, 0)));
    assertThat(of()).isEqualTo(DoubleMatrix.zeros(0, 0));
  }

  @Test
  void rowsAndColumns() {
    assertThat(A.rowRange(1, 2)).isEqualTo(of(row(4, 5, 6)));
    assertThat(A.rowRange(1, 1)).isEqualTo(DoubleMatrix.zeros(0, 3));
    assertThat(A.selectRows(1, 0, 1)).isEqualTo(of(row(4, 5, 6), row(1, 2, 3), row(4, 5, 6)));
    assertThat(A.transpose()).isEqualTo(of(row(1, 4), row(2, 5), row(3, 6)));
    assertThat(A.above(of(row(7, 8, 9)))).isEqualTo(of(row(1, 2, 3), row(4, 5, 6), row(7, 8, 9)));
    assertThat(of().above(A)).isEqualTo(A);
    assertThat(A.above(of())).isEqualTo(A);
  }

  @Test
  void arithmetic() {
    assertThat(A.plus(A)).isEqualTo(A.times(2));
    assertThat(A.minus(A)).isEqualTo(DoubleMatrix.zeros(2, 3));
    assertThat(A.scaleRows(row(1, -1))).isEqualTo(of(row(1, 2, 3), row(-4, -5, -6)));
    assertThat(A.scaleColumns(row(1, 0, 2))).isEqualTo(of(row(1, 0, 6), row(4, 0, 12)));
    assertThat(A.minusFromRows(row(1, 2, 3))).isEqualTo(of(row(0, 0, 0), row(3, 3, 3)));
    assertThat(of(row(1, 4), row(2, 5)).symmetrized()).isEqualTo(of(row(1, 3), row(3, 5)));
    assertThat(A.minus(A.times(3)).maxAbs()).isEqualTo(12);
    assertThat(of().maxAbs()).isZero();
  }

  @Test
  void products() {
    assertThat(A.times(A.transpose())).isEqualTo(of(row(14, 32), row(32, 77)));
    assertThat(A.timesTranspose(A)).isEqualTo(A.outerGram()).isEqualTo(A.times(A.transpose()));
    assertThat(A.transposeTimes(A))
        .isEqualTo(A.gram())
        .isEqualTo(of(row(17, 22, 27), row(22, 29, 36), row(27, 36, 45)));
    assertThat(A.times(row(1, 0, -1))).containsExactly(-2, -2);
    assertThat(A.transposeTimes(row(1, -1))).containsExactly(-3, -3, -3);
    assertThat(DoubleMatrix.zeros(2, 0).times(DoubleMatrix.zeros(0, 3)))
        .isEqualTo(DoubleMatrix.zeros(2, 3));
  }

  /** Seeds are the sizes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 159, 160, 161, 330})
  void productWithALowerTriangle(int n) {
    DoubleMatrix a = Matrices.random(n, 7, n);
    DoubleMatrix l = Cholesky.of(Matrices.positiveDefinite(n, n)).factor();
    Matrices.assertClose(a.timesLower(l), a.times(l), 4, a.maxAbs() * l.maxAbs());
  }

  @Test
  void finiteness() {
    assertThat(A.isFinite()).isTrue();
    assertThat(of(row(1, Double.NaN)).isFinite()).isFalse();
    assertThat(of(row(Double.NEGATIVE_INFINITY)).isFinite()).isFalse();
  }

  @Test
  void equalityAndText() {
    assertThat(A.hashCode()).isEqualTo(A.times(1).hashCode());
    assertThat(A).isNotEqualTo(A.transpose()).isNotEqualTo(A.times(2)).isNotEqualTo("A");
    assertThat(DoubleMatrix.zeros(0, 2)).isNotEqualTo(DoubleMatrix.zeros(0, 3));
    assertThat(A).hasToString("[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]");
    assertThat(DoubleMatrix.zeros(9, 9)).hasToString("9 x 9 matrix");
  }

  @Test
  void wrongSizesAreRefused() {
    assertThatThrownBy(() -> A.timesLower(A))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a lower triangle of 2 x 3 after 2 x 3");
    assertThatThrownBy(() -> DoubleMatrix.wrap(2, 2, row(1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a 2 x 2 matrix does not have 3 elements");
    assertThatThrownBy(() -> DoubleMatrix.wrap(-1, -3, row(1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> of(row(1, 2), row(3)))
        .hasMessage("row 1 has 1 elements, the first row 2");
    assertThatThrownBy(() -> A.times(A))
        .hasMessage("the product of 2 x 3 and 2 x 3 is not defined");
    assertThatThrownBy(() -> A.transposeTimes(DoubleMatrix.identity(3)))
        .hasMessage("the product of the transpose of 2 x 3 and 3 x 3 is not defined");
    assertThatThrownBy(() -> A.times(row(1, 2))).hasMessage("a vector of 2 after 2 x 3");
    assertThatThrownBy(() -> A.transposeTimes(row(1))).hasMessage("a vector of 1 before 2 x 3");
    assertThatThrownBy(() -> A.plus(A.transpose())).hasMessage("2 x 3 and 3 x 2 differ in shape");
    assertThatThrownBy(() -> A.scaleRows(row(1))).hasMessage("1 factors for 2 rows");
    assertThatThrownBy(() -> A.scaleColumns(row(1))).hasMessage("1 factors for 3 columns");
    assertThatThrownBy(() -> A.minusFromRows(row(1))).hasMessage("a vector of 1 from rows of 3");
    assertThatThrownBy(() -> A.above(of(row(1)))).hasMessage("3 columns on top of 1");
    assertThatThrownBy(A::symmetrized).hasMessage("a 2 x 3 matrix cannot be symmetric");
  }

  @Test
  void wrongIndicesAreRefused() {
    assertThatThrownBy(() -> A.get(0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("(0, 3) is outside a 2 x 3 matrix");
    assertThatThrownBy(() -> A.column(-1)).hasMessageStartingWith("(0, -1) is outside");
    assertThatThrownBy(() -> A.row(2)).hasMessage("row 2 of 2");
    assertThatThrownBy(() -> A.rowRange(1, 3)).hasMessage("rows 1 to 3 of 2");
    assertThatThrownBy(() -> A.selectRows(0, 2)).hasMessage("row 2 of 2");
  }

  /** Rows in any order, from both kinds of matrices; runs of neighbours, repeats and none. */
  @Test
  void namedRows() {
    DoubleMatrix m = DoubleMatrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    for (RowSource source : new RowSource[] {m, FloatMatrix.of(m)}) {
      assertThat(source.doubles(new int[] {3, 1, 2, 0, 0}))
          .isEqualTo(DoubleMatrix.of(new double[][] {{7, 8}, {3, 4}, {5, 6}, {1, 2}, {1, 2}}));
      assertThat(source.doubles(new int[0])).isEqualTo(DoubleMatrix.zeros(0, 2));
      DoubleMatrix all = source.doubles(new int[] {0, 1, 2, 3});
      Arrays.fill(all.array(), 0);
      assertThat(source.doubles(0, 4)).isEqualTo(m);
    }
  }
}
