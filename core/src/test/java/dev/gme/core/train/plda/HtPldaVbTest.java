package dev.gme.core.train.plda;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static dev.gme.core.train.TrainingCases.distance;
import static dev.gme.core.train.plda.GaussianPldaEmTest.assertRises;
import static dev.gme.core.train.plda.GaussianPldaEmTest.assertSameBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Variational Bayes beyond the golden cases. */
@ExtendWith(RestoresThreads.class)
class HtPldaVbTest {

  /** Random directions, with the mean and the noise of the data. */
  private static HtPlda start(TrainingData data, int d, double nu, long seed) {
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    PldaStart start = PldaStart.random(statistics, d, seed);
    return HtPlda.of(statistics.mean(), start.loading(), Cholesky.of(start.noise()).inverse(), nu);
  }

  private static Trained<HtPlda> train(HtPldaVb vb, TrainingData data, HtPlda start) {
    return vb.train(data, start);
  }

  /** 200 inner iterations come as near to the best scales as it matters; seeds 1 to 3. */
  @ParameterizedTest
  @CsvSource({
    "0.5, true, true, false", "2, true, true, false", "2, false, true, true",
    "2, true, false, false", "10, false, false, true", "100, true, true, true"
  })
  void boundOfMeanFieldNeverFalls(
      double nu, boolean divergenceZ, boolean divergenceScale, boolean weighted) {
    HtPldaVb vb =
        HtPldaVb.DEFAULT
            .withScaleStep(HtPldaVb.ScaleStep.meanField(200))
            .withMinimumDivergenceZ(divergenceZ)
            .withMinimumDivergenceScale(divergenceScale);
    for (long seed = 1; seed <= 3; seed++) {
      TrainingCases.Drawn drawn = TrainingCases.draw(8, 3, nu, 40, seed);
      double[] w = weighted ? TrainingCases.weights(drawn.size(), seed) : null;
      TrainingData data = drawn.weighted(w);
      List<Double> bound = train(vb, data, start(data, 3, nu, seed)).objective();
      assertRises(bound, 10);
    }
  }

