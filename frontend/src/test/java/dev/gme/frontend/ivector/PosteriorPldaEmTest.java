package dev.gme.frontend.ivector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import org.junit.jupiter.api.Test;

/** Recordings that say more or less about an r of a known PLDA. Seed 51. */
class PosteriorPldaEmTest {
  private static final int D = 4;
  private static final int SPEAKERS = 600;
  private static final int EACH = 5;

  private final SeededRandom random = new SeededRandom(51);
  private final DoubleMatrix f = DoubleMatrix.wrap(D, 2, random.gaussians(2 * D)).times(1.5);
  private final DoubleMatrix within = DoubleMatrix.diagonal(0.5, 1, 2, 0.8);
  private final double[] mean = {1, -2, 0.5, 3};

  /** g = J r + noise of covariance J, which is what frames of precision J say of r. */
  private IvectorPosteriors draw() {
    double[] g = new double[SPEAKERS * EACH * D];
    double[][] j = new double[SPEAKERS * EACH][];
    for (int s = 0; s < SPEAKERS; s++) {
      double[] centre = f.times(random.gaussians(2));
      for (int k = 0; k < EACH; k++) {
        int i = s * EACH + k;
        DoubleMatrix a = DoubleMatrix.wrap(D, D + 1, random.gaussians(D * (D + 1)));
        DoubleMatrix quadratic = a.outerGram().times(0.1 + random.nextDouble());
        double[] r = Cholesky.of(within).factor().times(random.gaussians(D));
        for (int c = 0; c < D; c++) {
          r[c] += centre[c] + mean[c];
        }
        double[] noise = Cholesky.of(quadratic).factor().times(random.gaussians(D));
        double[] jr = quadratic.times(r);
        for (int c = 0; c < D; c++) {
          g[i * D + c] = jr[c] + noise[c];
        }
        j[i] = Packed.pack(quadratic);
      }
    }
    return new IvectorPosteriors(DoubleMatrix.wrap(j.length, D, g), j);
  }

  /**
   * Covariances of 600 speakers and 3000 noisy recordings are known to about 10 %; bounds are three
   * times that. The start, which is far off, is not within them.
   */
  @Test
  void evidenceRisesAndTheNoiseOfExtractionIsNotCounted() {
    int[][] speakers = new int[SPEAKERS][EACH];
    for (int i = 0; i < SPEAKERS * EACH; i++) {
      speakers[i / EACH][i % EACH] = i;
    }
    HtPlda start =
        HtPlda.of(
            new double[D],
            DoubleMatrix.of(new double[][] {{1, 0}, {0, 1}, {1, 1}, {1, -1}}),
            DoubleMatrix.identity(D).times(0.2),
            Double.POSITIVE_INFINITY);
    Trained<HtPlda> t = new PosteriorPldaEm(60).train(draw(), speakers, start, Progress.NONE);
    for (int i = 1; i < t.objective().size(); i++) {
      assertThat(t.objective().get(i)).isGreaterThanOrEqualTo(t.objective().get(i - 1) - 1e-10);
    }
    DoubleMatrix between = f.outerGram();
    DoubleMatrix noise = Cholesky.of(t.model().w()).inverse();
    assertThat(t.model().f().outerGram().minus(between).maxAbs())
        .isLessThan(0.3 * between.maxAbs());
    assertThat(noise.minus(within).maxAbs()).isLessThan(0.3 * within.maxAbs());
    assertThat(Cholesky.of(start.w()).inverse().minus(within).maxAbs())
        .isGreaterThan(within.maxAbs());
  }
}
