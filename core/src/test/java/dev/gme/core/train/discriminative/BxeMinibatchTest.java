package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.tile.PairTiles;
import dev.gme.core.train.TrainingCases;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The minibatch by tiles in float against the exact objective in double. */
@ExtendWith(RestoresThreads.class)
class BxeMinibatchTest {
  private static final int SPEAKERS = 40;

  /** A random extractor in whitened coordinates with recordings of its speakers. */
  private static final class Case {
    final int dim;
    final FloatMatrix x;
    final int[] speaker;
    final FloatMatrix ph;
    final double[] lambda;
    final double nu;

    Case(int dim, int d, double nu, int n, long seed) {
      this.dim = dim;
      this.nu = nu;
      SeededRandom random = new SeededRandom(seed);
      lambda = new double[d];
      double[] ph = new double[dim * dim];
      for (int k = 0; k < dim; k++) {
        if (k < d) {
          // Not sorted: the tiles must sort components themselves.
          lambda[k] = 0.3 + 6 * random.nextDouble();
        }
        for (int j = 0; j < dim; j++) {
          ph[k * dim + j] = 0.02 * random.nextGaussian();
        }
        ph[k * dim + k] += k < d ? Math.sqrt(lambda[k]) : 1;
      }
      this.ph = FloatMatrix.of(DoubleMatrix.wrap(dim, dim, ph));
      speaker = new int[n];
      double[] data = new double[n * dim];
      double[] z = random.gaussians(SPEAKERS * d);
      for (int i = 0; i < n; i++) {
        speaker[i] = i % SPEAKERS;
        double spread = 1 / Math.sqrt(random.nextGamma(1.5) / 1.5);
        for (int j = 0; j < dim; j++) {
          data[i * dim + j] = spread * random.nextGaussian();
          if (j < d) {
            data[i * dim + j] += Math.sqrt(lambda[j]) * z[speaker[i] * d + j];
          }
        }
      }
      x = FloatMatrix.of(DoubleMatrix.wrap(n, dim, data));
    }

    GmeExtractor extractor() {
      DoubleMatrix rows = ph.toDoubles();
      int d = lambda.length;
      return GmeExtractor.of(
          new double[dim], rows.rowRange(0, d), rows.rowRange(d, dim), lambda, nu);
    }

    ExtractorPass pass(int[] rows) {
      float[] part = new float[rows.length * dim];
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(x.array(), rows[i] * dim, part, i * dim, dim);
      }
      return new ExtractorPass(rows.length, dim, part, ph.array(), lambda, nu);
    }

    int[] draw(int n, long seed) {
      SeededRandom random = new SeededRandom(seed);
      int[] out = new int[n];
      for (int i = 0; i < n; i++) {
        out[i] = random.nextInt(speaker.length);
      }
      return out;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "60, 24, 2, 900, 0, 1, 0",
    "60, 24, 30, 700, -4.6, 1, 0",
    "60, 24, Infinity, 500, -1, 1, 0",
    "30, 29, 0.5, 450, 0, 0.7, 0.4",
    "20, 1, 2, 300, 1, 1.3, -0.2",
  })
  void derivativesAreWithinOneInAThousand(
      int dim, int d, double nu, int n, double prior, double scale, double offset) {
    Case c = new Case(dim, d, nu, n, 7);
    int[] enrol = c.draw(n, 1);
    int[] test = c.draw(n - 100, 2);
    BxeObjective.Result exact =
        new BxeObjective(prior)
            .evaluate(c.extractor(), c.x.toDoubles(), c.speaker, enrol, test, scale, offset);

    BxeLoss loss = new BxeLoss(c.speaker, SPEAKERS, enrol, test, prior, scale, offset, null);
    ExtractorPass left = c.pass(enrol);
    ExtractorPass right = c.pass(test);
    PairTiles.Gradient g = new PairTiles(1e-3).run(left.embeddings(), right.embeddings(), loss);
    float[] dPH = new float[dim * dim];
    left.backward(g.enrol(), dPH);
    right.backward(g.test(), dPH);
    float[] dP = Arrays.copyOf(dPH, d * dim);
    float[] dH = Arrays.copyOfRange(dPH, d * dim, dim * dim);
    double[] logLambda = g.lambda().scaleColumns(c.lambda).array();

    assertThat(g.sums().get(0, BxeLoss.OBJECTIVE))
        .isCloseTo(exact.objective(), within(1e-3 * exact.objective()));
    assertThat(g.sums().get(0, BxeLoss.SCALE))
        .isCloseTo(exact.gradScale(), within(1e-3 * Math.abs(exact.gradScale()) + 1e-6));
    assertThat(g.sums().get(0, BxeLoss.OFFSET))
        .isCloseTo(exact.gradOffset(), within(1e-3 * Math.abs(exact.gradOffset()) + 1e-6));
    assertThat(TrainingCases.distance(doubles(dP), exact.gradient().p().array())).isLessThan(1e-3);
    assertThat(TrainingCases.distance(logLambda, exact.gradient().logLambda())).isLessThan(1e-3);
    if (nu != Double.POSITIVE_INFINITY) {
      assertThat(TrainingCases.distance(doubles(dH), exact.gradient().h().array()))
          .isLessThan(1e-3);
    }
  }

  @Test
  void theSameOnAnyNumberOfThreads() {
    Case c = new Case(60, 24, 2, 900, 3);
    int[] enrol = c.draw(900, 1);
    int[] test = c.draw(800, 2);
    PairTiles.Gradient[] runs = new PairTiles.Gradient[3];
    for (int i = 0; i < runs.length; i++) {
      Workers.setThreads(new int[] {1, 2, 5}[i]);
      BxeLoss loss = new BxeLoss(c.speaker, SPEAKERS, enrol, test, 0, 1, 0, null);
      runs[i] =
          new PairTiles(1e-3).run(c.pass(enrol).embeddings(), c.pass(test).embeddings(), loss);
    }
    for (PairTiles.Gradient run : runs) {
      assertThat(run).isEqualTo(runs[0]);
    }
  }

  private static double[] doubles(float[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = x[i];
    }
    return out;
  }
}
