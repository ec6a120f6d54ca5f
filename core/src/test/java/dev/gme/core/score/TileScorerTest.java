package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;
import dev.gme.core.score.tile.TrialCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The promise of docs/math.md 6.2, on precisions that are hard on it. */
@ExtendWith(RestoresThreads.class)
class TileScorerTest {
  private static final int N = 700;

  /** Recordings of N speakers with precisions b: a = b(λz + noise of variance λ/b). */
  private static MetaEmbeddings draw(int n, int d, long seed, IntToDoubleFunction b) {
    return draw(n, lambda(d), seed, b);
  }

  private static MetaEmbeddings draw(int n, double[] lambda, long seed, IntToDoubleFunction b) {
    return draw(IntStream.range(0, n).toArray(), lambda, seed, b);
  }

  /** The same with several recordings of a speaker. */
  private static MetaEmbeddings draw(
      int[] speaker, double[] lambda, long seed, IntToDoubleFunction b) {
    int n = speaker.length;
    int d = lambda.length;
    SeededRandom speakers = new SeededRandom(7, 0);
    double[] z = DoubleStream.generate(speakers::nextGaussian).limit((long) n * d).toArray();
    SeededRandom random = new SeededRandom(seed, 1);
    double[] a = new double[n * d];
    double[] precisions = new double[n];
    for (int i = 0; i < n; i++) {
      precisions[i] = b.applyAsDouble(i);
      for (int k = 0; k < d; k++) {
        a[i * d + k] =
            precisions[i] * lambda[k] * z[speaker[i] * d + k]
                + Math.sqrt(precisions[i] * lambda[k]) * random.nextGaussian();
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), precisions, lambda);
  }

  private static double[] lambda(int d) {
    double[] out = new double[d];
    for (int k = 0; k < d; k++) {
      // Not in order, so that the scorer has to sort components too.
      out[(k * 7) % d] = 6 * Math.pow(0.1 / 6, k / (d - 1.0));
    }
    return out;
  }

  /** Uniform numbers, seed 3. */
  private static double[] uniform() {
    SeededRandom random = new SeededRandom(3, 0);
    return DoubleStream.generate(random::nextDouble).limit(2 * N).toArray();
  }

  static Stream<Arguments> precisions() {
    double[] u = uniform();
    List<Arguments> out = new ArrayList<>();
    for (double tolerance : new double[] {1e-2, 1e-3, 1e-4}) {
      out.add(Arguments.of("constant", tolerance, f(i -> 1), f(i -> 1)));
      out.add(
          Arguments.of(
              "two clusters",
              tolerance,
              f(i -> i % 3 == 0 ? 1e-4 : 50),
              f(i -> i % 2 == 0 ? 1 : 900)));
      out.add(
          Arguments.of(
              "eight decades",
              tolerance,
              f(i -> Math.pow(10, -5 + 8 * u[i])),
              f(i -> Math.pow(10, -5 + 8 * u[N + i]))));
      out.add(
          Arguments.of(
              "one outlier",
              tolerance,
              f(i -> i == 17 ? 3000 : 0.9 + 0.2 * u[i]),
              f(i -> 1 + u[N + i])));
      out.add(
          Arguments.of(
              "one speaker far ahead",
              tolerance,
              f(i -> i == 17 ? 3000 : 0.9 + 0.2 * u[i]),
              f(i -> i == 17 ? 3000 : 1 + u[N + i])));
      out.add(
          Arguments.of(
              "pools of 1 to 500",
              tolerance,
              f(i -> 1 + (int) (500 * u[i])),
              f(i -> 0.5 + u[N + i])));
      out.add(
          Arguments.of(
              "pools on both sides",
              tolerance,
              f(i -> 1 + (int) (500 * u[i])),
              f(i -> 1 + (int) (500 * u[N + i]))));
      out.add(
          Arguments.of(
              "with nothing known", tolerance, f(i -> i < 3 ? 0 : u[i]), f(i -> u[N + i])));
    }
    return out.stream();
  }

