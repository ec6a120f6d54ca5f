package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.QuadraticScore;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.RowSink;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.simulate.ModelRecipe;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kinds of scores of vectors, against their matrices in double. */
class VectorScorerTest {
  private static final QuadraticScore QUADRATIC =
      QuadraticScore.of(ModelRecipe.of(5, 3, 2).draw(1).extractor());

  private final Random random = new Random(11);
  private final DoubleMatrix enrol = matrix(37, 5);
  private final DoubleMatrix test = matrix(23, 5);

  private DoubleMatrix matrix(int rows, int cols) {
    return DoubleMatrix.wrap(rows, cols, random.doubles((long) rows * cols, -1, 1).toArray());
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of("cosines", ScoreKind.cosine(), (BinaryOperator<DoubleMatrix>) Cosine::scores),
        Arguments.of(
            "log-likelihood ratios",
            ScoreKind.quadratic(QUADRATIC),
            (BinaryOperator<DoubleMatrix>) QUADRATIC::scores));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void allPairsAndListsAreThoseOfTheMatrix(
      String description, ScoreKind<DoubleMatrix> kind, BinaryOperator<DoubleMatrix> matrix) {
    DoubleMatrix expected = matrix.apply(enrol, test);
    PairScorer scorer = kind.scorer(enrol, test);
    MatrixSink sink = new MatrixSink(37, 23);
    assertThat(scorer.all(sink).isExact()).isTrue();
    int[] enrols = IntStream.range(0, 37 * 23).map(i -> i / 23).toArray();
    int[] tests = IntStream.range(0, 37 * 23).map(i -> i % 23).toArray();
    TrialScores list = scorer.list(enrols, tests);
    for (int i = 0; i < enrols.length; i++) {
      double score = expected.get(enrols[i], tests[i]);
      double rounding = 1e-7 * Math.max(1, Math.abs(score));
      assertThat((double) sink.matrix().get(enrols[i], tests[i]))
          .isCloseTo(score, within(rounding));
      assertThat((double) list.score(i)).isCloseTo(score, within(rounding));
    }
    assertThat(list.report().isExact()).isTrue();
    assertThat(scorer.tolerance()).isZero();
    assertThat(scorer).hasToString(description + " of 37 enrolments and 23 test recordings");
  }

  /** A sink that takes few rows at a time gets them from top to bottom. */
  @Test
  void rowsComeInOrder() {
    StringBuilder rows = new StringBuilder();
    RowSink.Rows<Integer> order = Scores.rowNumbers(row -> rows.append(row).append(' '));
    ScoreKind.cosine().scorer(enrol.rowRange(0, 5), test).all(new RowSink<>(5, 23, order, 2 * 23));
    assertThat(rows).hasToString("0 1 2 3 4 ");
  }

  @Test
  void vectorsWithoutADirectionAndOddListsAreRefused() {
    ScoreKind<DoubleMatrix> cosine = ScoreKind.cosine();
    assertThatThrownBy(() -> cosine.scorer(DoubleMatrix.zeros(1, 5), test))
        .isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> cosine.scorer(matrix(2, 4), test))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dimension 4 against 5");
    assertThatThrownBy(() -> ScoreKind.quadratic(QUADRATIC).scorer(matrix(2, 4), test))
        .isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> cosine.scorer(enrol, test).list(new int[1], new int[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cosine.scorer(enrol, test).list(new int[1], new int[] {23}))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("test recording 23 of trial 0 is not one of 23");
  }
}
