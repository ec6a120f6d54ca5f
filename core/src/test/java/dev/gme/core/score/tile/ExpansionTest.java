package dev.gme.core.score.tile;

import static dev.gme.core.score.tile.RandomFloats.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.Simd;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The separable expansion with vectors of components, at awkward numbers of them. */
class ExpansionTest {
  /** Parameters of d components; seeds from {@code seed} on. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, only read
  private record Parameters(float[] lambda, float[] own, float[] other) {
    static Parameters random(int d, long seed) {
      return new Parameters(floats(d, seed, 1), floats(d, seed + 1, 1), floats(d, seed + 2, 1.5f));
    }
  }

  /** Columns of a panel are those of its rows, and both follow the formula. */
  @ParameterizedTest
  @CsvSource({"1,1", "8,3", "21,2", "40,4"})
  void columnsFollowTheFormula(int d, int ranks) {
    int[] blocks = new int[ranks];
    for (int r = 0; r < ranks; r++) {
      blocks[r] = d * (ranks - r) / ranks;
    }
    Parameters parameters = Parameters.random(d, 5);
    float[] lambda = parameters.lambda;
    float[] own = parameters.own;
    float[] other = parameters.other;
    Expansion e = Expansion.left(blocks, lambda, own, other);
    int width = 32;
    float[] b = floats(width, 8, 1);
    float[] a = floats(width * d + Expansion.SLACK, 9, 0);
    float[] side = new float[width * d];
    for (int i = 0; i < width; i++) {
      for (int k = 0; k < d; k++) {
        side[k * width + i] = a[i * d + k];
      }
    }
    int columns = e.columns();
    float[] rows = new float[width * columns + 64];
    float[] panel = new float[width * columns];
    e.rows(width, 0, b, a, rows, columns);
    e.panel(width, 0, b, side, panel, columns);
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

  /**
   * Derivatives of Σ dOut·out by all kernels, against those of the formula in double. Blocks end
   * before, at and behind ends of vectors; what lies behind a row belongs to others.
   */
  @ParameterizedTest
  @CsvSource({
    "3, 3 2",
    "16, 16",
    "17, 17 16 1",
    "24, 24 23 9 4",
    "40, 40 33",
    "50, 50 48 16 15",
    "200, 200 79 8",
    "200, 200 200 195 7"
  })
  void derivativesFollowTheFormula(int d, String sizes) {
    int[] blocks = List.of(sizes.split(" ")).stream().mapToInt(Integer::parseInt).toArray();
    Parameters parameters = Parameters.random(d, 1);
    float[] lambda = parameters.lambda;
    float[] own = parameters.own;
    float[] other = parameters.other;
    Expansion left = Expansion.left(blocks, lambda, own, other);
    Expansion right = Expansion.right(blocks, lambda, own, other);
    float[] a = floats(d + Expansion.SLACK, 4, 0);
    float[] dOut = floats(left.columns() + 64, 5, 0);
    float b = 0.7f;
    for (Expansion e : List.of(left, right)) {
      boolean scaled = e == left;
      double[] dA = new double[d];
      double[] dLambda = new double[d];
      double dB = 0;
      for (int k = 0; k < d; k++) {
        double p = 0.5 + (double) lambda[k] * b;
        double sum = own[k] + (double) other[k];
        double w = 1 / (p + other[k]);
        double u = (p - own[k]) * w;
        double dP = 0;
        int column = k;
        for (int r = 0; r < blocks.length && k < blocks[r]; r++) {
          double factor = (scaled ? sum : 1) * w * Math.pow(u, r);
          dA[k] += dOut[column] * factor;
          // u has the derivative (own + other) w² with respect to p, and w the derivative −w².
          double slope =
              -w * factor + (scaled ? sum : 1) * w * r * Math.pow(u, r - 1) * sum * w * w;
          dP += dOut[column] * a[k] * (r == 0 ? -w * factor : slope);
          column += blocks[r];
        }
        dLambda[k] = dP * b;
        dB += dP * lambda[k];
      }
      for (ExpansionKernels kernels :
          List.of(
              new ScalarExpansion(),
              Simd.orScalar("SimdExpansion", ExpansionKernels.class, new ScalarExpansion()))) {
        float[] foundA = new float[d + Expansion.SLACK];
        float[] foundLambda = new float[d + Expansion.SLACK];
        float[] lanes = floats(Expansion.SLACK, 6, 0);
        Expansion.Gradient to = new Expansion.Gradient(foundA, new float[1], foundLambda, lanes);
        kernels.backward(e, b, a, 0, dOut, 0, to);
        double foundB = 0;
        for (float lane : lanes) {
          foundB += lane;
        }
        assertThat(foundB).isCloseTo(dB, within(1e-5));
        for (int k = 0; k < d + Expansion.SLACK; k++) {
          assertThat((double) foundA[k]).isCloseTo(k < d ? dA[k] : 0, within(1e-6));
          assertThat((double) foundLambda[k]).isCloseTo(k < d ? dLambda[k] : 0, within(1e-6));
        }
      }
    }
  }
}
