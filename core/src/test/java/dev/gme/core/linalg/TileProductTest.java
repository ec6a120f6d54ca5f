package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every implementation of tile products must do, at awkward sizes. */
class TileProductTest {
  private static List<TileKernels> kernels() {
    List<TileKernels> out = new ArrayList<>();
    out.add(new BlasTileKernels(new JavaBlas(new ScalarGemm())));
    out.add(new BlasTileKernels(Backend.blas()));
    out.add(
        Backend.simd("SimdTileKernels", TileKernels.class, new BlasTileKernels(Backend.blas())));
    return out;
  }

  private static float[] random(int n, long seed) {
    Random random = new Random(seed);
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = random.nextFloat() - 0.5f;
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,1",
    "3,5,2",
    "4,32,7",
    "5,33,40",
    "31,31,31",
    "32,64,17",
    "65,129,63",
    "17,16,200"
  })
  void productsOfPanelsAndOfPlainMatrices(int m, int n, int k) {
    for (TileKernels t : kernels()) {
      int width = t.panelWidth(n);
      int count = (n + width - 1) / width;
      float[] a = random(TileProduct.room(m, k), 1);
      float[] panels = random(count * width * k, 2);
      float[] c = new float[TileProduct.room(m, n) + width];
      t.rows(m, n, k, a, k, panels, width, width * k, c, n);
      float[] plain = random(TileProduct.room(k, n) + width, 3);
      float[] transposed = random(TileProduct.room(k, m), 4);
      float[] d = new float[TileProduct.room(m, n) + width];
      t.columns(m, n, k, transposed, m, plain, n, t.panelWidth(n), d, n);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          double ofPanels = 0;
          double ofPlain = 0;
          for (int p = 0; p < k; p++) {
            int at = j / width * width * k + p * width + j % width;
            ofPanels += (double) a[i * k + p] * panels[at];
            ofPlain += (double) transposed[p * m + i] * plain[p * n + j];
          }
          assertThat((double) c[i * n + j]).isCloseTo(ofPanels, within(1e-5 * k));
          assertThat((double) d[i * n + j]).isCloseTo(ofPlain, within(1e-5 * k));
        }
      }
    }
  }

  @Test
  void roomHoldsTheMatrixAndWhatIsWrittenBehindIt() {
    assertThat(TileProduct.room(10, 7)).isGreaterThanOrEqualTo(13 * 7 + 32);
  }

  /** Columns of a panel are those of its rows, and derivatives agree with differences. */
  @ParameterizedTest
  @CsvSource({"1,1", "8,3", "21,2", "40,4"})
  void expansionsAgree(int d, int ranks) {
    int[] blocks = new int[ranks];
    for (int r = 0; r < ranks; r++) {
      blocks[r] = d * (ranks - r) / ranks;
    }
    float[] lambda = random(d, 5);
    float[] own = random(d, 6);
    float[] other = random(d, 7);
    for (int k = 0; k < d; k++) {
      lambda[k] += 1;
      own[k] += 1;
      other[k] += 1.5f;
    }
    Expansion e = new Expansion(blocks, lambda, own, other);
    int width = 32;
    float[] b = random(width, 8);
    float[] a = random(width * d + Expansion.SLACK, 9);
    float[] side = new float[width * d];
    for (int i = 0; i < width; i++) {
      b[i] += 1;
      for (int k = 0; k < d; k++) {
        side[k * width + i] = a[i * d + k];
      }
    }
    int columns = e.columns();
    float[] rows = new float[width * columns + 64];
    float[] panel = new float[width * columns];
    e.rows(width, true, b, 0, a, 0, rows, columns);
    e.panel(width, true, b, 0, side, 0, panel, 0);
    for (int i = 0; i < width; i++) {
      int column = 0;
      for (int r = 0; r < ranks; r++) {
        for (int k = 0; k < blocks[r]; k++, column++) {
          double p = 0.5 + (double) lambda[k] * b[i];
          double w = 1 / (p + other[k]);
          double expected =
              a[i * d + k] * (own[k] + (double) other[k]) * w * Math.pow((p - own[k]) * w, r);
          assertThat((double) rows[i * columns + column]).isCloseTo(expected, within(1e-6));
          assertThat((double) panel[column * width + i]).isCloseTo(expected, within(1e-6));
        }
      }
    }
  }

  @Test
  void lagrangeInterpolatesPolynomialsAndTheirDerivatives() {
    Lagrange points = new Lagrange(new double[] {-1, 0.5, 2, 3});
    double[] t = {-2, -1, 0.3, 0.5, 1, 2.5, 3, 4, 5, 0, 7};
    double[] w = new double[4 * t.length];
    points.weights(t.length, t, 0, w);
    DoubleMatrix slopes = points.differentiation();
    double[] u = {-1, 0.5, 2, 3};
    for (int i = 0; i < t.length; i++) {
      double value = 0;
      double slope = 0;
      for (int p = 0; p < 4; p++) {
        double f = u[p] * u[p] * u[p] - 2 * u[p];
        value += w[p * t.length + i] * f;
        for (int q = 0; q < 4; q++) {
          slope += w[q * t.length + i] * slopes.get(q, p) * f;
        }
      }
      assertThat(value).isCloseTo(t[i] * t[i] * t[i] - 2 * t[i], within(1e-10));
      assertThat(slope).isCloseTo(3 * t[i] * t[i] - 2, within(1e-9));
    }
  }
}
