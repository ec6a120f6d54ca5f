package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyMatrixWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores from the scorer into files: text and .npy hold what memory holds, in its order. */
class TextScoreSinkTest {
  @TempDir Path folder;

  private static MetaEmbeddings embeddings(int n, Random random) {
    double[] a = random.doubles(n * 4L, -1, 1).toArray();
    double[] b = random.doubles(n, 0.5, 2).toArray();
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, 4, a), b, new double[] {4, 2, 1, 0.5});
  }

  private static List<String> ids(String prefix, int n) {
    return IntStream.range(0, n).mapToObj(i -> prefix + i).toList();
  }

  /** Draws with the random seed 8. */
  @Test
  void textAndNumpyAgreeWithMemory() throws IOException {
    Random random = new Random(8);
    MetaEmbeddings enrol = embeddings(150, random);
    MetaEmbeddings test = embeddings(1100, random);
    ScoreKind<MetaEmbeddings> scorer = ScoreKind.llr(1e-3);
    MatrixSink memory = new MatrixSink(150, 1100);
    scorer.scorer(enrol, test).all(memory);
    FloatMatrix expected = memory.matrix();

    Path npy = folder.resolve("scores.npy");
    try (NpyMatrixWriter out = NpyMatrixWriter.create(npy, 150, 1100)) {
      scorer.scorer(enrol, test).all(new MatrixSink(1100, out));
      out.commit();
    }
    assertThat(Npy.read(npy).floatMatrix()).isEqualTo(expected);

    List<String> enrolIds = ids("e", 150);
    List<String> testIds = ids("t", 1100);
    for (String name : List.of("scores.txt", "scores.csv", "scores.tsv.gz")) {
      Path text = folder.resolve(name);
      ListLayout layout = ListLayout.ofName(text).orElse(ListLayout.SCORES);
      try (TextScoreSink sink = TextScoreSink.create(text, layout, enrolIds, testIds)) {
        scorer.scorer(enrol, test).all(sink.rows());
        sink.commit(Optional.empty());
      }
      TrialList read = ListReader.read(text);
      assertThat(read.size()).isEqualTo(150 * 1100);
      assertThat(read.enrolIds()).isEqualTo(enrolIds);
      assertThat(read.testIds()).isEqualTo(testIds);
      for (int k = 0; k < read.size(); k++) {
        assertThat(read.enrol(k)).isEqualTo(k / 1100);
        assertThat(read.test(k)).isEqualTo(k % 1100);
        assertThat((float) read.score(k)).isEqualTo(expected.get(k / 1100, k % 1100));
      }
    }
  }

  @Test
  void otherLayoutsAreNotWrittenRowByRow() {
    List<String> ids = ids("e", 1);
    Path file = folder.resolve("x");
    assertThatThrownBy(() -> TextScoreSink.create(file, ListLayout.NIST, ids, ids))
        .isInstanceOf(IllegalArgumentException.class);
    List<String> blank = List.of("a b");
    assertThatThrownBy(() -> TextScoreSink.create(file, ListLayout.SCORES, blank, ids))
        .isInstanceOf(GmeException.class);
    assertThat(folder).isEmptyDirectory();
  }
}
