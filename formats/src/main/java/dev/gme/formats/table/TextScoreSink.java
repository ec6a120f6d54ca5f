package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;
import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * All pairs as lines {@code enrol test score}, straight from the scorer: each band is formatted by
 * the thread that scored it. The order of the lines is the scorer's, the same in every run.
 *
 * <pre>{@code
 * try (TextScoreSink sink = TextScoreSink.create(path, enrolIds, testIds)) {
 *   scorer.score(enrol, test, sink, progress);
 *   sink.commit();
 * }
 * }</pre>
 */
public final class TextScoreSink implements ScoreSink<TextScoreSink.Part>, Closeable {
  /** About how many bytes the lines of a band may have: many bands wait for their turn. */
  private static final int BAND_BYTES = 1 << 24;

  /** Rows that a band has at most, and bytes of a line beside its ids. */
  private static final int BAND_ROWS = 512;

  private static final int NUMBER_BYTES = 16;

  /** Null where somebody else's stream is written. */
  private final TargetFile target;

  private final OutputStream out;
  private final byte[][] enrol;
  private final byte[][] test;
  private final Queue<Part> free = new ConcurrentLinkedQueue<>();

  /** The lines of a band. */
  public static final class Part {
    private final LineBuffer lines = new LineBuffer();

    private Part() {}
  }

  private TextScoreSink(
      TargetFile target, OutputStream out, List<String> enrolIds, List<String> testIds) {
    this.target = target;
    this.out = out;
    enrol = LineBuffer.encode(enrolIds);
    test = LineBuffer.encode(testIds);
  }

  public static TextScoreSink create(Path file, List<String> enrolIds, List<String> testIds)
      throws IOException {
    TargetFile target = TargetFile.create(file);
    return new TextScoreSink(target, target.stream(), enrolIds, testIds);
  }

  /** To a stream, which stays open. */
  public static TextScoreSink to(OutputStream out, List<String> enrolIds, List<String> testIds) {
    return new TextScoreSink(null, out, enrolIds, testIds);
  }

  @Override
  public int columnsAtATime() {
    double line = longest(enrol) + longest(test) + NUMBER_BYTES;
    return (int) Math.max(64, BAND_BYTES / BAND_ROWS / line);
  }

  private static int longest(byte[][] ids) {
    return Arrays.stream(ids).mapToInt(id -> id.length).max().orElse(0);
  }

  @Override
  public Part open(ScoreBand band) {
    Part used = free.poll();
    return used == null ? new Part() : used;
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    LineBuffer lines = part.lines;
    for (int i = 0; i < tile.rows(); i++) {
      byte[] model = enrol[tile.row(i)];
      for (int j = 0; j < tile.cols(); j++) {
        lines.word(model).sign(' ').word(test[tile.col(j)]).sign(' ');
        float score = tile.scores()[i * tile.cols() + j];
        if (Float.isNaN(score)) {
          throw new GmeException(
              "the score of " + text(model) + " " + text(test[tile.col(j)]) + " is NaN",
              "'gme info' counts the vectors that hold NaN");
        }
        lines.number(score, ListWriter.DIGITS).sign('\n');
      }
    }
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.UTF_8);
  }

  @Override
  public void merge(Part part) {
    try {
      part.lines.writeTo(out);
      part.lines.clear();
      free.add(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    if (target == null) {
      out.flush();
    } else {
      target.commit();
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    if (target != null) {
      target.close();
    }
  }
}
