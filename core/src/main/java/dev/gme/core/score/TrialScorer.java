package dev.gme.core.score;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.TrialCost;
import dev.gme.core.score.tile.TrialProgress;
import dev.gme.core.score.tile.TrialTiles;
import java.util.Arrays;

/**
 * The log-likelihood ratios of a list of trials. Trials are gathered by the tiles of {@link
 * TileScorer}, and each tile is scored in the way that is cheapest for as many trials as it has:
 * whole, by the factors of the trials alone, or trial by trial in double.
 *
 * <pre>{@code
 * TrialScores scored = new TrialScorer(1e-3).score(enrol, test, trialEnrol, trialTest, progress);
 * float[] llr = scored.scores();   // in the order of the list
 * }</pre>
 *
 * <p>Trials may come in any order and more than once. The tolerance is that of the tile scorer.
 */
public final class TrialScorer {
  /** Trials that a thread scores one by one in one go. */
  private static final int CHUNK = 1024;

  private final double tolerance;

  /**
   * A scorer.
   *
   * @param tolerance root mean square error in nats; 0 for exact scores in double, rounded to
   *     floats
   */
  public TrialScorer(double tolerance) {
    this.tolerance = new TileScorer(tolerance).tolerance();
  }

  /** Every score by the safe formula in double. */
  public static TrialScorer exact() {
    return new TrialScorer(0);
  }

  public double tolerance() {
    return tolerance;
  }

  /**
   * Scores a list.
   *
   * @param enrols the recording (or pool) of {@code enrol} of each trial
   * @param tests the recording of {@code test} of each trial
   */
  public TrialScores score(
      MetaEmbeddings enrol, MetaEmbeddings test, int[] enrols, int[] tests, Progress progress) {
    TileScorer.requireCommonLambda(enrol, test);
    if (enrols.length != tests.length) {
      throw new IllegalArgumentException(
          "trials need two sides, found " + enrols.length + " and " + tests.length);
    }
    Used rows = new Used("enrolment", enrol, enrols);
    Used cols = new Used("test recording", test, tests);
    TrialProgress steps = new TrialProgress(progress, enrols.length);
    if (tolerance == 0
        || TrialCost.needsNoTiles(enrols.length, rows.count, cols.count, enrol.dimension())) {
      return oneByOne(enrol, test, enrols, tests, steps);
    }
    TrialTiles tiles =
        new TrialTiles(
            rows.embeddings,
            rows.renumber(enrols),
            cols.embeddings,
            cols.renumber(tests),
            tolerance);
    return tiles.score(steps);
  }

  private static TrialScores oneByOne(
      MetaEmbeddings enrol, MetaEmbeddings test, int[] enrols, int[] tests, TrialProgress steps) {
    float[] out = new float[enrols.length];
    Workers.forEach(
        out.length / CHUNK + 1,
        c -> {
          int from = c * CHUNK;
          int to = from + Math.min(CHUNK, out.length - from);
          for (int t = from; t < to; t++) {
            out[t] = (float) enrol.llr(enrols[t], test, tests[t]);
          }
          steps.add(to - from);
        });
    return new TrialScores(out, new ScoreReport(out.length, 0, 0, 0, 0), out.length);
  }

  /** The recordings that occur in a list, if they are not most of all. */
  private static final class Used {
    final MetaEmbeddings embeddings;
    final int count;

    /** By the caller's number; null where all recordings stay. */
    private final int[] number;

    Used(String side, MetaEmbeddings all, int[] ofTrials) {
      int[] numbers = new int[all.size()];
      Arrays.fill(numbers, -1);
      int[][] found = new int[all.size()][];
      int n = 0;
      for (int t = 0; t < ofTrials.length; t++) {
        int i = ofTrials[t];
        if (i < 0 || i >= numbers.length) {
          throw new IndexOutOfBoundsException(
              side + " " + i + " of trial " + t + " is not one of " + numbers.length);
        }
        if (numbers[i] < 0) {
          found[n] = new int[] {i};
          numbers[i] = n++;
        }
      }
      count = n;
      boolean keepsAll = n > all.size() / 2;
      number = keepsAll ? null : numbers;
      embeddings = keepsAll ? all : all.pool(Arrays.copyOf(found, n));
    }

    int[] renumber(int[] ofTrials) {
      return number == null ? ofTrials : Arrays.stream(ofTrials).map(i -> number[i]).toArray();
    }
  }

  @Override
  public String toString() {
    return tolerance == 0 ? "exact scores of trials" : "scores of trials to " + tolerance + " nat";
  }
}
