package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.numpy.NpyMatrixWriter;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TextScoreSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Writes the scores of all pairs, tile by tile where the form of the file allows it. */
public final class PairFiles {
  private PairFiles() {}

  /** A NumPy matrix with the ids beside it. */
  public static ScoreReport writeNpy(ScoredSides sides, Path out, Progress progress)
      throws IOException {
    List<String> enrol = sides.enrol().ids();
    List<String> test = sides.test().ids();
    ScoreReport report;
    try (NpyMatrixWriter writer = NpyMatrixWriter.create(out, enrol.size(), test.size())) {
      report = sides.scorer().all(new MatrixSink(test.size(), writer), progress);
      writer.commit();
    }
    ScoreMatrixFiles.writeIds(out, enrol, test);
    return report;
  }

  /** Lines of enrolment, test and score. */
  public static ScoreReport writeText(ScoredSides sides, Path out, Progress progress)
      throws IOException {
    try (TextScoreSink sink = TextScoreSink.create(out, sides.enrol().ids(), sides.test().ids())) {
      return text(sides, sink, progress);
    }
  }

  /** Lines of enrolment, test and score to a stream, which stays open. */
  public static ScoreReport writeText(ScoredSides sides, OutputStream out, Progress progress)
      throws IOException {
    try (TextScoreSink sink = TextScoreSink.to(out, sides.enrol().ids(), sides.test().ids())) {
      return text(sides, sink, progress);
    }
  }

  private static ScoreReport text(ScoredSides sides, TextScoreSink sink, Progress progress)
      throws IOException {
    ScoreReport report = sides.scorer().all(sink, progress);
    sink.commit();
    return report;
  }
}
