package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.gme.core.Checkpoint;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LbfgsTest {

  private static double rosenbrock(double[] x, double[] g) {
    double a = 1 - x[0];
    double b = x[1] - x[0] * x[0];
    g[0] = -2 * a - 400 * x[0] * b;
    g[1] = 200 * b;
    return a * a + 100 * b * b;
  }

  /** After any number of steps, more than it remembers included. */
  @Test
  void goesOnAfterItWasSaved() {
    for (int saved = 0; saved < 30; saved++) {
      Lbfgs first = new Lbfgs(LbfgsTest::rosenbrock, new double[] {-1.2, 1}, 0.1);
      for (int i = 0; i < saved; i++) {
        first.step();
      }
      Map<String, DoubleMatrix> state = new HashMap<>();
      first.save(state);
      Lbfgs second = new Lbfgs(LbfgsTest::rosenbrock, new double[2], 0.1);
      second.restore(new Checkpoint("", state, List.of(), List.of()));
      for (int i = 0; i < 5; i++) {
        assertThat(second.step()).isEqualTo(first.step());
        assertThat(second.point()).isEqualTo(first.point());
        assertThat(second.value()).isEqualTo(first.value());
      }
    }
  }

  @Test
  void findsTheMinimumOfRosenbrocksValley() {
    Lbfgs search = new Lbfgs(LbfgsTest::rosenbrock, new double[] {-1.2, 1}, 0.1);
    double before = search.value();
    int steps = 0;
    while (steps < 200 && search.step()) {
      assertThat(search.value()).isLessThan(before);
      before = search.value();
      steps++;
    }
    assertThat(search.point()).containsExactly(new double[] {1, 1}, offset(1e-6));
    assertThat(steps).isLessThan(80);
  }

  @Test
  void solvesABadlyScaledQuadratic() {
    int n = 30;
    Lbfgs.Function quadratic =
        (x, g) -> {
          double sum = 0;
          for (int i = 0; i < n; i++) {
            double c = Math.pow(10, 3.0 * i / n);
            g[i] = c * (x[i] - i);
            sum += 0.5 * c * (x[i] - i) * (x[i] - i);
          }
          return sum;
        };
    Lbfgs search = new Lbfgs(quadratic, new double[n], 1);
    for (int i = 0; i < 300 && search.step(); i++) {}
    assertThat(search.value()).isLessThan(1e-8);
  }

  @Test
  void staysWhereNothingIsLower() {
    Lbfgs search =
        new Lbfgs(
            (x, g) -> {
              g[0] = 2 * x[0];
              return x[0] * x[0];
            },
            new double[] {0},
            1);
    assertThat(search.step()).isFalse();
    assertThat(search.point()).containsExactly(0);
  }
}
