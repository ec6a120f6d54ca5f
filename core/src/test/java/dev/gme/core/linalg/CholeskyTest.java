package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RestoresThreads.class)
class CholeskyTest {
  private static final DoubleMatrix A =
      DoubleMatrix.of(new double[][] {{4, 2, -2}, {2, 10, 5}, {-2, 5, 6}});

  @Test
  void threeByThreeByHand() {
    Cholesky c = Cholesky.of(A);
    assertThat(c.isPositiveDefinite()).isTrue();
    assertThat(c.failedPivot()).isEqualTo(-1);
    assertThat(c.orThrow("A", "nothing")).isSameAs(c);
    DoubleMatrix l = DoubleMatrix.of(new double[][] {{2, 0, 0}, {1, 3, 0}, {-1, 2, 1}});
    assertClose(c.factor(), l, 1, 1);
    assertThat(c.logDeterminant()).isCloseTo(Math.log(36), within(1e-14));
    assertThat(c.solve(new double[] {4, 17, 9}))
        .containsExactly(new double[] {1, 1, 1}, within(1e-14));
    assertThat(c.solveLower(new double[] {2, 4, 2}))
        .containsExactly(new double[] {1, 1, 1}, within(1e-14));
  }

  @Test
  void solvesAndInverts() {
    DoubleMatrix a = Matrices.positiveDefinite(1, 70);
    DoubleMatrix b = Matrices.random(2, 70, 5);
    Cholesky c = Cholesky.of(a);
    assertClose(a.times(c.solve(b)), b, 4, b.maxAbs());
    assertClose(c.factor().transposeTimes(c.solveUpper(b)), b, 4, b.maxAbs());
    DoubleMatrix inverse = c.inverse();
    assertThat(inverse).isEqualTo(inverse.transpose());
    assertClose(a.times(inverse), DoubleMatrix.identity(70), 4, 1);
  }

  @Test
  void severalAtOnce() {
    DoubleMatrix bad = DoubleMatrix.diagonal(1, -1);
    List<Cholesky> all = Cholesky.ofAll(List.of(A, bad, Matrices.positiveDefinite(3, 40)));
    assertThat(all).hasSize(3);
    assertThat(all.get(0).factor()).isEqualTo(Cholesky.of(A).factor());
    assertThat(all.get(1).isPositiveDefinite()).isFalse();
    assertThat(all.get(2).factor().rows()).isEqualTo(40);
    assertThat(Cholesky.ofAll(List.of())).isEmpty();
  }

  @Test
  void blocksOfRightHandSidesDoNotDependOnThreads() {
    Cholesky c = Cholesky.of(Matrices.positiveDefinite(4, 330));
    DoubleMatrix b = Matrices.random(5, 330, 500);
    Workers.setThreads(1);
    DoubleMatrix solution = c.solve(b);
    DoubleMatrix inverse = c.inverse();
    for (int threads : new int[] {2, 5}) {
      Workers.setThreads(threads);
      assertThat(c.solve(b)).isEqualTo(solution);
      assertThat(c.inverse()).isEqualTo(inverse);
    }
  }

  @Test
  void emptyMatrix() {
    Cholesky c = Cholesky.of(DoubleMatrix.zeros(0, 0));
    assertThat(c.isPositiveDefinite()).isTrue();
    assertThat(c.logDeterminant()).isZero();
    assertThat(c.inverse()).isEqualTo(DoubleMatrix.zeros(0, 0));
    assertThat(c.solve(new double[0])).isEmpty();
  }

  @Test
  void notPositiveDefiniteIsAResult() {
    DoubleMatrix a = DoubleMatrix.diagonal(1, 2, -3, 4);
    Cholesky c = Cholesky.of(a);
    assertThat(c.isPositiveDefinite()).isFalse();
    assertThat(c.failedPivot()).isEqualTo(2);
    assertThatThrownBy(c::factor)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not positive definite: pivot 3 of 4");
    assertThatThrownBy(() -> c.solve(new double[4])).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> c.orThrow("the covariance", "give more data"))
        .isInstanceOf(GmeException.class)
        .hasMessage(
            "the covariance must be positive definite, but pivot 3 of 4 is not positive"
                + " (eigenvalues from -3.00 to 4.00)")
        .extracting(e -> ((GmeException) e).help())
        .isEqualTo("give more data");
  }

  @Test
  void nanIsNotPositiveDefinite() {
    Cholesky c = Cholesky.of(DoubleMatrix.diagonal(1, Double.NaN));
    assertThat(c.isPositiveDefinite()).isFalse();
    assertThatThrownBy(() -> c.orThrow("W", "look"))
        .isInstanceOf(GmeException.class)
        .hasMessage("W holds NaN or infinite elements");
  }

  @Test
  void wrongShapesAreRefused() {
    assertThatThrownBy(() -> Cholesky.of(DoubleMatrix.zeros(2, 3))).hasMessage("not square: 2 x 3");
    assertThatThrownBy(() -> Cholesky.of(A).solve(new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 rows for a system of 3");
    assertThatThrownBy(() -> Cholesky.of(A).solveLowerTriangle(DoubleMatrix.zeros(3, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 x 2 is no lower triangle for a system of 3");
  }
}
