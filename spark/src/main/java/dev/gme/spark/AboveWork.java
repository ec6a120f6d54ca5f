package dev.gme.spark;

import dev.gme.core.score.sink.AboveSink;
import dev.gme.core.score.sink.ScoreReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * All pairs whose scores reach a threshold. Where a set is scored against itself, a pair comes
 * once, in the order of the recordings.
 *
 * @param bothWays whether rows and columns are one set of which every pair is scored both ways
 */
record AboveWork(double threshold, boolean bothWays) implements CellWork {
  @Override
  public String describe() {
    return "scores of at least " + threshold;
  }

  /** The name of a task's part of a block of rows. */
  static String name(int block, int task) {
    return "rows-" + block + "-of-" + task;
  }

  /** Pairs with their scores, as a task found them. */
  @SuppressWarnings("ArrayRecordComponent") // read and never compared
  record Pairs(int[] rows, int[] cols, float[] scores) {
    static Pairs read(byte[] bytes) {
      int n = bytes.length / 12;
      Pairs out = new Pairs(new int[n], new int[n], new float[n]);
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
        for (int i = 0; i < n; i++) {
          out.rows[i] = in.readInt();
          out.cols[i] = in.readInt();
          out.scores[i] = in.readFloat();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return out;
    }
  }

  @Override
  public Feed open(CellGrid.Task task, BlockLayout rows, BlockLayout cols, boolean isOneSet) {
    Map<Integer, ByteArrayOutputStream> found = new HashMap<>();
    return new Feed() {
      @Override
      public ScoreReport score(Cell cell) {
        AboveSink sink =
            cell.isDiagonal() ? AboveSink.oncePerPair(threshold) : new AboveSink(threshold);
        ScoreReport report = cell.into(sink);
        append(sink, found.computeIfAbsent(cell.rows().number(), r -> new ByteArrayOutputStream()));
        return report;
      }

      @Override
      public Map<String, byte[]> results() {
        Map<String, byte[]> out = new HashMap<>();
        found.forEach((block, pairs) -> out.put(name(block, task.number()), pairs.toByteArray()));
        return out;
      }
    };
  }

  private void append(AboveSink sink, ByteArrayOutputStream bytes) {
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      for (int i = 0; i < sink.size(); i++) {
        if (bothWays && sink.row(i) == sink.col(i)) {
          continue;
        }
        out.writeInt(sink.row(i));
        out.writeInt(sink.col(i));
        out.writeFloat(sink.score(i));
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
