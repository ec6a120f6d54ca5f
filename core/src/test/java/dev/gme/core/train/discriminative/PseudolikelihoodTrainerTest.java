package dev.gme.core.train.discriminative;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.DescentOptions.Method;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoresThreads.class)
class PseudolikelihoodTrainerTest {
  private static final ChineseRestaurant PRIOR = new ChineseRestaurant(1, 0.5);
  private static final PseudolikelihoodOptions SEATS = new PseudolikelihoodOptions(100, PRIOR);

  private static DescentOptions options(Method method) {
    return DescentOptions.builder().method(method).steps(30).build();
  }

  /**
   * Through pools, tiles, extractor, stage and penalty, against central differences of the exact
   * objective, along random directions of the free parameters.
   */
  @ParameterizedTest
  @CsvSource({
    "2, power",
    "2, scales",
    "2, everything",
    "Infinity, power",
    "Infinity, scales",
    "Infinity, everything"
  })
  void gradientOfTheFreeParameters(double nu, String stage) {
    TrainingData data = DescentCases.data(nu, 60);
    WhitenedData whitened = new WhitenedData(data, DescentCases.start(nu), DescentCases.held(data));
    WhitenedExtractor space = whitened.space;
    FreeParameters free =
        switch (stage) {
          case "power" -> FreeParameters.power(space, space.size());
          case "scales" -> FreeParameters.scales(space, space.size());
          default -> FreeParameters.range(0, space.size());
        };
    double penalty = 0.01;
    double[] start = space.parameters();
    Criterion.Objective all = new PseudolikelihoodCriterion(whitened, SEATS).all();
    SeededRandom random = new SeededRandom(1);
    double[] at = random.gaussians(free.size());
    Arrays.setAll(at, i -> 0.05 * at[i]);
    double[] gradient = new double[free.size()];
    double value =
        new Penalized(free, start, start, start.length, penalty).evaluate(all, at, gradient);

    Exact exact = new Exact(data, whitened);
    assertThat(value).isCloseTo(exact.penalized(free, start, at, penalty), within(1e-3 * value));
    double size = Math.sqrt(Arrays.stream(gradient).map(g -> g * g).sum());
    for (int repeat = 0; repeat < 5; repeat++) {
      double[] direction = random.gaussians(free.size());
      double expected = 0;
      double[] up = at.clone();
      double[] down = at.clone();
      double step = 1e-5;
      for (int i = 0; i < at.length; i++) {
        expected += gradient[i] * direction[i];
        up[i] += step * direction[i];
        down[i] -= step * direction[i];
      }
      double difference =
          exact.penalized(free, start, up, penalty) - exact.penalized(free, start, down, penalty);
      // The direction has length √n, of which the gradient's share of error is 1e-3.
      assertThat(difference / (2 * step)).isCloseTo(expected, within(5e-3 * size));
    }
  }

  /** The exact objective of the training speakers at parameters in whitened coordinates. */
  private record Exact(TrainingData data, WhitenedData whitened) {
    double penalized(FreeParameters free, double[] start, double[] x, double penalty) {
      int[] recordings = WhitenedData.flat(whitened.training);
      DoubleMatrix r = data.vectors().doubles(0, data.size()).selectRows(recordings);
      int[] labels = Arrays.stream(recordings).map(data::speaker).toArray();
      double[] theta = free.at(start, x);
      GmeExtractor extractor = whitened.space.extractor(theta);
      MetaEmbeddings f = extractor.extract(r);
      double unit = new CrpPredictive(PRIOR, new LeaveOneOut(f, Partition.of(labels))).priorCost();
      double away = 0;
      for (int i = 0; i < theta.length; i++) {
        away += (theta[i] - start[i]) * (theta[i] - start[i]);
      }
      return new PseudolikelihoodObjective(PRIOR).evaluate(extractor, r, labels).objective() / unit
          + 0.5 * penalty * away;
    }
  }

  /** New speakers from the same model; seeds are fixed, so there is no false alarm. */
  @ParameterizedTest
  @CsvSource({"2, ADAM", "2, LBFGS", "Infinity, ADAM", "Infinity, LBFGS"})
  void lowersTheCostOfNewSpeakers(double nu, Method method) {
    TrainingData all = DescentCases.data(nu, 500);
    int[] train = recordings(all, s -> s < 300);
    int[] other = recordings(all, s -> s >= 300);
    GmeExtractor start = DescentCases.start(nu);
    Trained<GmeExtractor> t =
        new PseudolikelihoodTrainer(SEATS, options(method))
            .withStarts(StartTrainer.ofOtherData(start))
            .train(only(all, train), start);
    assertThat(t.objective()).hasSize(4);
    assertThat(t.objective().get(3)).isLessThan(0.95 * t.objective().get(0));
    assertThat(t.model().nu()).isEqualTo(nu);
    assertThat(cost(t.model(), all, other)).isLessThan(0.95 * cost(start, all, other));
  }

