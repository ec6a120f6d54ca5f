package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.TrainingData;
import org.junit.jupiter.api.Test;

/** Recordings whose noise variance is exp(c), c known of each; drawn with seed 3. */
class AmortizedVbTest {
  private static final int DIM = 6;
  private static final int SPEAKERS = 60;
  private static final int EACH = 6;
  private static final int N = SPEAKERS * EACH;

  private final double[] side = new double[N];
  private final TrainingData data = draw();
  private final HtPlda start =
      HtPlda.of(
          new double[DIM],
          DoubleMatrix.wrap(DIM, 2, new SeededRandom(4).gaussians(DIM * 2)),
          DoubleMatrix.identity(DIM),
          2);

  private TrainingData draw() {
    SeededRandom random = new SeededRandom(3);
    double[] x = new double[N * DIM];
    int[] labels = new int[N];
    double[] z = null;
    for (int j = 0; j < N; j++) {
      labels[j] = j / EACH;
      z = j % EACH == 0 ? random.gaussians(2) : z;
      side[j] = random.gaussians(1)[0];
      double[] noise = random.gaussians(DIM);
      for (int i = 0; i < DIM; i++) {
        x[j * DIM + i] = (i < 2 ? 2 * z[i] : 0) + Math.exp(side[j] / 2) * noise[i];
      }
    }
    return TrainingData.of(DoubleMatrix.wrap(N, DIM, x), labels);
  }

  private DoubleMatrix phi() {
    double[][] phi = new double[N][];
    for (int j = 0; j < N; j++) {
      phi[j] = new double[] {1, side[j]};
    }
    return DoubleMatrix.of(phi);
  }

  @Test
  void theBoundNeverFallsAndSideInformationIsRead() {
    AmortizedVb.Result r = new AmortizedVb(15).train(data, start, m -> phi(), Progress.NONE);
    assertThat(r.bound()).hasSize(16);
    for (int i = 1; i < r.bound().size(); i++) {
      assertThat(r.bound().get(i)).isGreaterThan(r.bound().get(i - 1) - 1e-8 * N);
    }
    // Less than 1, for part of what is seen is a priori scatter of ν = 2.
    assertThat(r.w()[1]).isBetween(-1.05, -0.6);
    // Free scales of variational Bayes are the same bound over more functions.
    double free =
        HtPldaVb.DEFAULT
            .withScaleStep(HtPldaVb.ScaleStep.meanField(20))
            .withIterations(15)
            .train(data, start, Progress.NONE)
            .objective()
            .get(15);
    assertThat(r.bound().get(15)).isLessThan(free);
  }

  /** A function with a number for each recording is free: what is found is mean-field's optimum. */
  @Test
  void aFunctionThatKnowsEachRecordingIsMeanField() {
    int few = 4 * EACH;
    TrainingData some = data.only(j -> j < few);
    TrainingData small =
        TrainingData.of(
            some.vectors().doubles(0, few),
            java.util.stream.IntStream.range(0, few).map(j -> j / EACH).toArray());
    double[][] phi = new double[few][few];
    for (int j = 0; j < few; j++) {
      phi[j][0] = 1;
      if (j > 0) {
        phi[j][j] = 1;
      }
    }
    DoubleMatrix own = DoubleMatrix.of(phi);
    AmortizedVb.Result r = new AmortizedVb(30).train(small, start, m -> own, Progress.NONE);
    double free =
        HtPldaVb.DEFAULT
            .withScaleStep(HtPldaVb.ScaleStep.meanField(20))
            .withIterations(30)
            .train(small, start, Progress.NONE)
            .objective()
            .get(30);
    assertThat(r.bound().get(30)).isCloseTo(free, within(1e-3 * few));
  }
}
