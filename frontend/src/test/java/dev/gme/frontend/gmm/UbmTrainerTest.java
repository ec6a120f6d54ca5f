package dev.gme.frontend.gmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.gmm.GmmUpdate.Part;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UbmTrainerTest {
  private static final double[][] MEANS = {{0, 0, 0}, {6, 0, -3}, {0, 7, 4}, {-5, -5, 5}};
  private static final double[][] SIGMA = {{1, 0.5, 1}, {0.7, 1, 1}, {1, 1, 0.6}, {1.2, 1, 1}};

  /** Floors that are never active. */
  private static final GmmUpdate FREE = new GmmUpdate(0, 0, 0, 1e12, false);

  private static FloatMatrix frames(int n, long seed) {
    SeededRandom random = new SeededRandom(seed);
    float[] x = new float[3 * n];
    for (int t = 0; t < n; t++) {
      int c = random.nextInt(4);
      for (int k = 0; k < 3; k++) {
        x[3 * t + k] = (float) (MEANS[c][k] + SIGMA[c][k] * random.nextGaussian());
      }
    }
    return FloatMatrix.wrap(n, 3, x);
  }

  private static UbmTrainer trainer(int components, UbmTrainer.Start start, int iterations) {
    return new UbmTrainer(new UbmTrainer.Options(components, start, 4, iterations, 1e-9, FREE, 1));
  }

  /**
   * Means of 5000 frames each have a standard error below 0.02; 0.1 is missed by chance in less
   * than one of 10⁵ cases. Seed 11.
   */
  @ParameterizedTest
  @EnumSource(UbmTrainer.Start.class)
  void recoversTheMixture(UbmTrainer.Start start) {
    Trained<DiagonalGmm> t = trainer(4, start, 40).train(frames(20_000, 11), Progress.NONE);
    Objectives.rise(t.objective(), 1e-12);
    assertThat(t.iterations()).isEqualTo(40);
    DiagonalGmm model = t.model();
    for (int c = 0; c < 4; c++) {
      int best = nearest(model, MEANS[c]);
      assertThat(model.weights()[best]).isBetween(0.23, 0.27);
      for (int k = 0; k < 3; k++) {
        assertThat(model.means().get(best, k)).isBetween(MEANS[c][k] - 0.1, MEANS[c][k] + 0.1);
        assertThat(Math.sqrt(model.variances().get(best, k)) / SIGMA[c][k]).isBetween(0.9, 1.1);
      }
    }
  }

  private static int nearest(DiagonalGmm model, double[] mean) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < model.components(); c++) {
      double distance = 0;
      for (int k = 0; k < mean.length; k++) {
        distance += Math.pow(model.means().get(c, k) - mean[k], 2);
      }
      best = distance < least ? c : best;
      least = Math.min(least, distance);
    }
    return best;
  }

  @ParameterizedTest
  @EnumSource(UbmTrainer.Start.class)
  void likelihoodRisesWithMoreComponentsThanThereAre(UbmTrainer.Start start) {
    Objectives.rise(
        trainer(11, start, 25).train(frames(3000, 12), Progress.NONE).objective(), 1e-12);
  }

  @Test
  void fullCovariances() {
    FloatMatrix frames = frames(4000, 13);
    UbmTrainer trainer = trainer(3, UbmTrainer.Start.SPLITTING, 8);
    DiagonalGmm diagonal = trainer.train(frames, Progress.NONE).model();
    Trained<FullGmm> t = trainer.trainFull(diagonal.toFull(), diagonal, 0, frames, Progress.NONE);
    Objectives.rise(t.objective(), 1e-12);
    assertThat(t.objective().get(8)).isGreaterThan(t.objective().get(0) + 1e-3);
    double mean = 0;
    for (double l : t.model().logDensities(frames.toDoubles())) {
      mean += l / frames.rows();
    }
    assertThat(t.objective().get(8)).isCloseTo(mean, org.assertj.core.data.Offset.offset(1e-10));
  }

  @ParameterizedTest
  @EnumSource(UbmTrainer.Start.class)
  void doesNotDependOnThreads(UbmTrainer.Start start) {
    FloatMatrix frames = frames(6000, 14);
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      DiagonalGmm one = trainer(7, start, 3).train(frames, Progress.NONE).model();
      Workers.setThreads(5);
      DiagonalGmm five = trainer(7, start, 3).train(frames, Progress.NONE).model();
      assertThat(five.means()).isEqualTo(one.means());
      assertThat(five.variances()).isEqualTo(one.variances());
      assertThat(five.weights()).isEqualTo(one.weights());
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void statisticsAddUp() {
    FloatMatrix frames = frames(1000, 15);
    DiagonalGmm model =
        trainer(4, UbmTrainer.Start.K_MEANS, 2).train(frames, Progress.NONE).model();
    Alignment a = Alignment.of(model, Pruning.DEFAULT);
    DoubleMatrix first = frames.doubles(0, 400);
    DoubleMatrix second = frames.doubles(400, 1000);
    GmmStatistics sum =
        GmmStatistics.gather(model, first, a.posteriors(first), 2)
            .plus(GmmStatistics.gather(model, second, a.posteriors(second), 2));
    GmmStatistics all = GmmStatistics.gather(model, frames, a.posteriors(frames), 2);
    assertThat(sum.total()).isCloseTo(1000, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(sum.secondMoments().minus(all.secondMoments()).maxAbs()).isLessThan(1e-8);
    assertThat(sum.sums().minus(all.sums()).maxAbs()).isLessThan(1e-9);
    GmmStatistics zero = GmmStatistics.gather(model, frames, a.posteriors(frames), 0);
    assertThat(zero.order()).isZero();
    assertThat(zero.counts()).isEqualTo(all.counts());
    assertThatThrownBy(() -> zero.plus(all)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Kaldi's update-flags: what is not asked for stays, and variances are about the means. */
  @Test
  void partsOfAMixture() {
    FloatMatrix frames = frames(500, 16);
    DiagonalGmm old = trainer(3, UbmTrainer.Start.K_MEANS, 0).train(frames, Progress.NONE).model();
    GmmStatistics s = GmmStatistics.gather(old, frames);
    DiagonalGmm all = FREE.apply(old, s);
    DiagonalGmm means = only(Part.MEANS).apply(old, s);
    assertThat(means.means()).isEqualTo(all.means());
    assertThat(means.variances()).isEqualTo(old.variances());
    assertThat(means.weights()).isEqualTo(old.weights());
    DiagonalGmm variances = only(Part.VARIANCES).apply(old, s);
    assertThat(variances.means().minus(old.means()).maxAbs()).isLessThan(1e-12);
    for (int k = 0; k < 3; k++) {
      double moved = old.means().get(1, k) - all.means().get(1, k);
      assertThat(variances.variances().get(1, k))
          .isCloseTo(
              all.variances().get(1, k) + moved * moved, org.assertj.core.data.Offset.offset(1e-9));
    }
    GmmStatistics full =
        GmmStatistics.gather(
            old.toFull(), frames, Alignment.of(old, Pruning.none()).posteriors(frames), 2);
    FullGmm fullVariances = only(Part.VARIANCES).apply(old.toFull(), full);
    assertThat(fullVariances.covariance(1).get(2, 2))
        .isCloseTo(variances.variances().get(1, 2), org.assertj.core.data.Offset.offset(1e-9));
    assertThat(only(Part.WEIGHTS).apply(old, s).weights()).isEqualTo(all.weights());
  }

  private static GmmUpdate only(Part part) {
    return new GmmUpdate(0, 0, 0, 1e12, false, Set.of(part));
  }

  /** With one dimension full second moments are as wide as diagonal ones. */
  @Test
  void fullCovariancesOfOneDimension() {
    DoubleMatrix frames = DoubleMatrix.of(new double[][] {{1}, {2}, {4}, {8}});
    DoubleMatrix means = DoubleMatrix.of(new double[][] {{1}, {6}});
    DiagonalGmm old = DiagonalGmm.of(new double[] {0.5, 0.5}, means, means);
    DiagonalGmm diagonal = FREE.apply(old, GmmStatistics.gather(old, frames));
    FullGmm full =
        FREE.apply(
            old.toFull(),
            GmmStatistics.gather(
                old.toFull(), frames, Alignment.of(old, Pruning.none()).posteriors(frames), 2));
    for (int c = 0; c < 2; c++) {
      assertThat(full.covariance(c).get(0, 0))
          .isCloseTo(diagonal.variances().get(c, 0), org.assertj.core.data.Offset.offset(1e-12));
    }
  }

  /** A full mixture does not take sums of squares alone, nor a diagonal one sums of products. */
  @Test
  void statisticsOfTheOtherKindAreRefused() {
    DoubleMatrix row = DoubleMatrix.of(new double[][] {{1, 1}});
    DiagonalGmm diagonal = DiagonalGmm.of(new double[] {1}, row, row);
    GmmStatistics squares = GmmStatistics.of(new double[] {5}, row, row.times(9));
    GmmStatistics products =
        GmmStatistics.of(new double[] {5}, row, DoubleMatrix.of(new double[][] {{9, 1, 1, 9}}));
    assertThatThrownBy(() -> FREE.apply(diagonal.toFull(), squares))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FREE.apply(diagonal, products))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** As Kaldi does it: those of few frames, and those of little weight. */
  @Test
  void componentsThatAreRemoved() {
    DoubleMatrix ones = DoubleMatrix.of(new double[][] {{1}, {1}, {1}});
    DiagonalGmm old = DiagonalGmm.of(new double[] {0.2, 0.3, 0.5}, ones, ones);
    GmmStatistics s = GmmStatistics.of(new double[] {5, 15, 80}, ones, ones.times(200));
    assertThat(new GmmUpdate(0, 10, 0, 1e4, true).apply(old, s).weights())
        .containsExactly(
            new double[] {15 / 95.0, 80 / 95.0}, org.assertj.core.data.Offset.offset(1e-15));
    assertThat(new GmmUpdate(0.15, 10, 0, 1e4, true).apply(old, s).components()).isEqualTo(1);
  }

  @Test
  void refusals() {
    FloatMatrix none = FloatMatrix.wrap(0, 3, new float[0]);
    UbmTrainer trainer = trainer(50, UbmTrainer.Start.K_MEANS, 1);
    assertThatThrownBy(() -> trainer.train(none, Progress.NONE)).isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> trainer.train(frames(49, 1), Progress.NONE))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("49");
    FloatMatrix bad = FloatMatrix.wrap(2, 1, new float[] {1, Float.NaN});
    assertThatThrownBy(() -> trainer.train(bad, Progress.NONE)).hasMessageContaining("NaN");
    DoubleMatrix one = DoubleMatrix.of(new double[][] {{1}});
    assertThatThrownBy(() -> DiagonalGmm.of(new double[] {0.5}, one, one))
        .hasMessageContaining("sum to 1");
    assertThatThrownBy(() -> DiagonalGmm.of(new double[] {1}, one, one.times(-1)))
        .hasMessageContaining("positive");
    assertThatThrownBy(() -> FullGmm.of(new double[] {1}, one, one.times(-1)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("covariance 1");
    GmmUpdate all = new GmmUpdate(0, 1e9, 0, 1e4, true);
    DiagonalGmm g = DiagonalGmm.of(new double[] {1}, one, one);
    assertThatThrownBy(() -> all.apply(g, GmmStatistics.of(new double[] {3}, one, one)))
        .isInstanceOf(GmeException.class);
  }
}
