package dev.gme.spark;

import dev.gme.core.score.sink.EvaluationSink;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.StreamedScores;
import dev.gme.core.score.sink.StreamedTrials;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;

/**
 * Target and non-target scores by the speakers of recordings. Where a set is evaluated against
 * itself, every pair of different recordings counts both ways.
 *
 * @param rows the speaker of each enrolment, as a number
 * @param cols of each test recording
 * @param digest of who speaks where, for the plan
 */
record EvaluationWork(Broadcast<int[]> rows, Broadcast<int[]> cols, String digest)
    implements CellWork {
  @Override
  public String describe() {
    return "an evaluation by speakers " + digest;
  }

  @Override
  public boolean countsFromZero() {
    return true;
  }

  /** The name of what a task has gathered. */
  static String name(int task) {
    return String.format(Locale.ROOT, "trials-%06d", task);
  }

  @Override
  public Feed open(CellGrid.Task task, BlockLayout rowLayout, BlockLayout colLayout, boolean one) {
    return new EvaluationFeed(task.number(), rowLayout, colLayout, one);
  }

  private final class EvaluationFeed implements Feed {
    private final int task;
    private final BlockLayout rowLayout;
    private final BlockLayout colLayout;
    private final boolean isOneSet;
    private StreamedTrials all = new StreamedTrials(StreamedScores.of(), StreamedScores.of());

    EvaluationFeed(int task, BlockLayout rowLayout, BlockLayout colLayout, boolean isOneSet) {
      this.task = task;
      this.rowLayout = rowLayout;
      this.colLayout = colLayout;
      this.isOneSet = isOneSet;
    }

    private static int[] of(int[] speakers, BlockLayout layout, int block) {
      return Arrays.copyOfRange(speakers, layout.first(block), layout.first(block + 1));
    }

    @Override
    public ScoreReport score(Cell cell) {
      int[] r = of(rows.value(), rowLayout, cell.rows().number());
      int[] c = of(cols.value(), colLayout, cell.cols().number());
      PairSet leftOut =
          cell.isDiagonal()
              ? PairSet.of(
                  IntStream.range(0, r.length).mapToObj(i -> new int[] {i}).toArray(int[][]::new))
              : PairSet.none(r.length);
      EvaluationSink sink = EvaluationSink.ofPairs(PairSet.equal(r, c), leftOut, c.length);
      ScoreReport report = cell.into(sink);
      StreamedTrials trials = sink.trials();
      all = all.plus(trials);
      if (isOneSet && !cell.isDiagonal()) {
        // The cell on the other side of the diagonal has the same scores.
        all = all.plus(trials);
      }
      return report;
    }

    @Override
    public Map<String, byte[]> results() {
      return Map.of(name(task), TrialsPart.of(all));
    }
  }
}
