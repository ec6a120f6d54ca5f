package dev.gme.benchmarks.workload;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.Workers;
import dev.gme.core.simulate.ModelRecipe;

/**
 * Vectors of 600 dimensions of a model with d = 200 and λ from 6 to 0.1, with t-distributed noise.
 * Drawn by matrix products: the simulator of the library, which gives the same bytes everywhere,
 * would take minutes at this size.
 */
public final class SimulatedVectors {
  private static final int DIMENSION = SimulatedEmbeddings.DIMENSION;
  private static final int SPEAKER_DIMENSION = SimulatedEmbeddings.SPEAKER_DIMENSION;
  private static final int CHUNK = 500;

  private final double noiseFreedom;
  private final HtPlda model;

  /** L with LL' = W⁻¹. */
  private final DoubleMatrix root;

  public SimulatedVectors(double noiseFreedom) {
    this.noiseFreedom = noiseFreedom;
    model = ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, 2).withSpectrum(6, 0.1).draw(5);
    root = Cholesky.of(Cholesky.of(model.w()).inverse()).factor();
  }

  public GmeExtractor extractor() {
    return model.extractor();
  }

  /**
   * A recording of each of these speakers.
   *
   * @param speakers the speaker of each row; one number is one speaker for every seed
   */
  public FloatMatrix draw(int[] speakers, long seed) {
    int n = speakers.length;
    float[] out = new float[n * DIMENSION];
    Workers.forEach(
        (n + CHUNK - 1) / CHUNK,
        c -> {
          int first = c * CHUNK;
          int rows = Math.min(n, first + CHUNK) - first;
          double[] z = new double[rows * SPEAKER_DIMENSION];
          double[] noise = new double[rows * DIMENSION];
          SeededRandom random = new SeededRandom(seed, c + 1);
          for (int i = 0; i < rows; i++) {
            double[] ofSpeaker =
                new SeededRandom(1, speakers[first + i]).gaussians(SPEAKER_DIMENSION);
            System.arraycopy(ofSpeaker, 0, z, i * SPEAKER_DIMENSION, SPEAKER_DIMENSION);
            double tau = random.nextGamma(noiseFreedom / 2) / (noiseFreedom / 2);
            for (int k = 0; k < DIMENSION; k++) {
              noise[i * DIMENSION + k] = random.nextGaussian() / Math.sqrt(tau);
            }
          }
          DoubleMatrix r =
              DoubleMatrix.wrap(rows, SPEAKER_DIMENSION, z)
                  .timesTranspose(model.f())
                  .plus(DoubleMatrix.wrap(rows, DIMENSION, noise).timesTranspose(root));
          for (int i = 0; i < rows * DIMENSION; i++) {
            out[first * DIMENSION + i] = (float) r.array()[i];
          }
        });
    return FloatMatrix.wrap(n, DIMENSION, out);
  }
}
