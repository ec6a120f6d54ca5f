package dev.gme.core.train.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.DoubleMatrix;
import org.junit.jupiter.api.Test;

class VectorSummaryTest {
  @Test
  void lengthsAreOfFiniteVectors() {
    DoubleMatrix x = DoubleMatrix.of(new double[][] {{3, 4}, {0, 0}, {Double.NaN, 1}, {6, 8}});
    assertThat(VectorSummary.of(x)).isEqualTo(new VectorSummary(4, 2, 1, 1, 0, 5, 10));
  }

  @Test
  void nothingHasNoLength() {
    assertThat(VectorSummary.of(DoubleMatrix.zeros(0, 2)))
        .isEqualTo(new VectorSummary(0, 2, 0, 0, Double.NaN, Double.NaN, Double.NaN));
  }
}
