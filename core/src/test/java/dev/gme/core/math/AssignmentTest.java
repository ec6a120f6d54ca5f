package dev.gme.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssignmentTest {

  @Test
  void takesTheBestSumNotTheBestPair() {
    double[][] weights = {{5, 4}, {4, 1}};
    int[] partner = Assignment.largest(weights);
    assertThat(partner).containsExactly(1, 0);
    assertThat(Assignment.total(weights, partner)).isEqualTo(8);
  }

  @Test
  void leavesTheRestAlone() {
    assertThat(Assignment.largest(new double[][] {{1}, {3}, {2}})).containsExactly(-1, 0, -1);
    assertThat(Assignment.largest(new double[][] {{1, 3, 2}})).containsExactly(1);
    assertThat(Assignment.largest(new double[][] {{}, {}})).containsExactly(-1, -1);
    assertThat(Assignment.largest(new double[0][])).isEmpty();
  }

  @Test
  void refusesRaggedAndInfiniteWeights() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Assignment.largest(new double[][] {{1, 2}, {3}}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Assignment.largest(new double[][] {{Double.NaN}}));
  }

  /** Against all one-to-one maps. Some weights are equal, negative or 0. */
  @ParameterizedTest
  @CsvSource({"1,1", "1,5", "5,1", "2,2", "3,3", "4,3", "3,6", "6,6", "7,5", "7,7"})
  void isTheBestOfAllMaps(int rows, int cols) {
    SeededRandom random = new SeededRandom(22, rows * 10L + cols);
    for (int trial = 0; trial < 50; trial++) {
      double[][] weights = new double[rows][cols];
      for (double[] row : weights) {
        for (int j = 0; j < cols; j++) {
          row[j] = trial % 2 == 0 ? random.nextInt(4) : random.nextGaussian();
        }
      }
      int[] partner = Assignment.largest(weights);
      int[] used = Arrays.stream(partner).filter(j -> j >= 0).toArray();
      assertThat(used).hasSize(Math.min(rows, cols)).doesNotHaveDuplicates();
      assertThat(Assignment.total(weights, partner))
          .isCloseTo(best(weights, 0, new boolean[cols], Math.max(0, rows - cols)), within(1e-12));
    }
  }

  /** Tables of which most cells are empty, against the scan of whole rows. */
  @ParameterizedTest
  @CsvSource({"1,1", "4,9", "9,4", "30,30", "80,50"})
  void sparseTablesHaveTheSameSum(int rows, int cols) {
    SeededRandom random = new SeededRandom(23, rows * 100L + cols);
    for (int trial = 0; trial < 20; trial++) {
      double[][] weights = new double[rows][cols];
      int[] start = new int[rows + 1];
      int[] col = new int[rows * cols];
      double[] weight = new double[rows * cols];
      int n = 0;
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
          if (random.nextDouble() < 0.2) {
            weights[i][j] = trial % 2 == 0 ? random.nextInt(4) : random.nextDouble();
            col[n] = j;
            weight[n++] = weights[i][j];
          }
        }
        start[i + 1] = n;
      }
      int[] partner =
          SparseAssignment.largest(cols, start, Arrays.copyOf(col, n), Arrays.copyOf(weight, n));
      assertThat(Arrays.stream(partner).filter(j -> j >= 0).toArray()).doesNotHaveDuplicates();
      assertThat(Assignment.total(weights, partner))
          .isCloseTo(Assignment.total(weights, Assignment.largest(weights)), within(1e-12));
    }
  }

  private static double best(double[][] weights, int row, boolean[] taken, int mayStayAlone) {
    if (row == weights.length) {
      return 0;
    }
    double best = Double.NEGATIVE_INFINITY;
    if (mayStayAlone > 0) {
      best = best(weights, row + 1, taken, mayStayAlone - 1);
    }
    for (int j = 0; j < taken.length; j++) {
      if (!taken[j]) {
        taken[j] = true;
        best = Math.max(best, weights[row][j] + best(weights, row + 1, taken, mayStayAlone));
        taken[j] = false;
      }
    }
    return best;
  }
}
