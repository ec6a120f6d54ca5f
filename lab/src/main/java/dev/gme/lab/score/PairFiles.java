package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.numpy.NpyMatrixWriter;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TextScoreSink;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Writes the scores of all pairs, tile by tile where the form of the file allows it. */
public final class PairFiles {
  private PairFiles() {}

  /** A NumPy matrix with the ids beside it. */
  public static ScoreReport writeNpy(
      PairScorer scorer, List<String> enrol, List<String> test, Path out, Progress progress)
      throws IOException {
    ScoreReport report;
    try (NpyMatrixWriter writer = NpyMatrixWriter.create(out, enrol.size(), test.size())) {
      report = scorer.all(new MatrixSink(test.size(), writer), progress);
      writer.commit();
    }
    ScoreMatrixFiles.writeIds(out, enrol, test);
    return report;
  }

  /** Lines of enrolment, test and score. */
  public static ScoreReport writeText(
      PairScorer scorer, List<String> enrol, List<String> test, Path out, Progress progress)
      throws IOException {
    try (TextScoreSink sink = TextScoreSink.create(out, enrol, test)) {
      return text(scorer, sink, progress);
    }
  }

  /** Lines of enrolment, test and score to a stream, which stays open. */
  public static ScoreReport writeText(
      PairScorer scorer, List<String> enrol, List<String> test, OutputStream out, Progress progress)
      throws IOException {
    try (TextScoreSink sink = TextScoreSink.to(out, enrol, test)) {
      return text(scorer, sink, progress);
    }
  }

  private static ScoreReport text(PairScorer scorer, TextScoreSink sink, Progress progress)
      throws IOException {
    ScoreReport report = scorer.all(sink, progress);
    sink.commit();
    return report;
  }

  /**
   * All pairs as a list, for layouts that are not written tile by tile.
   *
   * @param list the trials with their scores, all in memory
   * @param report how scoring went
   */
  public record AllPairs(TrialList list, ScoreReport report) {
    public static AllPairs of(
        PairScorer scorer, List<String> enrol, List<String> test, Progress progress) {
      MatrixSink sink = new MatrixSink(enrol.size(), test.size());
      ScoreReport report = scorer.all(sink, progress);
      return new AllPairs(
          TrialList.allPairs(enrol, test).withScores(sink.matrix().array()), report);
    }
  }
}