  private static int[] recordings(TrainingData data, IntPredicate speaker) {
    return IntStream.range(0, data.size()).filter(j -> speaker.test(data.speaker(j))).toArray();
  }

  private static TrainingData only(TrainingData data, int[] recordings) {
    return TrainingData.of(
        data.vectors().doubles(0, data.size()).selectRows(recordings),
        Arrays.stream(recordings).map(data::speaker).toArray());
  }

  private static double cost(GmeExtractor e, TrainingData data, int[] recordings) {
    TrainingData part = only(data, recordings);
    int[] labels = IntStream.range(0, part.size()).map(part::speaker).toArray();
    return new PseudolikelihoodObjective(PRIOR)
        .evaluate(e, part.vectors().doubles(0, part.size()), labels)
        .objective();
  }

  @Test
  void theSameOnAnyNumberOfThreads() {
    TrainingData data = DescentCases.data(2, 200);
    PseudolikelihoodTrainer trainer =
        new PseudolikelihoodTrainer(
                SEATS, DescentOptions.builder().steps(5).evaluateEvery(5).build())
            .withStarts(StartTrainer.ofOtherData(DescentCases.start(2)));
    Workers.setThreads(1);
    GmeExtractor one = trainer.train(data, DescentCases.start(2)).model();
    Workers.setThreads(3);
    GmeExtractor three = trainer.train(data, DescentCases.start(2)).model();
    assertThat(three.p()).isEqualTo(one.p()).isNotEqualTo(DescentCases.start(2).p());
    assertThat(three.h()).isEqualTo(one.h());
  }

  @ParameterizedTest
  @CsvSource({"ADAM, 1e3", "ADAM, 1e300", "MOMENTUM, 1e300"})
  void survivesStepsOfAnySize(Method method, double rate) {
    GmeExtractor start = DescentCases.start(2);
    Trained<GmeExtractor> t =
        new PseudolikelihoodTrainer(
                SEATS, DescentOptions.builder().method(method).rates(rate, rate).build())
            .withStarts(StartTrainer.ofOtherData(start))
            .train(DescentCases.data(2, 60), start);
    assertThat(t.objective().subList(1, 4)).containsOnly(t.objective().get(1));
    assertThat(t.notes()).hasSize(3);
  }

  /** Every training speaker comes with all recordings, none twice. */
  @Test
  void minibatchesAreOfWholeSpeakers() {
    TrainingData data = DescentCases.data(GAUSS, 50);
    WhitenedData whitened =
        new WhitenedData(data, DescentCases.start(GAUSS), DescentCases.held(data));
    // As many as there are: the minibatch must be the whole, whatever the draw.
    Criterion criterion = new PseudolikelihoodCriterion(whitened, SEATS);
    double[] theta = whitened.space.parameters();
    double[] gradient = new double[theta.length];
    double whole = criterion.all().evaluate(theta, gradient);
    double drawn =
        criterion.minibatch(new SeededRandom(1)).evaluate(theta, new double[theta.length]);
    assertThat(drawn).isCloseTo(whole, within(1e-5 * whole));
    Criterion few = new PseudolikelihoodCriterion(whitened, SEATS.withSpeakers(10));
    double a = few.minibatch(new SeededRandom(1)).evaluate(theta, gradient);
    double again = few.minibatch(new SeededRandom(1)).evaluate(theta, gradient);
    double b = few.minibatch(new SeededRandom(2)).evaluate(theta, gradient);
    assertThat(again).isEqualTo(a).isNotEqualTo(b);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 0, -3})
  void refusesMinibatchesWithoutTwoSpeakers(int speakers) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SEATS.withSpeakers(speakers))
        .withMessageContaining("at least 2 speakers, found " + speakers);
  }

  @Test
  void refusals() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SEATS.withPrior(new ChineseRestaurant(0, 0)))
        .withMessageContaining("must not both be 0");
    TrainingData data = DescentCases.data(2, 60);
    int[] all = IntStream.range(0, data.size()).toArray();
    TrainingData single = TrainingData.of(only(data, all).vectors(), all);
    assertThatThrownBy(
            () ->
                new PseudolikelihoodTrainer(SEATS, options(Method.ADAM))
                    .train(single, DescentCases.start(2)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("pairs of one speaker and of two");
  }
}