  /**
   * A few recordings draw the whole model to themselves, and noise becomes tiny compared with F. In
   * other coordinates all is rounded differently, and still the bound is the same.
   */
  @ParameterizedTest
  @CsvSource({"0.01, false, 1e-13", "2, true, 1e-10"})
  void boundKeepsItsDigitsWhereNoiseIsTiny(double nu, boolean weighted, double tolerance) {
    for (long seed = 1; seed <= 4; seed++) {
      TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, 0.5, 12, seed);
      double[] w = new double[drawn.size()];
      SeededRandom random = new SeededRandom(seed);
      Arrays.setAll(w, j -> weighted ? Math.pow(10, 6 * random.nextDouble() - 3) : 1);
      DoubleMatrix turn = reflection(5, seed);
      TrainingData data = drawn.weighted(w);
      TrainingData turned =
          TrainingData.of(
              drawn.database().vectors().timesTranspose(turn), drawn.database().speakers(), w);
      HtPlda start = HtPlda.of(new double[5], drawn.truth().f(), drawn.truth().w(), nu);
      HtPlda turnedStart =
          HtPlda.of(
              new double[5], turn.times(start.f()), turn.times(start.w()).timesTranspose(turn), nu);
      for (HtPldaVb.ScaleStep step :
          List.of(HtPldaVb.ScaleStep.closed(), HtPldaVb.ScaleStep.meanField(5))) {
        HtPldaVb vb = HtPldaVb.DEFAULT.withScaleStep(step);
        List<Double> one = vb.train(data, start).objective();
        List<Double> other = vb.train(turned, turnedStart).objective();
        for (int i = 0; i < one.size(); i++) {
          assertThat(other.get(i)).isCloseTo(one.get(i), offset(tolerance * Math.abs(one.get(0))));
        }
      }
    }
  }

  /** I − 2uu', which is orthogonal and symmetric. */
  private static DoubleMatrix reflection(int dim, long seed) {
    SeededRandom random = new SeededRandom(seed);
    double[][] u = new double[1][dim];
    Arrays.setAll(u[0], i -> random.nextDouble() - 0.5);
    double norm = Arrays.stream(u[0]).map(x -> x * x).sum();
    return DoubleMatrix.identity(dim).minus(DoubleMatrix.of(u).gram().times(2 / norm));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isEmForGaussianNoise(boolean minimumDivergence) {
    TrainingCases.Drawn drawn = TrainingCases.draw(8, 3, GAUSS, 80, 4);
    TrainingData data = drawn.weighted(TrainingCases.weights(drawn.size(), 5));
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    Trained<HtPlda> em =
        new GaussianPldaEm(Stopping.after(10))
            .withMinimumDivergence(minimumDivergence)
            .train(statistics, PldaStart.random(statistics, 3, 6));
    for (HtPldaVb.ScaleStep step :
        List.of(HtPldaVb.ScaleStep.closed(), HtPldaVb.ScaleStep.meanField(3))) {
      Trained<HtPlda> vb =
          train(
              HtPldaVb.DEFAULT.withScaleStep(step).withMinimumDivergenceZ(minimumDivergence),
              data,
              start(data, 3, GAUSS, 6));
      for (int i = 0; i <= 10; i++) {
        double expected = em.objective().get(i);
        assertThat(vb.objective().get(i)).isCloseTo(expected, offset(1e-10 * Math.abs(expected)));
      }
      assertThat(distance(vb.model().f().outerGram(), em.model().f().outerGram())).isLessThan(1e-9);
      assertThat(distance(vb.model().w(), em.model().w())).isLessThan(1e-9);
    }
  }

  @Test
  void sameBytesForAnyNumberOfThreads() {
    TrainingCases.Drawn drawn = TrainingCases.draw(9, 3, 2, 2500, 7);
    TrainingData data = drawn.data();
    HtPlda start = start(data, 3, 2, 8);
    HtPldaVb closed = HtPldaVb.DEFAULT.withIterations(3);
    HtPldaVb meanField = closed.withScaleStep(HtPldaVb.ScaleStep.meanField(2));
    Workers.setThreads(1);
    Trained<HtPlda> oneClosed = train(closed, data, start);
    Trained<HtPlda> oneMeanField = train(meanField, data, start);
    for (int threads : new int[] {2, 3, 8}) {
      Workers.setThreads(threads);
      assertSameBytes(train(closed, data, start), oneClosed);
      assertSameBytes(train(meanField, data, start), oneMeanField);
    }
  }

  @Test
  void shuffledRecordings() {
    TrainingCases.Drawn drawn = TrainingCases.draw(8, 3, 2, 200, 9);
    TrainingData shuffled = drawn.shuffled(TrainingCases.permutation(drawn.size(), 10));
    HtPlda start = start(drawn.data(), 3, 2, 11);
    HtPlda expected = train(HtPldaVb.DEFAULT, drawn.data(), start).model();
    HtPlda actual = train(HtPldaVb.DEFAULT, shuffled, start).model();
    assertThat(distance(actual.f().outerGram(), expected.f().outerGram())).isLessThan(1e-10);
    assertThat(distance(actual.w(), expected.w())).isLessThan(1e-10);
  }

  @Test
  void floatsAreTakenAsTheyAre() {
    TrainingCases.Drawn drawn = TrainingCases.draw(8, 3, 2, 100, 12);
    FloatMatrix floats = FloatMatrix.of(drawn.database().vectors());
    int[] labels = drawn.database().speakers();
    TrainingData single = TrainingData.of(floats, labels);
    TrainingData wide = TrainingData.of(floats.toDoubles(), labels);
    HtPlda start = start(wide, 3, 2, 13);
    assertSameBytes(train(HtPldaVb.DEFAULT, single, start), train(HtPldaVb.DEFAULT, wide, start));
  }

  /** A broken recording of weight 0 is as good as absent. */
  @Test
  void recordingsOfWeightZeroAreAbsent() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 2, 40, 14);
    double[] r = drawn.database().vectors().array().clone();
    double[] weights = new double[drawn.size()];
    Arrays.fill(weights, 1);
    Arrays.fill(r, 0, 6, Double.NaN);
    weights[0] = 0;
    TrainingData with =
        TrainingData.of(
            DoubleMatrix.wrap(drawn.size(), 6, r), drawn.database().speakers(), weights);
    TrainingData without =
        TrainingData.of(
            drawn.database().vectors().rowRange(1, drawn.size()),
            Arrays.copyOfRange(drawn.database().speakers(), 1, drawn.size()));
    HtPlda start = start(without, 2, 2, 15);
    assertSameBytes(train(HtPldaVb.DEFAULT, with, start), train(HtPldaVb.DEFAULT, without, start));
  }

  /** Mean and ν are not trained. */
  @Test
  void keepsMeanAndNu() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 2, 40, 16);
    HtPlda start = start(drawn.data(), 2, 5, 17);
    Trained<HtPlda> trained = train(HtPldaVb.DEFAULT, drawn.data(), start);
    assertThat(trained.model().mean()).isEqualTo(start.mean());
    assertThat(trained.model().nu()).isEqualTo(5);
    assertThat(trained.iterations()).isEqualTo(10);
    assertThat(train(HtPldaVb.DEFAULT.withIterations(0), drawn.data(), start).model())
        .isSameAs(start);
  }

  @Test
  void refusals() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 2, 40, 18);
    HtPlda other = TrainingCases.draw(5, 2, 2, 3, 18).truth();
    assertThatThrownBy(() -> train(HtPldaVb.DEFAULT, drawn.data(), other))
        .isInstanceOf(GmeException.class)
        .hasMessage("the model takes vectors of dimension 5, found 6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HtPldaVb.DEFAULT.withIterations(-1))
        .withMessage("the number of iterations must not be negative, found -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HtPldaVb.ScaleStep.meanField(0))
        .withMessage("at least 1 inner iteration is needed, found 0");
  }
}
