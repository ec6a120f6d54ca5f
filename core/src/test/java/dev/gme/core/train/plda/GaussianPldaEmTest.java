package dev.gme.core.train.plda;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static dev.gme.core.train.TrainingCases.distance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.CancelledProgress;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** EM of both Gaussian models, beyond the golden cases. */
@ExtendWith(RestoresThreads.class)
public class GaussianPldaEmTest {

  private static SpeakerStatistics gather(TrainingData data) {
    return SpeakerStatistics.gather(data);
  }

  private static Trained<HtPlda> train(
      SpeakerStatistics statistics, PldaStart start, Stopping stopping) {
    return new GaussianPldaEm(stopping).train(statistics, start);
  }

  private static Trained<TwoCovariance> twoCovariance(
      SpeakerStatistics statistics, Stopping stopping) {
    return new TwoCovarianceEm(stopping).train(statistics, PldaStart.fullRank(statistics));
  }

  public static void assertNeverFalls(List<Double> objective) {
    for (int i = 1; i < objective.size(); i++) {
      double before = objective.get(i - 1);
      assertThat(objective.get(i))
          .as("objective %d", i)
          .isGreaterThanOrEqualTo(before - 1e-12 * Math.abs(before));
    }
  }

  /** From a poor start: well above it after some iterations, and never falling on the way. */
  static void assertRises(List<Double> objective, int iterations) {
    assertThat(objective).hasSize(iterations + 1);
    assertThat(objective.get(iterations)).isGreaterThan(objective.get(0) + 10);
    assertNeverFalls(objective);
  }

  /** From a poor start, where there is a way to go; seeds 1 to 5. */
  @ParameterizedTest
  @CsvSource({
    "8, 3, false, false",
    "8, 3, true, false",
    "8, 3, false, true",
    "8, 3, true, true",
    "6, 6, true, false",
    "6, 6, false, true",
    "5, 1, true, true"
  })
  void likelihoodNeverFalls(int dim, int d, boolean minimumDivergence, boolean weighted) {
    for (long seed = 1; seed <= 5; seed++) {
      TrainingCases.Drawn drawn = TrainingCases.draw(dim, d, GAUSS, 60, seed);
      double[] w = weighted ? TrainingCases.weights(drawn.size(), seed) : null;
      SpeakerStatistics statistics = gather(drawn.weighted(w));
      List<Double> objective =
          new GaussianPldaEm(Stopping.after(40))
              .withMinimumDivergence(minimumDivergence)
              .train(statistics, PldaStart.random(statistics, d, seed))
              .objective();
      assertRises(objective, 40);
    }
  }

  /** Seeds 1 to 5. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void likelihoodOfTheTwoCovarianceModelNeverFalls(boolean weighted) {
    for (long seed = 1; seed <= 5; seed++) {
      TrainingCases.Drawn drawn = TrainingCases.draw(6, 6, GAUSS, 60, seed);
      double[] w = weighted ? TrainingCases.weights(drawn.size(), seed) : null;
      SpeakerStatistics statistics = gather(drawn.weighted(w));
      DoubleMatrix identity = DoubleMatrix.identity(6);
      List<Double> objective =
          new TwoCovarianceEm(Stopping.after(40))
              .train(statistics, PldaStart.of(identity, identity.times(3)))
              .objective();
      assertRises(objective, 40);
    }
  }

  @Test
  void twoWaysToOneMaximum() {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 5, GAUSS, 300, 1);
    SpeakerStatistics statistics = gather(drawn.data());
    Stopping stopping = Stopping.after(3000);
    Trained<HtPlda> plda = train(statistics, PldaStart.random(statistics, 5, 2), stopping);
    Trained<TwoCovariance> two = twoCovariance(statistics, stopping);
    assertThat(last(plda)).isCloseTo(last(two), offset(1e-9 * Math.abs(last(two))));
    assertThat(distance(plda.model().f().outerGram(), two.model().between())).isLessThan(1e-6);
    assertThat(distance(Cholesky.of(plda.model().w()).inverse(), two.model().within()))
        .isLessThan(1e-6);
  }

  private static double last(Trained<?> trained) {
    return trained.objective().get(trained.iterations());
  }

  /**
   * Where all speakers have n recordings the maximum is known: Σw is the pooled covariance within
   * speakers with M(n−1) in the denominator, and Σb + Σw/n is that of the speakers' means.
   */
  @Test
  void maximumOfBalancedData() {
    int n = 4;
    int m = 200;
    TrainingCases.Drawn drawn = TrainingCases.draw(4, 4, GAUSS, m, RecordingCounts.fixed(n), 3);
    SpeakerStatistics statistics = gather(drawn.data());
    DoubleMatrix ofMeans = statistics.sums().gram().times(1.0 / (n * n * m));
    DoubleMatrix within =
        statistics.secondMoment().minus(ofMeans.times(n * m)).times(1.0 / (m * (n - 1)));
    DoubleMatrix between = ofMeans.minus(within.times(1.0 / n));
    Trained<HtPlda> plda =
        train(statistics, PldaStart.fromScatter(statistics, 4), Stopping.after(2000));
    assertThat(distance(plda.model().f().outerGram(), between)).isLessThan(1e-8);
    assertThat(distance(Cholesky.of(plda.model().w()).inverse(), within)).isLessThan(1e-8);
    Trained<TwoCovariance> two = twoCovariance(statistics, Stopping.after(2000));
    assertThat(distance(two.model().between(), between)).isLessThan(1e-8);
    assertThat(distance(two.model().within(), within)).isLessThan(1e-8);
  }

