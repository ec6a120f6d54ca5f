package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TrialScores;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A list of trials, gathered by tiles and scored tile by tile. Trials are sorted by rows of tiles,
 * and each row by tiles when its turn comes. What is known of a trial moves with it: lists are long
 * and looking things up in them takes longer than scoring.
 */
@Internal
public final class TrialTiles {
  private final TileGrid grid;

  /** Whether tiles are scored whole, however few trials they have. */
  private final boolean isWhole;

  private final float[] scores;

  /** The trials by their numbers in the list, one row of tiles after the other. */
  private final int[] trial;

  /** The row within its tile. */
  private final short[] row;

  /** The place of the column. */
  private final int[] col;

  /** Where each row of tiles begins. */
  private final int[] start;

  private final AtomicLong oneByOne = new AtomicLong();
  private final Queue<TileWorkspace> workspaces = new ConcurrentLinkedQueue<>();

  /** Trials of a cell of their own, each tile in the way that is cheapest for its trials. */
  public TrialTiles(
      MetaEmbeddings enrol, int[] enrols, MetaEmbeddings test, int[] tests, double tolerance) {
    this(
        TileGrid.of(
            new PrecisionOrder(enrol),
            new PrecisionOrder(test),
            TilePlan.Accuracy.SCORE,
            tolerance),
        enrols,
        tests,
        false);
  }

  /**
   * Trials of a cell of two blocks, by their numbers within these: the same bits as {@link
   * TileBands#cell} gives of all pairs, whatever other trials there are.
   */
  public TrialTiles(TileBlock rows, int[] enrols, TileBlock cols, int[] tests) {
    this(rows.against(cols), enrols, tests, true);
  }

  private TrialTiles(TileGrid grid, int[] enrols, int[] tests, boolean isWhole) {
    this.grid = grid;
    this.isWhole = isWhole;
    int n = enrols.length;
    scores = new float[n];
    trial = new int[n];
    row = new short[n];
    col = new int[n];
    int[] tile = tiles(grid.rows);
    int[] rowPlace = grid.rows.order.place;
    int[] colPlace = grid.cols.order.place;
    start = new int[grid.rows.tiles() + 1];
    for (int e : enrols) {
      start[tile[rowPlace[e]] + 1]++;
    }
    sumUp(start);
    int[] next = start.clone();
    for (int t = 0; t < n; t++) {
      int place = rowPlace[enrols[t]];
      int to = next[tile[place]]++;
      trial[to] = t;
      row[to] = (short) (place - grid.rows.start[tile[place]]);
      col[to] = colPlace[tests[t]];
    }
  }

  /** The tile of each place. */
  private static int[] tiles(TiledSide side) {
    int[] out = new int[side.n];
    for (int tile = 0; tile < side.tiles(); tile++) {
      for (int place = side.start[tile]; place < side.start[tile + 1]; place++) {
        out[place] = tile;
      }
    }
    return out;
  }

  /** Turns counts, one place late, into where each begins. */
  private static void sumUp(int[] counts) {
    for (int i = 1; i < counts.length; i++) {
      counts[i] += counts[i - 1];
    }
  }

  public TrialScores score(TrialProgress steps) {
    int[] colTile = tiles(grid.cols);
    ScoreReport[] reports = new ScoreReport[grid.rows.tiles()];
    Workers.forEach(
        reports.length,
        r -> {
          TileWorkspace free = workspaces.poll();
          TileWorkspace work = free == null ? new TileWorkspace() : free;
          reports[r] = new Row(r, colTile).score(work);
          workspaces.add(work);
          steps.add(start[r + 1] - start[r]);
        });
    ScoreReport all = ScoreReport.NONE;
    for (ScoreReport report : reports) {
      all = all.plus(report);
    }
    return new TrialScores(scores, all, oneByOne.get());
  }

  /** The trials of a row of tiles, sorted by tile. */
  private final class Row {
    private final int rowTile;
    private final int[] trialOf;
    private final short[] rowOf;
    private final short[] colOf;
    private final int[] tileStart;

    Row(int rowTile, int[] colTile) {
      this.rowTile = rowTile;
      int from = start[rowTile];
      int to = start[rowTile + 1];
      tileStart = new int[grid.cols.tiles() + 1];
      for (int i = from; i < to; i++) {
        tileStart[colTile[col[i]] + 1]++;
      }
      sumUp(tileStart);
      trialOf = new int[to - from];
      rowOf = new short[to - from];
      colOf = new short[to - from];
      int[] next = tileStart.clone();
      for (int i = from; i < to; i++) {
        int tile = colTile[col[i]];
        int at = next[tile]++;
        trialOf[at] = trial[i];
        rowOf[at] = row[i];
        colOf[at] = (short) (col[i] - grid.cols.start[tile]);
      }
    }

    ScoreReport score(TileWorkspace work) {
      ScoreReport report = ScoreReport.NONE;
      for (int tile = 0; tile < grid.cols.tiles(); tile++) {
        if (tileStart[tile + 1] > tileStart[tile]) {
          report = report.plus(score(tile, work));
        }
      }
      return report;
    }

    private ScoreReport score(int tile, TileWorkspace work) {
      int from = tileStart[tile];
      int to = tileStart[tile + 1];
      int n = to - from;
      if (!isWhole
          && TrialCost.isOneByOne(n, grid.rows.rows(rowTile), grid.cols.rows(tile), grid.rows.d)) {
        oneByOne(tile, from, to);
        return ScoreReport.exact(n, 0);
      }
      TileGrid.Cell cell = grid.cell(rowTile, tile);
      boolean needsDouble = cell.inDouble;
      if (isWhole || needsDouble || TrialCost.isProduct(n, cell.m(), cell.n(), cell.inner)) {
        byProduct(cell.scores(work), cell.n(), from, to);
      } else {
        byFactors(cell, work, from, to);
      }
      int one = from + n / 2;
      double error = cell.error(rowOf[one], colOf[one], scores[trialOf[one]]);
      double columns = (double) cell.inner / grid.rows.d;
      return new ScoreReport(n, cell.errorBound(), 1, error, columns, 1, needsDouble ? 1 : 0);
    }

    private void oneByOne(int tile, int from, int to) {
      MetaEmbeddings enrol = grid.rows.order.embeddings;
      MetaEmbeddings test = grid.cols.order.embeddings;
      for (int i = from; i < to; i++) {
        int e = grid.rows.order.order[grid.rows.start[rowTile] + rowOf[i]];
        int t = grid.cols.order.order[grid.cols.start[tile] + colOf[i]];
        scores[trialOf[i]] = (float) enrol.llr(e, test, t);
      }
      oneByOne.addAndGet(to - from);
    }

    private void byProduct(float[] tile, int cols, int from, int to) {
      for (int i = from; i < to; i++) {
        scores[trialOf[i]] = tile[rowOf[i] * cols + colOf[i]];
      }
    }

    private void byFactors(TileGrid.Cell cell, TileWorkspace work, int from, int to) {
      float[] left = cell.left(work);
      float[] right = cell.right(work);
      int inner = cell.inner;
      for (int i = from; i < to; i++) {
        scores[trialOf[i]] = Blas.dot(inner, left, rowOf[i] * inner, right, colOf[i] * inner);
      }
    }
  }
}
