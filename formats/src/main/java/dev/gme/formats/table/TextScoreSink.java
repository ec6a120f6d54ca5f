package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.core.score.sink.RowSink;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * All pairs as lines of enrolment, test and score, in the caller's order: the first enrolment with
 * all tests, then the second. Lines are formatted by all threads.
 *
 * <pre>{@code
 * try (TextScoreSink text = TextScoreSink.create(path, ListLayout.SCORES, enrolIds, testIds)) {
 *   scorer.all(text.rows());
 *   text.commit(Optional.of(about));
 * }
 * }</pre>
 */
public final class TextScoreSink implements Closeable {
  /**
   * Scores that wait until their rows are complete: 128 MiB. A block costs the preparation of all
   * columns once more, which is little beside the formatting of so many lines.
   */
  private static final int BLOCK = 1 << 25;

  private static final int NUMBER_BYTES = 16;
  private static final int LARGEST_BUFFER = 1 << 16;

  /** Null where somebody else's stream is written. */
  private final TargetFile target;

  private final Path file;
  private final OutputStream out;
  private final ListLayout layout;
  private final char separator;
  private final byte[][] enrol;
  private final byte[][] test;

  private TextScoreSink(
      Path file,
      TargetFile target,
      OutputStream out,
      ListLayout layout,
      List<String> enrolIds,
      List<String> testIds) {
    this.file = file;
    this.target = target;
    this.out = out;
    this.layout = layout;
    separator = ListWriter.separator(layout, Optional.ofNullable(file));
    enrol = LineBuffer.encode(enrolIds, separator, false);
    test = LineBuffer.encode(testIds, separator, false);
  }

  /**
   * To a file.
   *
   * @param layout scores or table
   */
  public static TextScoreSink create(
      Path file, ListLayout layout, List<String> enrolIds, List<String> testIds)
      throws IOException {
    require(layout);
    TargetFile target = TargetFile.create(file);
    try {
      return new TextScoreSink(file, target, target.stream(), layout, enrolIds, testIds);
    } catch (GmeException e) {
      target.close();
      throw e;
    }
  }

  /**
   * To a stream, which stays open.
   *
   * @param layout scores or table
   */
  public static TextScoreSink to(
      OutputStream out, ListLayout layout, List<String> enrolIds, List<String> testIds) {
    require(layout);
    return new TextScoreSink(null, null, out, layout, enrolIds, testIds);
  }

  private static void require(ListLayout layout) {
    if (layout != ListLayout.SCORES && layout != ListLayout.TABLE) {
      throw new IllegalArgumentException("all pairs are not written as " + layout.label());
    }
  }

  /** The sink that scores go into, once; begins the text. */
  public ScoreSink<?> rows() throws IOException {
    if (layout == ListLayout.TABLE) {
      String header = String.join(String.valueOf(separator), "enrol", "test", "score");
      out.write((header + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return new RowSink<>(enrol.length, test.length, new Lines(), BLOCK);
  }

  /** The lines of a row. */
  private final class Lines implements RowSink.Rows<LineBuffer> {
    private final Queue<LineBuffer> free = new ConcurrentLinkedQueue<>();
    private final int capacity =
        (int)
            Math.min(LARGEST_BUFFER, (longest(enrol) + longest(test) + NUMBER_BYTES) * test.length);

    private static long longest(byte[][] ids) {
      return Arrays.stream(ids).mapToInt(id -> id.length).max().orElse(0);
    }

    @Override
    public LineBuffer make(int row, float[] scores, int off, int n) {
      LineBuffer used = free.poll();
      LineBuffer lines = used == null ? new LineBuffer(capacity) : used;
      byte[] model = enrol[row];
      for (int j = 0; j < n; j++) {
        float score = scores[off + j];
        if (Float.isNaN(score)) {
          throw new GmeException(
              "the score of " + text(model) + " " + text(test[j]) + " is NaN",
              "'gme info' counts the vectors that hold NaN");
        }
        lines.word(model).sign(separator).word(test[j]).sign(separator);
        lines.number(score, ListWriter.DIGITS).sign('\n');
      }
      return lines;
    }

    @Override
    public void take(int row, LineBuffer lines) {
      try {
        lines.writeTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      free.add(lines.clear());
    }
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.UTF_8);
  }

  /**
   * Puts the file into its place, and beside it what its scores are.
   *
   * @param about what is said of scores in a file; a stream has no place for it
   */
  public void commit(Optional<ScoreAbout> about) throws IOException {
    if (target == null) {
      out.flush();
    } else {
      target.commit();
      ScoreAbout.writeBeside(file, about);
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