  /** The likelihood of the statistics is the density of the recordings, speaker by speaker. */
  @Test
  void objectiveIsTheLogLikelihood() {
    TrainingCases.Drawn drawn = TrainingCases.draw(3, 2, GAUSS, 5, 4);
    SpeakerStatistics statistics = gather(drawn.data());
    HtPlda truth = drawn.truth();
    DoubleMatrix noise = Cholesky.of(truth.w()).inverse();
    double objective =
        train(statistics, PldaStart.of(truth.f(), noise), Stopping.after(0)).objective().get(0);
    DoubleMatrix x = drawn.database().vectors().minusFromRows(statistics.mean());
    int[] speakers = drawn.database().speakers();
    int n = x.rows();
    // All recordings as one vector of 3n, whose blocks share FF' within a speaker.
    double[] covariance = new double[9 * n * n];
    DoubleMatrix between = truth.f().outerGram();
    for (int i = 0; i < 3 * n; i++) {
      for (int j = 0; j < 3 * n; j++) {
        double shared = speakers[i / 3] == speakers[j / 3] ? between.get(i % 3, j % 3) : 0;
        covariance[i * 3 * n + j] = shared + (i / 3 == j / 3 ? noise.get(i % 3, j % 3) : 0);
      }
    }
    Cholesky chol = Cholesky.of(DoubleMatrix.wrap(3 * n, 3 * n, covariance));
    double squares = Arrays.stream(chol.solveLower(x.array())).map(v -> v * v).sum();
    double expected = -0.5 * (squares + chol.logDeterminant() + 3 * n * Math.log(2 * Math.PI));
    assertThat(objective).isCloseTo(expected, offset(1e-10 * Math.abs(expected)));
  }

  @Test
  void sameBytesForAnyNumberOfThreads() {
    TrainingCases.Drawn drawn = TrainingCases.draw(12, 4, GAUSS, 900, 5);
    Workers.setThreads(1);
    Trained<HtPlda> one = trainAll(drawn.data());
    Trained<TwoCovariance> oneTwo = twoCovariance(gather(drawn.data()), Stopping.after(5));
    for (int threads : new int[] {2, 5}) {
      Workers.setThreads(threads);
      assertSameBytes(trainAll(drawn.data()), one);
      Trained<TwoCovariance> two = twoCovariance(gather(drawn.data()), Stopping.after(5));
      assertThat(two.objective()).isEqualTo(oneTwo.objective());
      assertThat(two.model().between()).isEqualTo(oneTwo.model().between());
      assertThat(two.model().within()).isEqualTo(oneTwo.model().within());
    }
  }

  private static Trained<HtPlda> trainAll(TrainingData data) {
    SpeakerStatistics statistics = gather(data);
    return train(statistics, PldaStart.fromScatter(statistics, 4), Stopping.after(5));
  }

  static void assertSameBytes(Trained<HtPlda> actual, Trained<HtPlda> expected) {
    assertThat(actual.objective()).isEqualTo(expected.objective());
    assertThat(actual.model().mean()).isEqualTo(expected.model().mean());
    assertThat(actual.model().f()).isEqualTo(expected.model().f());
    assertThat(actual.model().w()).isEqualTo(expected.model().w());
  }

  @Test
  void shuffledRecordings() {
    TrainingCases.Drawn drawn = TrainingCases.draw(8, 4, GAUSS, 200, 6);
    TrainingData shuffled = drawn.shuffled(TrainingCases.permutation(drawn.size(), 7));
    HtPlda expected = trainAll(drawn.data()).model();
    HtPlda actual = trainAll(shuffled).model();
    assertThat(distance(actual.f().outerGram(), expected.f().outerGram())).isLessThan(1e-11);
    assertThat(distance(actual.w(), expected.w())).isLessThan(1e-11);
  }

  @Test
  void floatsAreTakenAsTheyAre() {
    TrainingCases.Drawn drawn = TrainingCases.draw(8, 4, GAUSS, 200, 8);
    assertSameBytes(trainAll(drawn.inFloats()), trainAll(drawn.roundedToFloats()));
  }

