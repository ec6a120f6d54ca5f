package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreTile;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Scores by products of tiles, cell by cell: a block of rows against a block of columns. */
@Internal
public final class TileBands implements BandSource {
  private final int dimension;
  private final int rowBlocks;
  private final IntFunction<TileBlock> rowBlock;
  private final TileBlock[] columns;

  /** Whether both sides are one set, of which every pair is wanted once. */
  private final boolean once;

  private final Queue<TileWorkspace> workspaces = new ConcurrentLinkedQueue<>();
  private final Tally tally = new Tally();

  /**
   * Cuts two sides into blocks.
   *
   * @param range rows of a block
   * @param colRange and columns
   */
  public TileBands(
      MetaEmbeddings enrol, MetaEmbeddings test, int range, int colRange, double tolerance) {
    this(
        enrol.dimension(),
        blocks(enrol, range),
        r -> block(enrol, range, r, tolerance),
        columns(test, colRange, tolerance),
        false);
  }

  /**
   * Bands of a set against itself in which every pair comes once: a block of rows against the later
   * blocks of columns, and against itself without the tiles that have only pairs of which the
   * column comes before the row in the order of precisions. A tile that has such pairs and others
   * has both.
   */
  public static TileBands ofPairs(MetaEmbeddings e, int range, double tolerance) {
    return new TileBands(
        e.dimension(),
        blocks(e, range),
        r -> block(e, range, r, tolerance),
        columns(e, range, tolerance),
        true);
  }

  /** The bands of a single cell. */
  public static TileBands cell(TileBlock rows, TileBlock cols) {
    return new TileBands(rows.order.d, 1, r -> rows, new TileBlock[] {cols}, false);
  }

  /** The bands of a block against itself in which every pair comes once, as {@link #ofPairs}. */
  public static TileBands cellOfPairs(TileBlock block) {
    return new TileBands(block.order.d, 1, r -> block, new TileBlock[] {block}, true);
  }

  private TileBands(
      int dimension,
      int rowBlocks,
      IntFunction<TileBlock> rowBlock,
      TileBlock[] columns,
      boolean once) {
    this.dimension = dimension;
    this.rowBlocks = rowBlocks;
    this.rowBlock = rowBlock;
    this.columns = columns;
    this.once = once;
  }

  private static int blocks(MetaEmbeddings e, int range) {
    return (e.size() + range - 1) / range;
  }

  private static TileBlock block(MetaEmbeddings e, int range, int number, double tolerance) {
    int from = number * range;
    int to = Math.min(e.size(), from + range);
    return new TileBlock(from == 0 && to == e.size() ? e : e.range(from, to), from, tolerance);
  }

  private static TileBlock[] columns(MetaEmbeddings e, int range, double tolerance) {
    return IntStream.range(0, blocks(e, range))
        .mapToObj(c -> block(e, range, c, tolerance))
        .toArray(TileBlock[]::new);
  }

  /** Somewhere in a tile, the same place in every run. */
  private static int place(int rowTile, int colTile, int scores) {
    long mixed = (31L * rowTile + colTile + 1) * 0x9E3779B97F4A7C15L;
    return (int) ((mixed >>> 33) % scores);
  }

  @Override
  public int rowRanges() {
    return rowBlocks;
  }

  @Override
  public ScoreReport report() {
    return tally.report(dimension);
  }

  @Override
  public Bands bands(int rowRange) {
    TileBlock block = rowBlock.apply(rowRange);
    TiledSide rows = block.rows();
    int first = once ? rowRange : 0;
    TileGrid[] grids = new TileGrid[columns.length - first];
    for (int c = 0; c < grids.length; c++) {
      grids[c] = block.against(columns[first + c]);
    }
    return new Bands() {
      @Override
      public int count() {
        return rows.tiles() * grids.length;
      }

      /** High precisions first: they cost most, and short work at the end keeps threads even. */
      private int tile(int i) {
        return rows.tiles() - 1 - i / grids.length;
      }

      @Override
      public ScoreBand band(int i) {
        int tile = tile(i);
        TileBlock cols = columns[first + i % grids.length];
        return new ScoreBand(
            block.first,
            block.order.order,
            rows.start[tile],
            rows.rows(tile),
            cols.first,
            cols.order.order,
            cols.order.place);
      }

      @Override
      public void score(int i, ScoreBand band, Consumer<ScoreTile> to) {
        TileWorkspace free = workspaces.poll();
        TileWorkspace work = free == null ? new TileWorkspace() : free;
        TileGrid grid = grids[i % grids.length];
        boolean isItself = once && i % grids.length == 0;
        for (int j = 0; j < grid.cols.tiles(); j++) {
          if (isItself && grid.cols.start[j + 1] <= rows.start[tile(i)]) {
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
