package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recordings whose noise level is known; everything is drawn with seed 2. */
class PrecisionHeadTrainerTest {
  private static final int DIM = 8;
  private static final int SPEAKERS = 40;
  private static final int EACH = 8;

  /** Vectors, and the logarithm of each one's noise variance. */
  @SuppressWarnings("ArrayRecordComponent") // passed around here only
  private record Drawn(TrainingData data, double[] logNoise) {}

  private static Drawn draw(double spread) {
    SeededRandom random = new SeededRandom(2);
    int n = SPEAKERS * EACH;
    double[] x = new double[n * DIM];
    int[] labels = new int[n];
    double[] logNoise = random.gaussians(n);
    double[] z = null;
    for (int j = 0; j < n; j++) {
      labels[j] = j / EACH;
      z = j % EACH == 0 ? random.gaussians(3) : z;
      logNoise[j] *= spread;
      double[] noise = random.gaussians(DIM);
      for (int i = 0; i < DIM; i++) {
        x[j * DIM + i] = (i < 3 ? 1.5 * z[i] : 0) + Math.exp(logNoise[j] / 2) * noise[i];
      }
    }
    return new Drawn(TrainingData.of(DoubleMatrix.wrap(n, DIM, x), labels), logNoise);
  }

  private static Trained<PrecisionHead> train(Drawn drawn, double[] side) {
    GmeExtractor start = PldaRecipe.gaussian(3).train(drawn.data()).model().extractor();
    return PrecisionHeadTrainer.DEFAULT.train(
        drawn.data(),
        List.of("noise"),
        DoubleMatrix.wrap(side.length, 1, side),
        StartTrainer.like(start),
        Progress.NONE);
  }

  @Test
  void noiseThatIsToldLowersThePrecision() {
    Drawn drawn = draw(1.5);
    Trained<PrecisionHead> trained = train(drawn, drawn.logNoise());
    assertThat(trained.model().isPlugIn()).isFalse();
    // The true one is −1; 40 speakers tell it to some tenths.
    assertThat(trained.model().weights()[2]).isBetween(-1.5, -0.5);
    assertThat(trained.objective().get(trained.objective().size() - 1))
        .isLessThan(trained.objective().get(0));
    assertThat(trained.notes().get(0)).contains("4 of 4 folds gain");
  }

  @Test
  void whatSaysNothingIsGivenUp() {
    Trained<PrecisionHead> trained = train(draw(0), new SeededRandom(3).gaussians(SPEAKERS * EACH));
    assertThat(trained.model().isPlugIn()).isTrue();
    assertThat(trained.notes().get(1)).contains("given up for the plug-in");
  }

  @Test
  void aFewOddRecordingsTeachNothing() {
    Drawn drawn = draw(1.5);
    double[] odd = new double[SPEAKERS * EACH];
    odd[3] = 1;
    odd[50] = -2;
    Trained<PrecisionHead> trained = train(drawn, odd);
    assertThat(trained.model().weights()[2]).isZero();
    assertThat(trained.notes().get(0)).contains("the column 'noise' is left out");
  }

  @Test
  void gradientIsThatOfTheLoss() {
    SeededRandom random = new SeededRandom(4);
    MetaEmbeddings e =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(9, 3, random.gaussians(27)),
            Arrays.stream(random.gaussians(9)).map(Math::exp).toArray(),
            new double[] {3, 1, 0.2});
    PrecisionFold fold =
        PrecisionFold.of(
            e, DoubleMatrix.wrap(9, 1, random.gaussians(9)), new int[] {0, 0, 1, 1, 2, 2, 3, 3, 3});
    double[] x = {0.1, 0.8, -0.4, 0.2, -0.3};
    double[] gradient = new double[x.length];
    fold.loss(x, 0.2, gradient);
    for (int k = 0; k < x.length; k++) {
      double[] up = x.clone();
      double[] down = x.clone();
      up[k] += 1e-5;
      down[k] -= 1e-5;
      double slope =
          (fold.loss(up, 0.2, new double[5]) - fold.loss(down, 0.2, new double[5])) / 2e-5;
      assertThat(gradient[k]).isCloseTo(slope, within(1e-8));
    }
    // The plug-in leaves scores as they are.
    double[] scores = fold.scores(new double[] {0, 1, 0});
    DoubleMatrix llr = e.llr(e);
    int at = 0;
    for (int i = 0; i < 9; i++) {
      for (int j = i + 1; j < 9; j++) {
        assertThat(scores[at++]).isCloseTo(llr.get(i, j), within(1e-10));
      }
    }
  }

  @Test
  void aHeadScalesWhatARecordingSays() {
    MetaEmbeddings e =
        MetaEmbeddings.of(
            DoubleMatrix.of(new double[][] {{1, 2}, {3, 4}}),
            new double[] {1, Math.exp(1)},
            new double[] {2, 1});
    DoubleMatrix side = DoubleMatrix.of(new double[][] {{1}, {2}});
    PrecisionHead.Origin origin = new PrecisionHead.Origin(0.5);
    PrecisionHead plugIn = PrecisionHead.plugIn(List.of("x"), new double[] {1}, origin);
    assertThat(plugIn.apply(e, side).b()).containsExactly(e.b(), within(1e-15));
    PrecisionHead head =
        new PrecisionHead(List.of("x"), new double[] {1}, new double[] {0.5, 1, 2}, origin);
    MetaEmbeddings after = head.apply(e, side);
    assertThat(after.b()[0]).isCloseTo(Math.exp(0.5), within(1e-12));
    assertThat(after.b()[1]).isCloseTo(Math.exp(3.5), within(1e-12));
    assertThat(after.a().get(1, 0)).isCloseTo(3 * Math.exp(2.5), within(1e-12));
    assertThat(head.isForeign(1.4)).isFalse();
    assertThat(head.isForeign(-0.6)).isTrue();
    // b = (2+8)/(2+q) at ν = 2.
    assertThat(PrecisionHead.meanLogB(new double[] {8, 8 + 10 * Math.E - 10}, 8))
        .isCloseTo(-0.5, within(1e-12));
  }

  /** Gaussian models have no b that tells recordings apart, and know their own all the same. */
  @Test
  void gaussianModelsNoticeForeignRecordings() {
    Drawn drawn = draw(1.5);
    PrecisionHead head = train(drawn, drawn.logNoise()).model();
    GmeExtractor model = PldaRecipe.gaussian(3).train(drawn.data()).model().extractor();
    DoubleMatrix own = drawn.data().vectors().doubles(0, 100);
    assertThat(head.isForeign(PrecisionHead.meanLogB(model.q(own), DIM - 3))).isFalse();
    assertThat(head.isForeign(PrecisionHead.meanLogB(model.q(own.times(5)), DIM - 3))).isTrue();
  }

  @Test
  void refusesWhatCannotBeJudged() {
    Drawn drawn = draw(1);
    double[] broken = drawn.logNoise().clone();
    broken[7] = Double.NaN;
    assertThatThrownBy(() -> train(drawn, broken))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("must be finite, found NaN");
    TrainingData few = drawn.data().only(j -> j < 5 * EACH);
    assertThatThrownBy(() -> train(new Drawn(few, drawn.logNoise()), drawn.logNoise()))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("at least 8 speakers");
    String[] names = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    assertThatThrownBy(
            () -> PrecisionHead.plugIn(List.of(names), new double[9], new PrecisionHead.Origin(0)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("at most 8 different columns");
  }
}