  private static IntToDoubleFunction f(IntToDoubleFunction b) {
    return b;
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("precisions")
  void keepsItsPromise(
      String name, double tolerance, IntToDoubleFunction ofEnrol, IntToDoubleFunction ofTest) {
    MetaEmbeddings enrol = draw(N, 40, 1, ofEnrol);
    MetaEmbeddings test = draw(N, 40, 2, ofTest);
    requirePromise(enrol, test, tolerance);
  }

  private static void requirePromise(
      MetaEmbeddings enrol, MetaEmbeddings test, double... tolerances) {
    DoubleMatrix exact = enrol.llr(test);
    for (double tolerance : tolerances) {
      Errors errors = new Errors(exact);
      ScoreReport report = ScoreKind.llr(tolerance).scorer(enrol, test).all(errors);
      assertThat(report.trials()).isEqualTo((long) enrol.size() * test.size());
      assertThat(errors.rmsAll()).as("all").isLessThanOrEqualTo(tolerance);
      assertThat(errors.rmsSame()).as("same speaker").isLessThanOrEqualTo(tolerance);
      assertThat(errors.worstTile()).as("worst tile").isLessThanOrEqualTo(tolerance);
      assertThat(errors.max()).as("largest").isLessThanOrEqualTo(report.errorBound());
      assertThat(report.checked()).as("one of each tile").isEqualTo(report.tiles()).isPositive();
      assertThat(report.largestError()).as("checked").isBetween(0.0, errors.max() + 1e-9);
    }
  }

  /** Whoever scores a few trials and ends gets exact scores, however many threads there are. */
  @Test
  void tilesAreNotMadeReadyForAFewTrials() {
    MetaEmbeddings enrol = draw(N, 40, 1, i -> 1 + 0.01 * i);
    MetaEmbeddings test = draw(N, 40, 2, i -> 2 + 0.01 * i);
    MatrixSink once = new MatrixSink(N, N);
    ScoreReport report = ScoreKind.llrOnce(1e-3).scorer(enrol, test).all(once);
    assertThat(report.isExact()).isTrue();
    MatrixSink exact = new MatrixSink(N, N);
    ScoreKind.exactLlr().scorer(enrol, test).all(exact);
    assertThat(once.matrix()).isEqualTo(exact.matrix());
    assertThat(ScoreKind.llr(1e-3).scorer(enrol, test).all(new MatrixSink(N, N)).isExact())
        .isFalse();
    int few = 23_200;
    assertThat(TrialCost.needsNoTiles(few, 400, 400, 50, TrialCost.Use.ONCE)).isTrue();
    assertThat(TrialCost.needsNoTiles(few, 400, 400, 50, TrialCost.Use.OFTEN)).isFalse();
    int many = 10_000_000;
    assertThat(TrialCost.needsNoTiles(many, 4000, 4000, 50, TrialCost.Use.ONCE)).isFalse();
  }

  /** Few recordings, wide tiles, and hardly an error allowed: that takes many ranks. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 1e-5, 1e-6})
  void keepsItsPromiseForFewPools(double tolerance) {
    double[] u = uniform();
    MetaEmbeddings enrol = draw(75, 40, 1, i -> 1 + (int) (500 * u[i]));
    MetaEmbeddings test = draw(75, 40, 2, i -> 1 + (int) (500 * u[N + i]));
    requirePromise(enrol, test, tolerance);
  }

  /** λ that falls just so fast that two components are nearly alike. */
  @ParameterizedTest
  @ValueSource(doubles = {1.15, 1.24, 1.29})
  void keepsItsPromiseForGroupsOfTwo(double ratio) {
    double[] u = uniform();
    double[] lambda = IntStream.range(0, 30).mapToDouble(k -> 0.5 * Math.pow(ratio, -k)).toArray();
    MetaEmbeddings enrol = draw(N, lambda, 1, i -> 0.3 * (1 + 3 * u[i]));
    MetaEmbeddings test = draw(N, lambda, 2, i -> 0.4 * (1 + 3 * u[N + i]));
    requirePromise(enrol, test, 1e-2, 1e-3, 1e-4);
  }

  /** Where nothing is left out, rounding is all there is: of floats, or of doubles. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-3, 6, 3000})
  void boundCountsRounding(double b) {
    MetaEmbeddings enrol = draw(30, 40, 1, i -> b);
    MetaEmbeddings test = draw(30, 40, 2, i -> b);
    for (double tolerance : new double[] {1e-2, 1e-4, 1e-6}) {
      Errors errors = new Errors(enrol.llr(test));
      ScoreReport report = ScoreKind.llr(tolerance).scorer(enrol, test).all(errors);
      assertThat(errors.max()).isLessThanOrEqualTo(report.errorBound());
    }
  }

  /** Few components have λ far apart, so that none may stand for its neighbours. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 12})
  void keepsItsPromiseForFewComponents(int d) {
    double[] u = uniform();
    MetaEmbeddings enrol = draw(N, d, 1, i -> 0.1 * Math.pow(10, 2 * u[i]));
    MetaEmbeddings test = draw(N, d, 2, i -> i % 3 == 0 ? 0.01 : 2 + u[N + i]);
    requirePromise(enrol, test, 1e-2, 1e-3, 1e-4);
  }

  /** A tile of one speaker's pairs alone, whose large numbers floats would round too much. */
  @Test
  void manyRecordingsOfOneSpeakerFarAhead() {
    double[] u = uniform();
    int[] speaker = IntStream.range(0, 1200).map(i -> i < 100 ? 0 : i).toArray();
    IntToDoubleFunction b = i -> i < 100 ? 300 + u[i] : 1 + u[i];
    MetaEmbeddings enrol = draw(speaker, lambda(60), 1, b);
    MetaEmbeddings test = draw(speaker, lambda(60), 2, b);
    requirePromise(enrol, test, 1e-2, 1e-3);
  }

  /** Of few pairs the mean square is often far from what is expected of it. Seed 5. */
  @Test
  void keepsItsPromiseOnSmallSets() {
    SeededRandom random = new SeededRandom(5, 0);
    for (int trial = 0; trial < 500; trial++) {
      int d = 2 + (int) (19 * random.nextDouble());
      double decades = 2 * random.nextDouble();
      IntToDoubleFunction b = i -> Math.pow(10, decades * (random.nextDouble() - 0.5));
      MetaEmbeddings enrol = draw(1 + (int) (14 * random.nextDouble()), d, 2L * trial, b);
      MetaEmbeddings test = draw(1 + (int) (14 * random.nextDouble()), d, 2L * trial + 1, b);
      Errors errors = new Errors(enrol.llr(test));
      double tolerance = Math.pow(10, -2 - trial % 3);
      ScoreReport report = ScoreKind.llr(tolerance).scorer(enrol, test).all(errors);
      assertThat(errors.rmsAll()).as("set %d", trial).isLessThanOrEqualTo(tolerance);
      assertThat(errors.worstTile()).as("set %d", trial).isLessThanOrEqualTo(tolerance);
      assertThat(errors.max()).as("set %d", trial).isLessThanOrEqualTo(report.errorBound());
    }
  }

  /**
   * Embeddings of a model that does not fit: all of a is too large or too small. Where it is too
   * large, the squares of a tell.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.8, 1.5, 3})
  void keepsItsPromiseWhereTheModelDoesNotFit(double scale) {
    double[] u = uniform();
    double[] factors = new double[N];
    Arrays.fill(factors, scale);
    MetaEmbeddings enrol = scaled(draw(N, 40, 1, i -> 0.5 + u[i]), factors);
    MetaEmbeddings test = scaled(draw(N, 40, 2, i -> 1 + 3 * u[N + i]), factors);
    requirePromise(enrol, test, 1e-2, 1e-3, 1e-4);
  }

  /** A recording far beyond what the model expects does not spoil the scores of those beside it. */
  @ParameterizedTest
  @ValueSource(doubles = {30, 1e4, 1e8, 1e12})
  void oneRecordingBeyondAllMeasure(double factor) {
    double[] u = uniform();
    double[] factors = new double[N];
    Arrays.fill(factors, 1);
    factors[17] = factor;
    MetaEmbeddings enrol = scaled(draw(N, 40, 1, i -> 0.5 + u[i]), factors);
    MetaEmbeddings test = draw(N, 40, 2, i -> 1 + 3 * u[N + i]);
    DoubleMatrix exact = enrol.llr(test);
    MatrixSink sink = new MatrixSink(N, N);
    ScoreKind.llr(1e-3).scorer(enrol, test).all(sink);
    double sum = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        double error = i == 17 ? 0 : sink.matrix().get(i, j) - exact.get(i, j);
        sum += error * error;
      }
    }
    assertThat(Math.sqrt(sum / N / N)).isLessThanOrEqualTo(1e-3);
  }

  /** Where large numbers have to become small, the choice of ranks still sees when they are. */
  @Test
  void largeNumbersTakeNoMoreRanksThanTheyNeed() {
    double[] factors = new double[N];
    Arrays.fill(factors, 1000);
    double[] u = uniform();
    MetaEmbeddings enrol = scaled(draw(N, 20, 1, i -> 0.5 + u[i]), factors);
    MatrixSink sink = new MatrixSink(N, N);
    assertThat(ScoreKind.llr(1e-3).scorer(enrol, enrol).all(sink).columns()).isLessThan(10);
  }

  private static MetaEmbeddings scaled(MetaEmbeddings e, double[] factors) {
    return MetaEmbeddings.of(e.a().scaleRows(factors), e.b(), e.lambda());
  }

  /**
   * Precisions of a speaker's two recordings that follow each other exactly: the promise is for
   * independent ones, and here pairs of one speaker may be off by half as much again.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e-3, 1e-4})
  void dependentPrecisionsCostLittle(double tolerance) {
    double[] u = uniform();
    MetaEmbeddings enrol = draw(N, 40, 1, i -> 0.9 + 0.2 * u[i]);
    MetaEmbeddings test = draw(N, 40, 2, i -> 1 + u[i]);
    Errors errors = new Errors(enrol.llr(test));
    ScoreKind.llr(tolerance).scorer(enrol, test).all(errors);
    assertThat(errors.rmsAll()).isLessThanOrEqualTo(tolerance);
    assertThat(errors.worstTile()).isLessThanOrEqualTo(tolerance);
    assertThat(errors.rmsSame()).isLessThanOrEqualTo(1.5 * tolerance);
  }

  /** Errors beyond the rounding of a score to a float, 2^-21 of it, which no tolerance covers. */
  private static final class Errors implements ScoreSink<double[]> {
    private final DoubleMatrix exact;
    private final double[] total = new double[4];
    private double worstTile;
    private double max;

    Errors(DoubleMatrix exact) {
      this.exact = exact;
    }

    @Override
    public double[] open(ScoreBand band) {
      return new double[6];
    }

    @Override
    public void accept(double[] part, ScoreTile tile) {
      double sum = 0;
      for (int i = 0; i < tile.rows(); i++) {
        for (int j = 0; j < tile.cols(); j++) {
          double truth = exact.get(tile.row(i), tile.col(j));
          double off = Math.abs(tile.scores()[i * tile.cols() + j] - truth);
          part[5] = Math.max(part[5], off);
          double e = Math.max(0, off - 0x1p-21 * Math.abs(truth));
          sum += e * e;
          if (tile.row(i) == tile.col(j)) {
            part[2] += e * e;
            part[3]++;
          }
        }
      }
      part[0] += sum;
      part[1] += (double) tile.rows() * tile.cols();
      part[4] = Math.max(part[4], Math.sqrt(sum / tile.rows() / tile.cols()));
    }

    @Override
    public void merge(double[] part) {
      for (int k = 0; k < 4; k++) {
        total[k] += part[k];
      }
      worstTile = Math.max(worstTile, part[4]);
      max = Math.max(max, part[5]);
    }

    double rmsAll() {
      return Math.sqrt(total[0] / total[1]);
    }

    double rmsSame() {
      return Math.sqrt(total[2] / total[3]);
    }

    double worstTile() {
      return worstTile;
    }

    double max() {
      return max;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 31, 32, 33, 63, 65, 129})
  void scoresAnyNumberOfRecordings(int n) {
    MetaEmbeddings enrol = draw(n, 9, 1, i -> 0.3 + i % 5);
    MetaEmbeddings test = draw(66 - n / 2, 9, 2, i -> 0.5 + i % 7);
    MatrixSink sink = new MatrixSink(enrol.size(), test.size());
    ScoreReport report = ScoreKind.llr(1e-4).scorer(enrol, test).all(sink);
    DoubleMatrix exact = enrol.llr(test);
    FloatMatrix scores = sink.matrix();
    for (int i = 0; i < exact.rows(); i++) {
      for (int j = 0; j < exact.cols(); j++) {
        assertThat((double) scores.get(i, j))
            .isCloseTo(exact.get(i, j), Offset.offset(Math.min(0.05, report.errorBound())));
      }
    }
  }

  @Test
  void emptySidesHaveNoScores() {
    MetaEmbeddings none = draw(0, 9, 1, i -> 1);
    MetaEmbeddings some = draw(5, 9, 1, i -> 1);
    for (ScoreKind<MetaEmbeddings> scorer : List.of(ScoreKind.llr(1e-3), ScoreKind.exactLlr())) {
      MatrixSink sink = new MatrixSink(0, 5);
      assertThat(scorer.scorer(none, some).all(sink).trials()).isZero();
      assertThat(scorer.scorer(some, none).all(sink).trials()).isZero();
    }
  }

  @Test
  void theSameBytesOnAnyNumberOfThreads() {
    MetaEmbeddings enrol = draw(N, 40, 1, i -> 0.2 + i % 11);
    MetaEmbeddings test = draw(N, 40, 2, i -> 0.1 + i % 13);
    float[] one = null;
    for (int t : new int[] {1, 2, 5}) {
      Workers.setThreads(t);
      MatrixSink sink = new MatrixSink(N, N);
      ScoreKind.llr(1e-3).scorer(enrol, test).all(sink);
      if (one == null) {
        one = sink.matrix().array();
      }
      assertThat(Arrays.equals(sink.matrix().array(), one)).as("%d threads", t).isTrue();
    }
  }

  @Test
  void exactScoresAreThoseInDouble() {
    MetaEmbeddings enrol = draw(50, 9, 1, i -> 0.2 + i % 11);
    MetaEmbeddings test = draw(70, 9, 2, i -> 0.1 + i % 13);
    MatrixSink sink = new MatrixSink(50, 70);
    ScoreReport report = ScoreKind.exactLlr().scorer(enrol, test).all(sink);
    DoubleMatrix exact = enrol.llr(test);
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 70; j++) {
        assertThat(sink.matrix().get(i, j)).isEqualTo((float) exact.get(i, j));
      }
    }
    assertThat(report.trials()).isEqualTo(3500);
    assertThat(report.isExact()).isTrue();
  }
}
