package dev.gme.core.score;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.BandSource;
import dev.gme.core.score.tile.TileBands;
import dev.gme.core.score.tile.TrialCost;
import dev.gme.core.score.tile.TrialProgress;
import dev.gme.core.score.tile.TrialTiles;
import java.util.Arrays;

/**
 * Log-likelihood ratios of meta-embeddings by tiles (docs/math.md 6). The trials of a list are
 * gathered by tiles too, and each tile is scored in the way that is cheapest for as many trials as
 * it has: whole, by the factors of the trials alone, or trial by trial in double.
 */
final class TileScorer extends BandScorer {
  private final MetaEmbeddings enrol;
  private final MetaEmbeddings test;
  private final double tolerance;
  private final TrialCost.Use use;

  TileScorer(MetaEmbeddings enrol, MetaEmbeddings test, double tolerance, TrialCost.Use use) {
    super(enrol.size(), test.size());
    requireCommonLambda(enrol, test);
    this.enrol = enrol;
    this.test = test;
    this.tolerance = tolerance;
    this.use = use;
  }

  static void requireCommonLambda(MetaEmbeddings enrol, MetaEmbeddings test) {
    if (!Arrays.equals(enrol.lambda(), test.lambda())) {
      throw new GmeException(
          "embeddings of different extractors (another lambda) cannot be scored",
          "extract both sides with the same model");
    }
  }

  @Override
  public String description() {
    return "log-likelihood ratios";
  }

  @Override
  public double tolerance() {
    return tolerance;
  }

  @Override
  BandSource bands(int from, int to) {
    long pairs = (long) enrolments() * tests();
    if (use == TrialCost.Use.ONCE
        && TrialCost.needsNoTiles(pairs, enrolments(), tests(), enrol.dimension(), use)) {
      return new ExactLlrScorer(enrol, test).bands(from, to);
    }
    boolean isAll = from == 0 && to == enrol.size();
    return new TileBands(isAll ? enrol : enrol.range(from, to), test, RANGE, RANGE, tolerance);
  }

  @Override
  TrialScores listed(int[] enrols, int[] tests, TrialProgress progress) {
    Used rows = new Used(enrol, enrols);
    Used cols = new Used(test, tests);
    if (TrialCost.needsNoTiles(enrols.length, rows.count, cols.count, enrol.dimension(), use)) {
      return new ExactLlrScorer(enrol, test).listed(enrols, tests, progress);
    }
    TrialTiles tiles =
        new TrialTiles(
            rows.embeddings,
            rows.renumber(enrols),
            cols.embeddings,
            cols.renumber(tests),
            tolerance);
    return tiles.score(progress);
  }

  /** The recordings that occur in a list, if they are not most of all. */
  private static final class Used {
    final MetaEmbeddings embeddings;
    final int count;

    /** By the caller's number; null where all recordings stay. */
    private final int[] number;

    /** Numbers them in the caller's order, whatever order the trials come in. */
    Used(MetaEmbeddings all, int[] ofTrials) {
      boolean[] occurs = new boolean[all.size()];
      for (int i : ofTrials) {
        occurs[i] = true;
      }
      int[] numbers = new int[all.size()];
      int[][] found = new int[all.size()][];
      int n = 0;
      for (int i = 0; i < occurs.length; i++) {
        if (occurs[i]) {
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
}
