package dev.gme.core.score.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Derivatives of Σ w_ij s_ij² by tiles against differences of the safe formula in double. */
class PairTilesTest {
  private final Random random = new Random(12);

  private MetaEmbeddings draw(int n, double[] lambda) {
    int d = lambda.length;
    double[] b = new double[n];
    double[] a = new double[n * d];
    for (int i = 0; i < n; i++) {
      b[i] = Math.exp(random.nextGaussian());
      for (int k = 0; k < d; k++) {
        double bl = b[i] * lambda[k];
        a[i * d + k] = Math.sqrt(bl * (1 + bl)) * random.nextGaussian();
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }

  /** Different for every pair, so that a tile in the wrong place shows. */
  private static double weight(int i, int j) {
    return 1 + 0.5 * Math.sin(3 * i + 7 * j);
  }

  private static final PairTiles.Loss SQUARES =
      new PairTiles.Loss() {
        @Override
        public int sums() {
          return 1;
        }

        @Override
        public void apply(PairTiles.Tile tile, double[] sums) {
          for (int i = 0; i < tile.rows(); i++) {
            for (int j = 0; j < tile.cols(); j++) {
              int at = i * tile.cols() + j;
              double s = tile.scores()[at];
              double w = weight(tile.row(i), tile.col(j));
              sums[0] += w * s * s;
              tile.scores()[at] = (float) (2 * w * s);
            }
          }
        }
      };

  private static double exact(MetaEmbeddings enrol, MetaEmbeddings test) {
    DoubleMatrix s = enrol.llr(test);
    double sum = 0;
    for (int i = 0; i < s.rows(); i++) {
      for (int j = 0; j < s.cols(); j++) {
        sum += weight(i, j) * s.get(i, j) * s.get(i, j);
      }
    }
    return sum;
  }

  /** The embeddings with one number of a, b or λ a little larger. */
  private static MetaEmbeddings moved(MetaEmbeddings e, int a, int b, int lambda, double step) {
    double[] newA = e.a().array().clone();
    double[] newB = e.b().clone();
    double[] newLambda = e.lambda().clone();
    if (a >= 0) {
      newA[a] += step;
    }
    if (b >= 0) {
      newB[b] += step;
    }
    if (lambda >= 0) {
      newLambda[lambda] += step;
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(e.size(), e.dimension(), newA), newB, newLambda);
  }

  private static double slope(
      MetaEmbeddings enrol, MetaEmbeddings test, boolean left, int a, int b, int lambda) {
    double h = 1e-5;
    double[] at = new double[2];
    for (int side = 0; side < 2; side++) {
      double step = side == 0 ? -h : h;
      MetaEmbeddings e =
          left || lambda >= 0 ? moved(enrol, left ? a : -1, left ? b : -1, lambda, step) : enrol;
      MetaEmbeddings t =
          !left || lambda >= 0 ? moved(test, left ? -1 : a, left ? -1 : b, lambda, step) : test;
      at[side] = exact(e, t);
    }
    return (at[1] - at[0]) / (2 * h);
  }

  @ParameterizedTest
  @CsvSource({"1, 40, 30", "5, 1, 70", "20, 130, 90", "37, 60, 150"})
  void derivativesAgreeWithDifferences(int d, int n, int m) {
    double[] lambda = new double[d];
    for (int k = 0; k < d; k++) {
      // Not in order: tiles sort components themselves.
      lambda[k] = 0.2 + 5 * random.nextDouble();
    }
    MetaEmbeddings enrol = draw(n, lambda);
    MetaEmbeddings test = draw(m, lambda);
    PairTiles tiles = new PairTiles(1e-4);
    PairTiles.Gradient g = tiles.run(enrol, test, SQUARES);
    double value = exact(enrol, test);
    assertThat(g.sums().get(0, 0)).isCloseTo(value, within(1e-4 * value));
    assertThat(tiles.forward(enrol, test, 1e-4, SQUARES).get(0, 0))
        .isCloseTo(value, within(1e-4 * value));
    double largestA = largest(g.enrol().a());
    double largestB = largest(g.enrol().b());
    double largestLambda = largest(g.lambda());
    for (int trial = 0; trial < 12; trial++) {
      int i = random.nextInt(n);
      int j = random.nextInt(m);
      int k = random.nextInt(d);
      assertThat(g.enrol().a().get(i, k))
          .isCloseTo(slope(enrol, test, true, i * d + k, -1, -1), within(1e-3 * largestA));
      assertThat(g.enrol().b().get(i, 0))
          .isCloseTo(slope(enrol, test, true, -1, i, -1), within(1e-3 * largestB));
      assertThat(g.test().a().get(j, k))
          .isCloseTo(slope(enrol, test, false, j * d + k, -1, -1), within(1e-3 * largestA));
      assertThat(g.test().b().get(j, 0))
          .isCloseTo(slope(enrol, test, false, -1, j, -1), within(1e-3 * largestB));
      assertThat(g.lambda().get(0, k))
          .isCloseTo(slope(enrol, test, true, -1, -1, k), within(1e-3 * largestLambda));
    }
  }

  private static double largest(DoubleMatrix x) {
    double largest = 0;
    for (double v : x.array()) {
      largest = Math.max(largest, Math.abs(v));
    }
    return largest;
  }

  @Test
  void refusesEmbeddingsThatDoNotBelongTogether() {
    MetaEmbeddings one = draw(3, new double[] {2, 1});
    MetaEmbeddings other = draw(3, new double[] {2, 1.5});
    assertThatThrownBy(() -> new PairTiles(1e-3).run(one, other, SQUARES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lambda");
    assertThatThrownBy(() -> new PairTiles(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
