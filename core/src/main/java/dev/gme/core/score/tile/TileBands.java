package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreTile;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Scores by products of tiles. */
@Internal
public final class TileBands implements BandSource {
  private static final TilePlan.Accuracy KIND = TilePlan.Accuracy.SCORE;

  private final MetaEmbeddings enrol;
  private final MetaEmbeddings test;
  private final int range;
  private final double tolerance;

  /** Whether both sides are one set, of which every pair is wanted once. */
  private final boolean once;

  private final int tileSize;
  private final Side[] columns;
  private final Queue<TileWorkspace> workspaces = new ConcurrentLinkedQueue<>();
  private final Tally tally = new Tally();

  /** A range of the caller's recordings, ready to be scored. */
  private final class Side {
    final int first;
    final TiledSide tiled;
    final TileGrid.Side inGrid;

    Side(PrecisionOrder order, int first, MetaEmbeddings other, boolean isColumns) {
      this.first = first;
      tiled = new TiledSide(order, tileSize, isColumns);
      double lowest = Double.POSITIVE_INFINITY;
      double highest = 0;
      for (double b : other.b()) {
        lowest = Math.min(lowest, b);
        highest = Math.max(highest, b);
      }
      inGrid = TileGrid.Side.of(tiled, lowest, highest, KIND, tolerance);
    }
  }

  /**
   * Cuts two sides into bands of tiles.
   *
   * @param range the caller's rows that are put into order together
   * @param colRange and the columns
   */
  public TileBands(
      MetaEmbeddings enrol, MetaEmbeddings test, int range, int colRange, double tolerance) {
    this(enrol, test, range, colRange, tolerance, false);
  }

  /**
   * Bands of a set against itself in which every pair comes once: a range of rows against the later
   * ranges of columns, and against itself without the tiles that have only pairs of which the
   * column comes before the row in the order of precisions. A tile that has such pairs and others
   * has both.
   */
  public static TileBands ofPairs(MetaEmbeddings e, int range, double tolerance) {
    return new TileBands(e, e, range, range, tolerance, true);
  }

  private TileBands(
      MetaEmbeddings enrol,
      MetaEmbeddings test,
      int range,
      int colRange,
      double tolerance,
      boolean once) {
    this.enrol = enrol;
    this.test = test;
    this.range = range;
    this.tolerance = tolerance;
    this.once = once;
    tileSize = TileSize.choose(order(enrol, range, 0), order(test, colRange, 0), KIND, tolerance);
    columns = new Side[(test.size() + colRange - 1) / colRange];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = new Side(order(test, colRange, c), c * colRange, enrol, true);
    }
  }

  /** Somewhere in a tile, the same place in every run. */
  private static int place(int rowTile, int colTile, int scores) {
    long mixed = (31L * rowTile + colTile + 1) * 0x9E3779B97F4A7C15L;
    return (int) ((mixed >>> 33) % scores);
  }

  private static PrecisionOrder order(MetaEmbeddings e, int range, int number) {
    int from = number * range;
    int to = Math.min(e.size(), from + range);
    return new PrecisionOrder(from == 0 && to == e.size() ? e : e.range(from, to));
  }

  @Override
  public int rowRanges() {
    return (enrol.size() + range - 1) / range;
  }

  @Override
  public ScoreReport report() {
    return tally.report(enrol.dimension());
  }

  @Override
  public Bands bands(int rowRange) {
    Side rows = new Side(order(enrol, range, rowRange), rowRange * range, test, false);
    int first = once ? rowRange : 0;
    TileGrid[] grids = new TileGrid[columns.length - first];
    for (int c = 0; c < grids.length; c++) {
      grids[c] = new TileGrid(rows.inGrid, columns[first + c].inGrid, KIND, tolerance);
    }
    return new Bands() {
      @Override
      public int count() {
        return rows.tiled.tiles() * grids.length;
      }

      /** High precisions first: they cost most, and short work at the end keeps threads even. */
      private int tile(int i) {
        return rows.tiled.tiles() - 1 - i / grids.length;
      }

      @Override
      public ScoreBand band(int i) {
        int tile = tile(i);
        Side cols = columns[first + i % grids.length];
        return new ScoreBand(
            rows.first,
            rows.tiled.order.order,
            rows.tiled.start[tile],
            rows.tiled.rows(tile),
            cols.first,
            cols.tiled.order.order,
            cols.tiled.order.place);
      }

      @Override
      public void score(int i, ScoreBand band, Consumer<ScoreTile> to) {
        TileWorkspace free = workspaces.poll();
        TileWorkspace work = free == null ? new TileWorkspace() : free;
        TileGrid grid = grids[i % grids.length];
        boolean isItself = once && i % grids.length == 0;
        for (int j = 0; j < grid.cols.tiles(); j++) {
          if (isItself && grid.cols.start[j + 1] <= rows.tiled.start[tile(i)]) {
            continue;
          }
          TileGrid.Cell cell = grid.cell(tile(i), j);
          float[] scores = cell.scores(work);
          int one = place(tile(i), j, cell.m() * cell.n());
          tally.add(cell, cell.error(one / cell.n(), one % cell.n(), scores[one]));
          to.accept(new ScoreTile(band, grid.cols.start[j], cell.n(), scores));
        }
        workspaces.add(work);
      }
    };
  }

  /** Sums over tiles, which do not depend on their order. */
  private static final class Tally {
    private long trials;
    private long tiles;
    private long doubleTiles;
    private long products;
    private double errorBound;
    private double largestError;

    /** Adds a tile, and the error of one of its scores. */
    void add(TileGrid.Cell cell, double error) {
      double bound = cell.errorBound();
      long scores = (long) cell.m() * cell.n();
      synchronized (this) {
        trials += scores;
        tiles++;
        products += scores * cell.inner;
        doubleTiles += cell.inDouble ? 1 : 0;
        errorBound = Math.max(errorBound, bound);
        largestError = Math.max(largestError, error);
      }
    }

    synchronized ScoreReport report(int d) {
      double columns = trials == 0 ? 0 : (double) products / trials / d;
      return new ScoreReport(trials, errorBound, tiles, largestError, columns, tiles, doubleTiles);
    }
  }
}
