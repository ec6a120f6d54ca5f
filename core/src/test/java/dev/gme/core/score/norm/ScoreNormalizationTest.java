package dev.gme.core.score.norm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Cosine;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.Scores;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.RowSink;
import dev.gme.core.score.tile.MatrixBands;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Normalization by scorers and sinks against normalization of matrices in double. */
@ExtendWith(RestoresThreads.class)
class ScoreNormalizationTest {
  private static final int COHORT = 90;
  private static final MetaEmbeddings ENROL = Scores.recordings(40, 8, 1);
  private static final MetaEmbeddings TEST = Scores.recordings(50, 8, 2);
  private static final MetaEmbeddings MEMBERS = Scores.recordings(COHORT, 8, 3);

  static Stream<ScoreNormalization> variants() {
    return Stream.of(
        ScoreNormalization.z(),
        ScoreNormalization.t(),
        ScoreNormalization.s(),
        ScoreNormalization.zt(),
        ScoreNormalization.adaptiveS(20),
        ScoreNormalization.adaptiveS(1000),
        new ScoreNormalization(ScoreNormalization.Method.Z, 7),
        new ScoreNormalization(ScoreNormalization.Method.T, 7));
  }

  private static DoubleMatrix scores(
      ScoreKind<MetaEmbeddings> llr, MetaEmbeddings rows, MetaEmbeddings cols) {
    MatrixSink sink = new MatrixSink(rows.size(), cols.size());
    llr.scorer(rows, cols).all(sink);
    return sink.matrix().toDoubles();
  }

  /** By whole matrices in double; every enrolment is in the cohort, at the same place. */
  private static DoubleMatrix expected(ScoreNormalization variant, ScoreKind<MetaEmbeddings> llr) {
    return expected(
        variant,
        scores(llr, ENROL, MEMBERS),
        scores(llr, TEST, MEMBERS),
        scores(llr, MEMBERS, MEMBERS),
        scores(llr, ENROL, TEST));
  }

  private static DoubleMatrix expected(
      ScoreNormalization variant,
      DoubleMatrix enrolCohort,
      DoubleMatrix testCohort,
      DoubleMatrix cohortCohort,
      DoubleMatrix scores) {
    PairSet itself = diagonal(ENROL.size());
    CohortStatistics ofEnrol = CohortStatistics.of(enrolCohort, itself, variant.topN());
    CohortStatistics ofTest =
        CohortStatistics.of(testCohort, PairSet.none(TEST.size()), variant.topN());
    if (variant.method() == ScoreNormalization.Method.ZT) {
      CohortStatistics ofMembers = CohortStatistics.of(cohortCohort, diagonal(COHORT), 0);
      double[] z = new double[testCohort.array().length];
      for (int i = 0; i < z.length; i++) {
        int k = i % COHORT;
        z[i] = (testCohort.array()[i] - ofMembers.mean(k)) / ofMembers.deviation(k);
      }
      ofTest =
          CohortStatistics.of(
              DoubleMatrix.wrap(TEST.size(), COHORT, z), PairSet.none(TEST.size()), 0);
    }
    ScoreNormalizer n = ScoreNormalizer.of(variant, ofEnrol, ofTest);
    double[] out = new double[scores.array().length];
    for (int i = 0; i < out.length; i++) {
      out[i] = n.apply(i / TEST.size(), i % TEST.size(), scores.array()[i]);
    }
    return DoubleMatrix.wrap(ENROL.size(), TEST.size(), out);
  }

  private static PairSet diagonal(int n) {
    int[] numbers = IntStream.range(0, n).toArray();
    return PairSet.equal(numbers, numbers);
  }

