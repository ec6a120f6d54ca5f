package dev.gme.frontend.ivector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.UncertainExtractor;
import dev.gme.core.model.UncertainVector;
import dev.gme.core.simulate.ModelRecipe;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PosteriorEmbeddingTest {
  private static final HtPlda PLDA = ModelRecipe.of(5, 2, Double.POSITIVE_INFINITY).draw(31);

  private static DoubleMatrix precision(SeededRandom random) {
    return DoubleMatrix.wrap(5, 7, random.gaussians(35)).outerGram();
  }

  /** A sure i-vector gives the embedding of the point. */
  @Test
  void certaintyIsThePoint() {
    double[] r = new SeededRandom(32).gaussians(5);
    DoubleMatrix j = DoubleMatrix.identity(5).times(1e12);
    GeneralGme e = PosteriorEmbedding.of(PLDA).extract(j.times(r), j);
    DoubleMatrix fw = PLDA.f().transposeTimes(PLDA.w());
    double[] x = r.clone();
    for (int i = 0; i < 5; i++) {
      x[i] -= PLDA.mean()[i];
    }
    double[] a = fw.times(x);
    for (int k = 0; k < 2; k++) {
      assertThat(e.a()[k]).isCloseTo(a[k], Offset.offset(1e-6));
    }
    assertThat(e.b().minus(fw.times(PLDA.f())).maxAbs()).isLessThan(1e-6);
  }

  @Test
  void nothingKnownIsOne() {
    GeneralGme e = PosteriorEmbedding.of(PLDA).extract(new double[5], DoubleMatrix.zeros(5, 5));
    assertThat(e.b().maxAbs()).isZero();
    assertThat(e.a()).containsExactly(0, 0);
    assertThat(e.logScale()).isCloseTo(0, Offset.offset(1e-12));
  }

  /**
   * The likelihood of an i-vector is that of a point with the covariance J⁻¹ of its error. Seed 36.
   */
  @Test
  void agreesWithAVectorThatHasACovariance() {
    SeededRandom random = new SeededRandom(36);
    DoubleMatrix j = precision(random);
    double[] g = random.gaussians(5);
    GeneralGme e = PosteriorEmbedding.of(PLDA).extract(g, j);
    DoubleMatrix u = Cholesky.of(j).inverse();
    GeneralGme same =
        UncertainExtractor.of(PLDA).extract(UncertainVector.of(u.times(g), u, "of the i-vector"));
    assertThat(same.b().minus(e.b()).maxAbs()).isLessThan(1e-10);
    assertThat(same.a()).containsExactly(e.a(), Offset.offset(1e-10));
  }

  /** An affine step before a PLDA that undoes it changes no embedding. Seed 33. */
  @Test
  void affineStep() {
    SeededRandom random = new SeededRandom(33);
    DoubleMatrix a = DoubleMatrix.wrap(5, 5, random.gaussians(25));
    double[] o = random.gaussians(5);
    double[] centred = PLDA.mean();
    for (int i = 0; i < 5; i++) {
      centred[i] -= o[i];
    }
    DoubleMatrix back = Lu.of(a).inverse();
    HtPlda moved =
        HtPlda.of(
            a.times(centred),
            a.times(PLDA.f()),
            back.transposeTimes(PLDA.w().times(back)).symmetrized(),
            Double.POSITIVE_INFINITY);
    for (int i = 0; i < 5; i++) {
      double[] g = random.gaussians(5);
      DoubleMatrix j = precision(random);
      GeneralGme plain = PosteriorEmbedding.of(PLDA).extract(g, j);
      GeneralGme through = PosteriorEmbedding.of(moved, a, o).extract(g, j);
      assertThat(through.b().minus(plain.b()).maxAbs()).isLessThan(1e-8 * plain.b().maxAbs());
      for (int k = 0; k < 2; k++) {
        assertThat(through.a()[k]).isCloseTo(plain.a()[k], Offset.offset(1e-7));
      }
    }
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> PosteriorEmbedding.of(PLDA.withNu(2)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("nu = 2");
    assertThatThrownBy(() -> PosteriorEmbedding.of(PLDA, DoubleMatrix.zeros(5, 5), new double[5]))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("singular");
    assertThatThrownBy(
            () -> PosteriorEmbedding.of(PLDA).extract(new double[3], DoubleMatrix.identity(3)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
