package dev.gme.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** docs/math.md 3.10; Kaldi's own scores are met in the tests of module formats. */
class PldaScoringTest {
  private static final double[] MEAN = {1, -1, 0.5};
  private static final double[] PSI = {4, 1, 0};
  private static final DoubleMatrix T =
      DoubleMatrix.of(new double[][] {{1, 0.5, 0}, {0, 2, 0}, {0.1, 0, 1}});

  /** Kaldi's formula: log N(y_t; nψ/(nψ+1) y_e, 1 + ψ/(nψ+1)) − log N(y_t; 0, 1 + ψ). Seed 9. */
  @Test
  void scoresAreThoseOfTheDensities() {
    Random random = new Random(9);
    DoubleMatrix x = DoubleMatrix.wrap(4, 3, random.doubles(12, -3, 3).toArray());
    int[] counts = {1, 2, 5, 30};
    PldaScoring plda = PldaScoring.of(MEAN, T, PSI, PldaScoring.Length.NONE);
    DoubleMatrix got = plda.enrol(x, counts).llr(plda.test(x));
    DoubleMatrix y = x.minusFromRows(MEAN).timesTranspose(T);
    for (int e = 0; e < 4; e++) {
      for (int t = 0; t < 4; t++) {
        double expected = 0;
        for (int k = 0; k < 3; k++) {
          double n = counts[e];
          double m = n * PSI[k] / (n * PSI[k] + 1) * y.get(e, k);
          expected += logNormal(y.get(t, k), m, 1 + PSI[k] / (n * PSI[k] + 1));
          expected -= logNormal(y.get(t, k), 0, 1 + PSI[k]);
        }
        assertThat(got.get(e, t)).isCloseTo(expected, within(1e-12));
      }
    }
  }

  private static double logNormal(double x, double mean, double variance) {
    return -0.5 * (Math.log(2 * Math.PI * variance) + (x - mean) * (x - mean) / variance);
  }

  /** With either normalization the length of a vector from the mean does not matter. */
  @Test
  void lengthsAreGone() {
    DoubleMatrix near = DoubleMatrix.of(new double[][] {{2, 1, 0}, {1, 3, 1}});
    double[] far = near.array().clone();
    for (int i = 0; i < far.length; i++) {
      far[i] = MEAN[i % 3] + 7 * (far[i] - MEAN[i % 3]);
    }
    for (PldaScoring.Length length :
        new PldaScoring.Length[] {PldaScoring.Length.SIMPLE, PldaScoring.Length.LIKELIHOOD}) {
      PldaScoring plda = PldaScoring.of(MEAN, T, PSI, length);
      MetaEmbeddings a = plda.enrol(near, new int[] {3, 1});
      MetaEmbeddings b = plda.enrol(DoubleMatrix.wrap(2, 3, far), new int[] {3, 1});
      assertThat(a.a().minus(b.a()).maxAbs()).isLessThan(1e-12);
    }
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> PldaScoring.of(MEAN, T, new double[3], PldaScoring.Length.NONE))
        .hasMessageContaining("psi is 0 everywhere");
    PldaScoring plda = PldaScoring.of(MEAN, T, PSI, PldaScoring.Length.SIMPLE);
    assertThatThrownBy(() -> plda.test(DoubleMatrix.zeros(1, 2)))
        .hasMessageContaining("dimension 3, found 2");
    assertThatThrownBy(() -> plda.test(DoubleMatrix.wrap(1, 3, MEAN)))
        .hasMessageContaining("is the mean of the model");
    assertThatThrownBy(() -> plda.enrol(DoubleMatrix.zeros(1, 3), new int[] {0}))
        .hasMessageContaining("a mean of 0 recordings");
    assertThatThrownBy(() -> plda.enrol(DoubleMatrix.zeros(1, 3), new int[2]))
        .hasMessageContaining("2 counts");
  }
}
