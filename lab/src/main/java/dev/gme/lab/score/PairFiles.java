package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.numpy.NpyMatrixWriter;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TextScoreSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes the scores of all pairs, tile by tile where the form of the file allows it. */
public final class PairFiles {
  private PairFiles() {}

  /** A NumPy matrix with the ids and what the scores are beside it. */
  public static ScoreReport writeNpy(
      ScoredSides sides, ScoreAbout about, Path out, Progress progress) throws IOException {
    List<String> enrol = sides.enrol().ids();
    List<String> test = sides.test().ids();
    ScoreReport report;
    try (NpyMatrixWriter writer = NpyMatrixWriter.create(out, enrol.size(), test.size())) {
      report = sides.scorer().all(new MatrixSink(test.size(), writer), progress);
      writer.commit();
    }
    ScoreMatrixFiles.writeIds(out, enrol, test);
    ScoreMatrixFiles.writeAbout(out, Optional.of(about));
    return report;
  }

  /**
   * Lines of enrolment, test and score, in the order of the sides.
   *
   * @param layout scores or table
   */
  public static ScoreReport writeText(
      ScoredSides sides, ScoreAbout about, ListLayout layout, Path out, Progress progress)
      throws IOException {
    try (TextScoreSink text =
        TextScoreSink.create(out, layout, sides.enrol().ids(), sides.test().ids())) {
      ScoreReport report = sides.scorer().all(text.rows(), progress);
      text.commit(Optional.of(about));
      return report;
    }
  }

  /** The same lines to a stream, which stays open; it has no place for what the scores are. */
  public static ScoreReport writeText(
      ScoredSides sides, ListLayout layout, OutputStream out, Progress progress)
      throws IOException {
    try (TextScoreSink text =
        TextScoreSink.to(out, layout, sides.enrol().ids(), sides.test().ids())) {
      ScoreReport report = sides.scorer().all(text.rows(), progress);
      text.commit(Optional.empty());
      return report;
    }
  }
}
