package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Cosine;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.RowSink;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CosineScorerTest {
  private final Random random = new Random(11);
  private final DoubleMatrix enrol = matrix(37, 5);
  private final DoubleMatrix test = matrix(23, 5);

  private DoubleMatrix matrix(int rows, int cols) {
    return DoubleMatrix.wrap(rows, cols, random.doubles((long) rows * cols, -1, 1).toArray());
  }

  @Test
  void allPairsAndListsAreTheCosines() {
    DoubleMatrix expected = Cosine.scores(enrol, test);
    CosineScorer scorer = new CosineScorer(enrol, test);
    MatrixSink sink = new MatrixSink(37, 23);
    scorer.score(sink, Progress.NONE);
    int[] enrols = new int[37 * 23];
    int[] tests = new int[37 * 23];
    for (int i = 0; i < enrols.length; i++) {
      enrols[i] = i / 23;
      tests[i] = i % 23;
    }
    float[] list = scorer.score(enrols, tests);
    for (int i = 0; i < enrols.length; i++) {
      double cosine = expected.get(enrols[i], tests[i]);
      assertThat((double) sink.matrix().get(enrols[i], tests[i])).isCloseTo(cosine, within(1e-7));
      assertThat((double) list[i]).isCloseTo(cosine, within(1e-7));
    }
  }

  /** A sink that takes few rows at a time gets them from top to bottom. */
  @Test
  void rowsComeInOrder() {
    StringBuilder rows = new StringBuilder();
    RowSink.Rows<Integer> order =
        new RowSink.Rows<>() {
          @Override
          public Integer make(int row, float[] scores, int off, int n) {
            return row;
          }

          @Override
          public void take(int row, Integer made) {
            rows.append(made).append(' ');
          }
        };
    new CosineScorer(enrol.rowRange(0, 5), test)
        .score(new RowSink<>(5, 23, order, 2 * 23), Progress.NONE);
    assertThat(rows).hasToString("0 1 2 3 4 ");
  }

  @Test
  void vectorsWithoutADirectionAndOddListsAreRefused() {
    assertThatThrownBy(() -> new CosineScorer(DoubleMatrix.zeros(1, 5), test))
        .isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> new CosineScorer(matrix(2, 4), test))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dimension 4 against 5");
    assertThatThrownBy(() -> new CosineScorer(enrol, test).score(new int[1], new int[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
