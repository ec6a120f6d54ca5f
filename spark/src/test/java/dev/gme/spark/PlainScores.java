package dev.gme.spark;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.ScoreTransform;
import dev.gme.core.score.sink.AboveSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The scores of all pairs of two folders, by cells in one process. */
final class PlainScores {
  private PlainScores() {}

  /**
   * Scores by the ids of enrolment and test.
   *
   * @param cols the same object as {@code rows} where a score is taken from the cell on or above
   *     the diagonal
   */
  static Map<List<String>, Float> of(
      EmbeddingFolder rows,
      EmbeddingFolder cols,
      double tolerance,
      Optional<ScoreTransform> transform) {
    Map<List<String>, Float> out = new HashMap<>();
    CellScorer scorer = new CellScorer(tolerance);
    for (int r = 0; r < rows.layout().blocks(); r++) {
      LoadedBlock row = rows.load(r, scorer, rows.layout().first(r));
      for (int c = rows == cols ? r : 0; c < cols.layout().blocks(); c++) {
        LoadedBlock col = cols.load(c, scorer, cols.layout().first(c));
        AboveSink all = new AboveSink(Double.NEGATIVE_INFINITY);
        scorer.score(
            row.recordings(), col.recordings(), transform.map(t -> t.into(all)).orElse(all));
        for (int i = 0; i < all.size(); i++) {
          String enrol = row.ids().get(all.row(i) - row.recordings().first());
          String test = col.ids().get(all.col(i) - col.recordings().first());
          out.put(List.of(enrol, test), all.score(i));
          if (rows == cols && r < c) {
            out.put(List.of(test, enrol), all.score(i));
          }
        }
      }
    }
    return out;
  }

  /** All recordings of a folder in its order. */
  static MetaEmbeddings all(EmbeddingFolder folder) {
    double[] lambda = folder.lambda();
    int n = folder.layout().recordings();
    double[] a = new double[n * lambda.length];
    double[] b = new double[n];
    for (int block = 0; block < folder.layout().blocks(); block++) {
      MetaEmbeddings e = folder.read(block).embeddings();
      int first = folder.layout().first(block);
      System.arraycopy(e.b(), 0, b, first, e.size());
      System.arraycopy(e.a().array(), 0, a, first * lambda.length, e.size() * lambda.length);
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, lambda.length, a), b, lambda);
  }

  static List<String> ids(EmbeddingFolder folder) {
    List<String> out = new ArrayList<>();
    for (int block = 0; block < folder.layout().blocks(); block++) {
      out.addAll(folder.read(block).ids());
    }
    return out;
  }
}
