package dev.gme.core.identify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import org.junit.jupiter.api.Test;

/**
 * Posteriors of data from the right model are right: where the largest posterior is 0.7, the answer
 * is right seven times of ten.
 */
class PosteriorCalibrationTest {
  private static final long SEED = 20;
  private static final int SEARCHES = 10_000;
  private static final int ENROLLED = 20;
  private static final double UNKNOWN = 0.3;
  private static final double[] LAMBDA = {6, 5, 4, 3, 2.5, 2, 1.5, 1, 0.7, 0.5, 0.3, 0.2};
  private static final int TENTHS = 10;

  /**
   * Every search has its own enrolled speakers, so that searches are independent. A tenth is out of
   * three standard errors with probability 0.0027, one of ten with 0.027; the seed is fixed.
   */
  @Test
  void theLargestPosteriorIsHowOftenItIsRight() {
    double[] largest = new double[SEARCHES];
    boolean[] right = new boolean[SEARCHES];
    Workers.forEach(
        SEARCHES,
        i -> {
          SeededRandom random = new SeededRandom(SEED, i);
          double[][] speakers = new double[ENROLLED + 1][];
          for (int e = 0; e <= ENROLLED; e++) {
            speakers[e] = random.gaussians(LAMBDA.length);
          }
          int truth = random.nextDouble() < UNKNOWN ? ENROLLED : random.nextInt(ENROLLED);
          double[][] enrolled = new double[ENROLLED][];
          double[] precision = new double[ENROLLED];
          for (int e = 0; e < ENROLLED; e++) {
            precision[e] = 0.5 + 2 * random.nextDouble();
            enrolled[e] = message(speakers[e], precision[e], random);
          }
          double b = 0.1 + 1.2 * random.nextDouble();
          double[][] test = {message(speakers[truth], b, random)};
          double[] llr =
              MetaEmbeddings.of(DoubleMatrix.of(enrolled), precision, LAMBDA)
                  .llr(MetaEmbeddings.of(DoubleMatrix.of(test), new double[] {b}, LAMBDA))
                  .array();
          Identification found = Identification.of(llr, IdentificationPrior.uniform(UNKNOWN), 3);
          boolean nobody = found.logUnknown() > found.logPosterior(0);
          largest[i] = Math.exp(nobody ? found.logUnknown() : found.logPosterior(0));
          right[i] = nobody ? truth == ENROLLED : truth == found.speaker(0);
        });
    int tested = 0;
    for (int tenth = 0; tenth < TENTHS; tenth++) {
      int n = 0;
      double sum = 0;
      double variance = 0;
      int hits = 0;
      for (int i = 0; i < SEARCHES; i++) {
        if (Math.min((int) (TENTHS * largest[i]), TENTHS - 1) == tenth) {
          n++;
          sum += largest[i];
          variance += largest[i] * (1 - largest[i]);
          hits += right[i] ? 1 : 0;
        }
      }
      if (n >= 200) {
        tested++;
        assertThat(Math.abs(hits - sum))
            .as("tenth %d: %d of %d right, expected %.1f", tenth, hits, n, sum)
            .isLessThanOrEqualTo(3 * Math.sqrt(variance));
      }
    }
    assertThat(tested).isGreaterThanOrEqualTo(7);
  }

  /** a given z and b is N(bλz, bλ), of which the meta-embedding is exact. */
  private static double[] message(double[] z, double b, SeededRandom random) {
    double[] a = random.gaussians(z.length);
    for (int k = 0; k < z.length; k++) {
      double u = b * LAMBDA[k];
      a[k] = u * z[k] + Math.sqrt(u) * a[k];
    }
    return a;
  }
}