  private static ScoreNormalizer fit(ScoreNormalization variant, ScoreKind<MetaEmbeddings> llr) {
    int[] numbers = IntStream.range(0, COHORT).toArray();
    return variant.fit(
        llr,
        ScoredSide.of(ENROL, Arrays.copyOf(numbers, ENROL.size())),
        ScoredSide.of(TEST),
        ScoredSide.of(MEMBERS, numbers),
        Progress.NONE);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void sameAsByMatrices(ScoreNormalization variant) {
    for (ScoreKind<MetaEmbeddings> llr : List.of(ScoreKind.exactLlr(), ScoreKind.llr(1e-3))) {
      double[] expected = expected(variant, llr).array();
      float[] first = null;
      for (int t : new int[] {1, 2, 5}) {
        Workers.setThreads(t);
        ScoreNormalizer normalizer = fit(variant, llr);
        MatrixSink sink = new MatrixSink(ENROL.size(), TEST.size());
        llr.scorer(ENROL, TEST).all(normalizer.into(sink));
        first = first == null ? sink.matrix().array() : first;
        assertThat(sink.matrix().array()).isEqualTo(first);
      }
      for (int i = 0; i < expected.length; i++) {
        // Floats round by some 2^-24 of a score or mean, which is 100 deviations at most.
        assertThat((double) first[i]).isCloseTo(expected[i], Offset.offset(2e-5));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void cosinesAreNormalizedTheSameWay(ScoreNormalization variant) {
    DoubleMatrix enrol = vectors(ENROL.size(), 11);
    DoubleMatrix test = vectors(TEST.size(), 12);
    DoubleMatrix members = vectors(COHORT, 13);
    int[][] numbers = IntStream.range(0, COHORT).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    ScoreNormalizer normalizer =
        variant.fit(
            ScoreKind.cosine(),
            ScoredSide.ofVectors(enrol, Arrays.copyOf(numbers, ENROL.size())),
            ScoredSide.ofVectors(test, new int[TEST.size()][0]),
            ScoredSide.ofVectors(members, numbers),
            Progress.NONE);
    MatrixSink sink = new MatrixSink(ENROL.size(), TEST.size());
    ScoreKind.cosine().scorer(enrol, test).transformed(normalizer).all(sink);
    double[] expected =
        expected(
                variant,
                Cosine.scores(enrol, members),
                Cosine.scores(test, members),
                Cosine.scores(members, members),
                Cosine.scores(enrol, test))
            .array();
    for (int i = 0; i < expected.length; i++) {
      // As above; the statistics are those of floats here.
      assertThat((double) sink.matrix().array()[i]).isCloseTo(expected[i], Offset.offset(2e-5));
    }
  }

  private static DoubleMatrix vectors(int n, long seed) {
    Random random = new Random(seed);
    double[] x = random.doubles(n * 8L, -1, 1).toArray();
    return DoubleMatrix.wrap(n, 8, x);
  }

  @Test
  void listsOfTrials() {
    ScoreNormalizer n = fit(ScoreNormalization.s(), ScoreKind.exactLlr());
    int[] enrols = {3, 0, 3};
    int[] tests = {1, 4, 1};
    float[] out = n.apply(enrols, tests, new float[] {2, -1, 7});
    assertThat(out)
        .containsExactly(
            (float) n.apply(3, 1, 2), (float) n.apply(0, 4, -1), (float) n.apply(3, 1, 7));
    assertThatIllegalArgumentException().isThrownBy(() -> n.apply(enrols, tests, new float[2]));
  }

  @Test
  void theTwoSidesMayHaveTheirOwnCohorts() {
    MetaEmbeddings others = Scores.recordings(60, 8, 4);
    ScoreNormalizer n =
        ScoreNormalization.s()
            .fit(
                ScoreKind.exactLlr(),
                ScoredSide.of(ENROL),
                ScoredSide.of(TEST),
                ScoredSide.of(MEMBERS),
                ScoredSide.of(others),
                Progress.NONE);
    CohortStatistics e = CohortStatistics.of(ENROL.llr(MEMBERS), PairSet.none(40), 0);
    CohortStatistics t = CohortStatistics.of(others.llr(TEST).transpose(), PairSet.none(50), 0);
    double expected = ((5 - e.mean(7)) / e.deviation(7) + (5 - t.mean(9)) / t.deviation(9)) / 2;
    assertThat(n.apply(7, 9, 5)).isCloseTo(expected, Offset.offset(1e-5));
  }

  @Test
  void poolsAreNotScoredAgainstTheirOwnRecordings() {
    int[] numbers = IntStream.range(100, 100 + COHORT).toArray();
    int[][] models = {{0, 1, 2}, {5}, {7, 89}};
    int[][] known = {{100, 101, 102}, {105}, {107, 189}};
    MetaEmbeddings pools = MEMBERS.pool(models);
    ScoreNormalizer n =
        ScoreNormalization.z()
            .fit(
                ScoreKind.exactLlr(),
                ScoredSide.ofPools(pools, known),
                ScoredSide.of(TEST),
                ScoredSide.of(MEMBERS, numbers),
                Progress.NONE);
    CohortStatistics e = CohortStatistics.of(pools.llr(MEMBERS), PairSet.of(models), 0);
    for (int m = 0; m < 3; m++) {
      double expected = (3 - e.mean(m)) / e.deviation(m);
      assertThat(n.apply(m, 0, 3)).isCloseTo(expected, Offset.offset(1e-5));
    }
  }

  @Test
  void infiniteTrialScoresStay() {
    double inf = Double.POSITIVE_INFINITY;
    variants()
        .forEach(
            variant -> {
              ScoreNormalizer n = fit(variant, ScoreKind.exactLlr());
              assertThat(n.apply(0, 0, inf)).isEqualTo(inf);
              assertThat(n.apply(0, 0, -inf)).isEqualTo(-inf);
              float[] x = new float[ENROL.size() * TEST.size()];
              Arrays.fill(x, Float.NEGATIVE_INFINITY);
              MatrixSink sink = new MatrixSink(ENROL.size(), TEST.size());
              MatrixBands.feed(
                  FloatMatrix.wrap(ENROL.size(), TEST.size(), x.clone()), n.into(sink));
              assertThat(sink.matrix().array()).as("%s", variant).isEqualTo(x);
            });
  }

  @Test
  void rowsOfNormalizedScoresComeInOrder() {
    ScoreNormalizer n = fit(ScoreNormalization.adaptiveS(20), ScoreKind.exactLlr());
    float[] rows = new float[ENROL.size() * TEST.size()];
    RowSink.Rows<float[]> copy =
        new RowSink.Rows<>() {
          @Override
          public float[] make(int row, float[] scores, int off, int count) {
            return Arrays.copyOfRange(scores, off, off + count);
          }

          @Override
          public void take(int row, float[] made) {
            System.arraycopy(made, 0, rows, row * TEST.size(), made.length);
          }
        };
    PairScorer scorer = ScoreKind.exactLlr().scorer(ENROL, TEST).transformed(n);
    int threeRows = 3 * TEST.size();
    scorer.all(new RowSink<>(ENROL.size(), TEST.size(), copy, threeRows));
    MatrixSink sink = new MatrixSink(ENROL.size(), TEST.size());
    scorer.all(sink);
    assertThat(rows).isEqualTo(sink.matrix().array());
  }

  @Test
  void variantsHaveNames() {
    assertThat(variants().map(ScoreNormalization::toString))
        .containsExactly("z", "t", "s", "zt", "as(20)", "as(1000)", "z(7)", "t(7)");
    ScoreNormalizer n = fit(ScoreNormalization.adaptiveS(20), ScoreKind.exactLlr());
    assertThat(n).hasToString("as(20)");
    assertThat(n.variant()).isEqualTo(ScoreNormalization.adaptiveS(20));
    // No more scores count than there are.
    assertThat(fit(ScoreNormalization.adaptiveS(1000), ScoreKind.exactLlr()))
        .hasToString("as(" + COHORT + ")");
  }

  @Test
  void variantsThatMakeNoSense() {
    assertThatThrownBy(() -> ScoreNormalization.adaptiveS(1)).isInstanceOf(GmeException.class);
    assertThatIllegalArgumentException().isThrownBy(() -> ScoreNormalization.adaptiveS(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreNormalization(ScoreNormalization.Method.ZT, 5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreNormalizer.of(ScoreNormalization.s(), null, null));
    assertThatIllegalArgumentException().isThrownBy(() -> ScoredSide.of(ENROL, new int[3]));
  }

  private static void assertRefused(DoubleMatrix cohort, PairSet leftOut, int topN, String why) {
    assertThatThrownBy(() -> CohortStatistics.of(cohort, leftOut, topN))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("recording number 1")
        .hasMessageContaining(why);
  }

  @Test
  void cohortsThatAreRefused() {
    double inf = Double.POSITIVE_INFINITY;
    PairSet none = PairSet.none(2);
    DoubleMatrix equal = DoubleMatrix.of(new double[][] {{1, 2, 3}, {1e6, 1e6, 1e6 + 1e-7}});
    assertRefused(equal, none, 0, "do not spread");
    double[][] near = {{1, 2, 3}, {1e6, 1e6, 1e6 + 1e-5}};
    assertThat(CohortStatistics.of(DoubleMatrix.of(near), none, 0).deviation(1))
        .isCloseTo(Math.sqrt(2) / 3 * 1e-5, Offset.offset(1e-9));
    assertRefused(DoubleMatrix.of(new double[][] {{1, 2, 3}, {1, inf, 3}}), none, 0, "infinite");
    assertRefused(DoubleMatrix.of(new double[][] {{1, 2, 3}, {1, -inf, 3}}), none, 2, "infinite");
    assertRefused(
        DoubleMatrix.of(new double[][] {{1, 2, 3}, {1, 2, 3}}),
        PairSet.of(new int[][] {{}, {0, 2}}),
        0,
        "1 scores");
  }

  @Test
  void namesTheSideAndTheRecordingThatIsRefused() {
    MetaEmbeddings unknown =
        MetaEmbeddings.of(DoubleMatrix.zeros(2, 8), new double[] {0, 0}, TEST.lambda());
    for (ScoreKind<MetaEmbeddings> llr : List.of(ScoreKind.exactLlr(), ScoreKind.llr(1e-3))) {
      assertThatThrownBy(
              () ->
                  ScoreNormalization.s()
                      .fit(
                          llr,
                          ScoredSide.of(ENROL),
                          ScoredSide.of(unknown).named(i -> "'call-" + i + "'"),
                          ScoredSide.of(MEMBERS),
                          Progress.NONE))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("test recording 'call-0'")
          .hasMessageContaining("do not spread");
    }
  }

  @Test
  void aCohortNeedsTwoMembersThatAreOthers() {
    int[] numbers = {0, 1};
    assertThatThrownBy(
            () ->
                ScoreNormalization.z()
                    .fit(
                        ScoreKind.llr(1e-3),
                        ScoredSide.of(ENROL.range(0, 2), numbers),
                        ScoredSide.of(TEST),
                        ScoredSide.of(ENROL.range(0, 2), numbers),
                        Progress.NONE))
        .hasMessageContaining("enrolment number 0")
        .hasMessageContaining("1 scores");
    assertThatThrownBy(
            () ->
                ScoreNormalization.t()
                    .fit(
                        ScoreKind.llr(1e-3),
                        ScoredSide.of(ENROL),
                        ScoredSide.of(TEST),
                        ScoredSide.of(ENROL.range(0, 0)),
                        Progress.NONE))
        .hasMessageContaining("0 scores");
  }
}
