package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.parallel.Workers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A list of trials, gathered by tiles and scored tile by tile. */
final class TrialTiles {
  private final MetaEmbeddings enrol;
  private final MetaEmbeddings test;
  private final int[] enrols;
  private final int[] tests;
  private final TileGrid grid;

  /** The tile of each recording, by the caller's number. */
  private final int[] rowTile;

  private final int[] colTile;

  /** The trials, those of one row of tiles after the other, and where each row begins. */
  private final int[] byRow;

  private final int[] rowStart;
  private final float[] scores;
  private final AtomicLong oneByOne = new AtomicLong();
  private final Queue<TileWorkspace> workspaces = new ConcurrentLinkedQueue<>();

  TrialTiles(
      MetaEmbeddings enrol, int[] enrols, MetaEmbeddings test, int[] tests, double tolerance) {
    this.enrol = enrol;
    this.test = test;
    this.enrols = enrols;
    this.tests = tests;
    grid =
        TileGrid.of(
            new PrecisionOrder(enrol),
            new PrecisionOrder(test),
            TilePlan.Accuracy.SCORE,
            tolerance);
    rowTile = tiles(grid.rows);
    colTile = tiles(grid.cols);
    scores = new float[enrols.length];
    rowStart = new int[grid.rows.tiles() + 1];
    for (int e : enrols) {
      rowStart[rowTile[e] + 1]++;
    }
    sumUp(rowStart);
    byRow = new int[enrols.length];
    int[] next = rowStart.clone();
    for (int t = 0; t < enrols.length; t++) {
      byRow[next[rowTile[enrols[t]]]++] = t;
    }
  }

  private static int[] tiles(TiledSide side) {
    int[] out = new int[side.n];
    for (int tile = 0; tile < side.tiles(); tile++) {
      for (int place = side.start[tile]; place < side.start[tile + 1]; place++) {
        out[side.order.order[place]] = tile;
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

  TrialScores score(TrialScorer.Steps steps) {
    ScoreReport[] reports = new ScoreReport[grid.rows.tiles()];
    Workers.forEach(
        reports.length,
        r -> {
          reports[r] = scoreRow(r);
          steps.add(rowStart[r + 1] - rowStart[r]);
        });
    ScoreReport all = ScoreReport.NONE;
    for (ScoreReport report : reports) {
      all = all.plus(report);
    }
    return new TrialScores(scores, all, oneByOne.get());
  }

  private ScoreReport scoreRow(int row) {
    int[] start = new int[grid.cols.tiles() + 1];
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      start[colTile[tests[byRow[i]]] + 1]++;
    }
    sumUp(start);
    int[] byTile = new int[rowStart[row + 1] - rowStart[row]];
    int[] next = start.clone();
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      int t = byRow[i];
      byTile[next[colTile[tests[t]]]++] = t;
    }
    TileWorkspace free = workspaces.poll();
    TileWorkspace work = free == null ? new TileWorkspace() : free;
    ScoreReport report = ScoreReport.NONE;
    for (int col = 0; col < grid.cols.tiles(); col++) {
      if (start[col + 1] > start[col]) {
        report = report.plus(new Tile(row, col, byTile, start[col], start[col + 1]).score(work));
      }
    }
    workspaces.add(work);
    return report;
  }

  /** The trials of a tile: those at places {@code from} to {@code to} of a list. */
  private final class Tile {
    private final int row;
    private final int col;
    private final int[] trials;
    private final int from;
    private final int to;

    Tile(int row, int col, int[] trials, int from, int to) {
      this.row = row;
      this.col = col;
      this.trials = trials;
      this.from = from;
      this.to = to;
    }

    ScoreReport score(TileWorkspace work) {
      int n = to - from;
      if (TrialCost.isOneByOne(n, grid.rows.rows(row), grid.cols.rows(col), grid.rows.d)) {
        oneByOne();
        return new ScoreReport(n, 0, 0, 0, 0);
      }
      TileGrid.Cell cell = grid.cell(row, col);
      boolean needsDouble = cell.plan.needsDouble;
      if (needsDouble || TrialCost.isProduct(n, cell.m(), cell.n(), cell.inner)) {
        byProduct(cell.scores(work), cell.n());
      } else {
        byFactors(cell, work);
      }
      double columns = (double) cell.inner / grid.rows.d;
      return new ScoreReport(n, cell.errorBound(), columns, 1, needsDouble ? 1 : 0);
    }

    private void oneByOne() {
      for (int i = from; i < to; i++) {
        int t = trials[i];
        scores[t] = (float) enrol.llr(enrols[t], test, tests[t]);
      }
      oneByOne.addAndGet(to - from);
    }

    private void byProduct(float[] tile, int cols) {
      for (int i = from; i < to; i++) {
        int t = trials[i];
        scores[t] = tile[rowIn(t) * cols + colIn(t)];
      }
    }

    private void byFactors(TileGrid.Cell cell, TileWorkspace work) {
      float[] left = cell.left(work);
      float[] right = cell.right(work);
      int inner = cell.inner;
      for (int i = from; i < to; i++) {
        int t = trials[i];
        scores[t] = Blas.dot(inner, left, rowIn(t) * inner, right, colIn(t) * inner);
      }
    }

    private int rowIn(int trial) {
      return grid.rows.order.place[enrols[trial]] - grid.rows.start[row];
    }

    private int colIn(int trial) {
      return grid.cols.order.place[tests[trial]] - grid.cols.start[col];
    }
  }
}