  /** Few different counts, many, and the border between the two kinds of groups. */
  @ParameterizedTest
  @ValueSource(ints = {3, 6, 7, 8, 40})
  void groupsOfEqualCountsAreAShortcutOnly(int speakers) {
    TrainingCases.Drawn drawn =
        TrainingCases.draw(6, 2, GAUSS, speakers, RecordingCounts.fixed(6), 9);
    // Weights that differ by nothing that matters put every speaker into a group of its own.
    double[] nearlyOne = new double[drawn.size()];
    Arrays.setAll(nearlyOne, j -> 1 + 1e-13 * drawn.database().speakers()[j]);
    SpeakerStatistics grouped = gather(drawn.data());
    SpeakerStatistics single = gather(drawn.weighted(nearlyOne));
    PldaStart start = PldaStart.random(grouped, 2, 10);
    Trained<HtPlda> a = train(grouped, start, Stopping.after(5));
    Trained<HtPlda> b = train(single, start, Stopping.after(5));
    assertThat(last(a)).isCloseTo(last(b), offset(1e-10 * Math.abs(last(b))));
    assertThat(distance(a.model().f().outerGram(), b.model().f().outerGram())).isLessThan(1e-9);
    assertThat(distance(a.model().w(), b.model().w())).isLessThan(1e-9);
  }

  /** One factorization per count, or one eigendecomposition; 1 to 3 different counts. */
  @ParameterizedTest
  @CsvSource({"6, 2, 1, true", "6, 6, 1, true", "8, 3, 2, false", "8, 8, 3, true", "5, 1, 3, true"})
  void twoKindsOfPosteriorsGiveTheSame(int dim, int d, int counts, boolean minimumDivergence) {
    TrainingCases.Drawn drawn =
        TrainingCases.draw(dim, d, GAUSS, 120, RecordingCounts.between(3, 2 + counts), 14);
    SpeakerStatistics statistics = gather(drawn.data());
    PldaStart start = PldaStart.random(statistics, d, 15);
    Stopping stopping = Stopping.after(10);
    Trained<HtPlda> dense =
        new GaussianPldaEm(stopping)
            .withMinimumDivergence(minimumDivergence)
            .withFewCounts(counts)
            .train(statistics, start);
    Trained<HtPlda> diagonal =
        new GaussianPldaEm(stopping)
            .withMinimumDivergence(minimumDivergence)
            .withFewCounts(0)
            .train(statistics, start);
    for (int i = 0; i <= 10; i++) {
      double expected = diagonal.objective().get(i);
      assertThat(dense.objective().get(i)).isCloseTo(expected, offset(1e-12 * Math.abs(expected)));
    }
    // They take the same steps in other roundings.
    assertThat(dense.objective()).isNotEqualTo(diagonal.objective());
    HtPlda expected = diagonal.model();
    HtPlda model = dense.model();
    assertThat(distance(model.f().outerGram(), expected.f().outerGram())).isLessThan(1e-9);
    assertThat(distance(model.w(), expected.w())).isLessThan(1e-9);
    DoubleMatrix fwf = model.f().transposeTimes(model.w()).times(model.f());
    assertThat(distance(fwf, DoubleMatrix.diagonal(fwf.diagonal())))
        .as("the model is in canonical form")
        .isLessThan(1e-10);
  }

  @Test
  void stopsWhenLittleIsGained() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, GAUSS, 300, 11);
    SpeakerStatistics statistics = gather(drawn.data());
    PldaStart start = PldaStart.random(statistics, 2, 12);
    Trained<HtPlda> trained = train(statistics, start, new Stopping(500, 1e-5));
    int n = trained.iterations();
    assertThat(n).isBetween(2, 499);
    List<Double> o = trained.objective();
    assertThat(o.get(n) - o.get(n - 1)).isLessThan(1e-5 * Math.abs(o.get(n - 1)));
    assertThat(o.get(n - 1) - o.get(n - 2)).isGreaterThanOrEqualTo(1e-5 * Math.abs(o.get(n - 2)));
  }

  @Test
  void progressAndCancellation() {
    TrainingCases.Drawn drawn = TrainingCases.draw(4, 2, GAUSS, 50, 13);
    SpeakerStatistics statistics = gather(drawn.data());
    PldaStart start = PldaStart.fromScatter(statistics, 2);
    List<Long> heard = new ArrayList<>();
    List<Progress.Objective> told = new ArrayList<>();
    GaussianPldaEm em = new GaussianPldaEm(Stopping.after(5));
    Trained<HtPlda> trained =
        em.train(
            statistics,
            start,
            new Progress() {
              @Override
              public void update(String what, long done, long total) {
                heard.add(done);
              }

              @Override
              public void objective(Objective objective) {
                told.add(objective);
              }
            });
    assertThat(heard).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(told)
        .extracting(Progress.Objective::value)
        .containsExactlyElementsOf(trained.objective());
    assertThat(told.get(3))
        .isEqualTo(new Progress.Objective("EM", 3, "log-likelihood", trained.objective().get(3)))
        .asString()
        .startsWith("EM: iteration 3, log-likelihood ");
    assertThatThrownBy(() -> em.train(statistics, start, new CancelledProgress()))
        .isInstanceOf(CancellationException.class);
  }
}
