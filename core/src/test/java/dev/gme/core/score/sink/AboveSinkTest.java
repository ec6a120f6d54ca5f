package dev.gme.core.score.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.ScoreKind;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AboveSinkTest {
  private static final int N = 130;

  private static MetaEmbeddings embeddings() {
    Random random = new Random(1);
    double[] a = random.doubles(N * 5L, -2, 2).toArray();
    double[] b = random.doubles(N, 0.1, 1).toArray();
    return MetaEmbeddings.of(DoubleMatrix.wrap(N, 5, a), b, new double[] {3, 2, 1, 0.5, 0.2});
  }

  private static Map<Integer, Float> found(AboveSink sink) {
    Map<Integer, Float> out = new TreeMap<>();
    IntStream.range(0, sink.size())
        .forEach(i -> out.put(sink.row(i) * N + sink.col(i), sink.score(i)));
    assertThat(out).hasSize(sink.size());
    return out;
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e9, 0, 0.7, 1e9})
  void hasThePairsThatReachTheThreshold(double threshold) {
    MetaEmbeddings set = embeddings();
    MatrixSink matrix = new MatrixSink(N, N);
    ScoreKind.llr().scorer(set, set).all(matrix);
    Map<Integer, Float> all = new TreeMap<>();
    Map<Integer, Float> once = new TreeMap<>();
    float[] scores = matrix.matrix().array();
    for (int i = 0; i < N * N; i++) {
      if (scores[i] >= threshold) {
        all.put(i, scores[i]);
        if (i % N > i / N) {
          once.put(i, scores[i]);
        }
      }
    }
    AboveSink sink = new AboveSink(threshold);
    ScoreKind.llr().scorer(set, set).all(sink);
    assertThat(found(sink)).isEqualTo(all);
    AboveSink pairs = AboveSink.oncePerPair(threshold);
    ScoreKind.llr().scorer(set, set).all(pairs);
    assertThat(found(pairs)).isEqualTo(once);
  }

  @Test
  void aScoreThatEqualsTheThresholdReachesIt() {
    float score = 1.25f;
    float[] scores = {Math.nextDown(score), score, Math.nextUp(score)};
    AboveSink sink = new AboveSink(score);
    int[] order = {0, 1, 2};
    ScoreBand band = new ScoreBand(7, new int[] {0}, 0, 1, 4, order, order);
    var part = sink.open(band);
    sink.accept(part, new ScoreTile(band, 0, 3, Arrays.copyOf(scores, 3)));
    sink.merge(part);
    assertThat(sink.size()).isEqualTo(2);
    assertThat(sink.row(0)).isEqualTo(7);
    assertThat(sink.col(0)).isEqualTo(5);
    assertThat(sink.score(1)).isEqualTo(Math.nextUp(score));
  }
}
