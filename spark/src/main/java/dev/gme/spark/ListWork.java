package dev.gme.spark;

import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TrialScores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The trials of a list, which lie in files by tasks, each in the order in which its task goes
 * through the cells: by columns, rows and numbers. The scores of each such file become another one.
 *
 * @param parts where these files are
 * @param description of the list, for the plan
 * @param chunks how many files of trials each task has; not needed for the plan
 */
@SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
record ListWork(PartFiles parts, String description, int[] chunks) implements CellWork {
  /** Trials of a file: 32 MB, and their scores with ids some 100 MB. */
  static final int CHUNK = 1 << 21;

  /**
   * A trial that knows its place.
   *
   * @param number in the list; {@code ~number} where its enrolment is the column, since of one set
   *     half of the cells are scored
   */
  record Trial(long number, int row, int col) {}

  /** Gathers trials to be written. */
  static final class Chunk {
    private final ByteBuffer bytes;

    Chunk(int most) {
      bytes = ByteBuffer.allocate(16 * most);
    }

    boolean isFull() {
      return !bytes.hasRemaining();
    }

    boolean isEmpty() {
      return bytes.position() == 0;
    }

    void add(Trial trial) {
      bytes.putLong(trial.number).putInt(trial.row).putInt(trial.col);
    }

    /** What was gathered; then there is nothing. */
    byte[] take() {
      byte[] out = new byte[bytes.position()];
      bytes.flip().get(out).clear();
      return out;
    }
  }

  /** A trial with its score. */
  record Scored(long number, String enrol, String test, float score) {}

  @Override
  public String describe() {
    return description;
  }

  static String trialsName(int task, int chunk) {
    return String.format(Locale.ROOT, "trials-%06d-%06d", task, chunk);
  }

  static String scoresName(int task, int chunk) {
    return String.format(Locale.ROOT, "scores-%06d-%06d", task, chunk);
  }

  @Override
  public boolean has(CellGrid.Task task) {
    return chunks[task.number()] > 0;
  }

  @Override
  public Feed open(CellGrid.Task task, BlockLayout rows, BlockLayout cols, boolean isOneSet) {
    return new ListFeed(task.number(), rows, cols);
  }

  /** The scores of a file, with ids, one after the other. */
  static Iterator<Scored> scored(byte[] bytes) {
    ByteArrayInputStream left = new ByteArrayInputStream(bytes);
    DataInputStream in = new DataInputStream(left);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return left.available() > 0;
      }

      @Override
      public Scored next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        try {
          long number = in.readLong();
          float score = in.readFloat();
          return new Scored(number, in.readUTF(), in.readUTF(), score);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private final class ListFeed implements Feed {
    private final int task;
    private final BlockLayout rows;
    private final BlockLayout cols;

    /** The chunk that is open, and the next of its trials. */
    private int chunk;

    private ByteBuffer trials;
    private final ByteArrayOutputStream scores = new ByteArrayOutputStream();

    ListFeed(int task, BlockLayout rows, BlockLayout cols) {
      this.task = task;
      this.rows = rows;
      this.cols = cols;
      trials = ByteBuffer.wrap(parts.read(trialsName(task, 0)));
    }

    @Override
    public boolean wants(int rowBlock, int colBlock) {
      return isIn(rowBlock, colBlock);
    }

    private boolean isIn(int rowBlock, int colBlock) {
      if (!trials.hasRemaining()) {
        return false;
      }
      int at = trials.position();
      return rows.block(trials.getInt(at + 8)) == rowBlock
          && cols.block(trials.getInt(at + 12)) == colBlock;
    }

    @Override
    public ScoreReport score(Cell cell) {
      ScoreReport report = ScoreReport.NONE;
      while (isIn(cell.rows().number(), cell.cols().number())) {
        report = report.plus(scoreRun(cell));
        if (!trials.hasRemaining()) {
          turnOver();
        }
      }
      return report;
    }

    /** Those trials of the chunk that are next and of the cell. */
    private ScoreReport scoreRun(Cell cell) {
      int start = trials.position();
      int n = 0;
      while (isIn(cell.rows().number(), cell.cols().number())) {
        trials.position(trials.position() + 16);
        n++;
      }
      int[] row = new int[n];
      int[] col = new int[n];
      for (int i = 0; i < n; i++) {
        row[i] = trials.getInt(start + 16 * i + 8);
        col[i] = trials.getInt(start + 16 * i + 12);
      }
      TrialScores made = cell.list(row, col);
      int firstRow = cell.rows().recordings().first();
      int firstCol = cell.cols().recordings().first();
      try {
        DataOutputStream out = new DataOutputStream(scores);
        for (int i = 0; i < n; i++) {
          long number = trials.getLong(start + 16 * i);
          String ofRow = cell.rows().ids().get(row[i] - firstRow);
          String ofCol = cell.cols().ids().get(col[i] - firstCol);
          out.writeLong(number < 0 ? ~number : number);
          out.writeFloat(made.score(i));
          out.writeUTF(number < 0 ? ofCol : ofRow);
          out.writeUTF(number < 0 ? ofRow : ofCol);
        }
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return made.report();
    }

    /** Writes the scores of a chunk and opens the next one. */
    private void turnOver() {
      parts.write(scoresName(task, chunk), scores.toByteArray());
      scores.reset();
      chunk++;
      if (chunk < chunks[task]) {
        trials = ByteBuffer.wrap(parts.read(trialsName(task, chunk)));
      }
    }

    @Override
    public Map<String, byte[]> results() {
      return Map.of();
    }
  }
}
