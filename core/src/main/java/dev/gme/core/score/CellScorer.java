package dev.gme.core.score;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.BandRun;
import dev.gme.core.score.tile.BandSource;
import dev.gme.core.score.tile.ExactBands;
import dev.gme.core.score.tile.TileBands;
import dev.gme.core.score.tile.TileBlock;
import dev.gme.core.score.tile.TrialCost;
import dev.gme.core.score.tile.TrialProgress;
import dev.gme.core.score.tile.TrialTiles;
import java.util.Objects;

/**
 * Log-likelihood ratios cell by cell, a block of enrolments against a block of test recordings: for
 * sets that no memory holds, and for work that is shared out among processes. The scores of a cell
 * depend on its two blocks and on nothing else. So they are the same to the bit whoever makes them
 * and in whatever order, and {@link ScoreKind#llr(double)} makes the same ones of a set as cells of
 * {@link #BLOCK} recordings do.
 *
 * <pre>{@code
 * CellScorer cells = new CellScorer(ScoreKind.DEFAULT_TOLERANCE);
 * CellScorer.Block rows = cells.block(enrolled, 0);              // prepared once
 * HistogramSink sink = new HistogramSink(ScoreBins.fine());
 * ScoreReport report = ScoreReport.NONE;
 * for (int c = 0; c < 4; c++) {
 *   CellScorer.Block cols = cells.block(read(c), c * CellScorer.BLOCK);
 *   report = report.plus(cells.score(rows, cols, sink));
 * }
 * ScoreHistogram all = sink.histogram();                         // adds up with those of others
 * }</pre>
 *
 * <p>A sink sees the numbers of recordings that the blocks begin with, which are the caller's: of
 * all recordings, or of those that the sink is made for. It is told of no complete rows ({@link
 * ScoreSink#rowsDone}), since a cell has only a part of a row.
 *
 * <p>A scorer and its blocks are for one thread at a time; they use all threads themselves.
 */
public final class CellScorer {
  /** The recordings of a block where nothing speaks for another number. */
  public static final int BLOCK = BandScorer.RANGE;

  private final double tolerance;

  /** Recordings side by side that are ready to be scored, as rows and as columns. */
  public static final class Block {
    private final TileBlock tiles;
    private final double tolerance;

    private Block(MetaEmbeddings embeddings, int first, double tolerance) {
      tiles = new TileBlock(embeddings, first, tolerance);
      this.tolerance = tolerance;
    }

    /** The number of the first recording. */
    public int first() {
      return tiles.first();
    }

    /** How many recordings there are. */
    public int size() {
      return tiles.embeddings().size();
    }

    /** The recordings. */
    public MetaEmbeddings embeddings() {
      return tiles.embeddings();
    }

    @Override
    public String toString() {
      return size() + " recordings from number " + first();
    }
  }

  /**
   * A scorer of cells.
   *
   * @param tolerance root mean square error in nats as of {@link ScoreKind#llr(double)}, for each
   *     cell by itself; 0 for exact scores
   */
  public CellScorer(double tolerance) {
    if (!(tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the tolerance must be finite and not negative, found " + tolerance);
    }
    this.tolerance = tolerance;
  }

  /** The root mean square error that scores may have, in nats. */
  public double tolerance() {
    return tolerance;
  }

  /**
   * A block for any number of cells of scorers of this tolerance.
   *
   * @param first the number that sinks shall know its first recording by
   */
  public Block block(MetaEmbeddings embeddings, int first) {
    if (first < 0 || first > Integer.MAX_VALUE - embeddings.size()) {
      throw new IllegalArgumentException(
          embeddings.size() + " recordings cannot be numbered from " + first);
    }
    return new Block(embeddings, first, tolerance);
  }

  /** The scores of a cell: every row against every column. */
  public <P> ScoreReport score(Block rows, Block cols, ScoreSink<P> sink) {
    return score(rows, cols, sink, Progress.NONE);
  }

  /** The scores of a cell, which may be cancelled. */
  public <P> ScoreReport score(Block rows, Block cols, ScoreSink<P> sink, Progress progress) {
    requireMine(rows);
    requireMine(cols);
    TileScorer.requireCommonLambda(rows.embeddings(), cols.embeddings());
    if (rows.size() == 0 || cols.size() == 0) {
      return ScoreReport.NONE;
    }
    BandSource cell = tolerance == 0 ? exact(rows, cols) : TileBands.cell(rows.tiles, cols.tiles);
    return run(cell, rows, cols, sink, progress);
  }

  /**
   * The scores of a block against itself, about half of them: every pair at least one way. Where a
   * tile has a pair both ways, {@link dev.gme.core.score.sink.ScoreTile#firstOfPairs} says which
   * one counts.
   */
  public <P> ScoreReport pairs(Block block, ScoreSink<P> sink) {
    return pairs(block, sink, Progress.NONE);
  }

  /** The scores of a block against itself, which may be cancelled. */
  public <P> ScoreReport pairs(Block block, ScoreSink<P> sink, Progress progress) {
    requireMine(block);
    if (block.size() == 0) {
      return ScoreReport.NONE;
    }
    BandSource cell = tolerance == 0 ? exact(block, block) : TileBands.cellOfPairs(block.tiles);
    return run(cell, block, block, sink, progress);
  }

  /**
   * The scores of some trials of a cell: to the bit those that {@link #score} gives of all its
   * pairs, whatever other trials there are. Tiles that have none are left out; see {@link
   * #isExactCheaper} for lists with few trials in most of them.
   *
   * @param rowOf the number of the row of each trial, counted as sinks see it
   * @param colOf the number of its column
   */
  public TrialScores list(Block rows, Block cols, int[] rowOf, int[] colOf) {
    requireMine(rows);
    requireMine(cols);
    if (rowOf.length != colOf.length) {
      throw new IllegalArgumentException(rowOf.length + " rows and " + colOf.length + " columns");
    }
    TileScorer.requireCommonLambda(rows.embeddings(), cols.embeddings());
    int[] r = within(rows, rowOf);
    int[] c = within(cols, colOf);
    if (tolerance == 0 || r.length == 0) {
      return new ExactLlrScorer(rows.embeddings(), cols.embeddings()).list(r, c);
    }
    return new TrialTiles(rows.tiles, r, cols.tiles, c)
        .score(new TrialProgress(Progress.NONE, r.length));
  }

  private static int[] within(Block block, int[] numbers) {
    int[] out = new int[numbers.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = Objects.checkIndex(numbers[i] - block.first(), block.size());
    }
    return out;
  }

  /**
   * Whether exact scores of a list ({@code new CellScorer(0)}) take less time than those by tiles,
   * since most tiles would have few of its trials.
   *
   * @param trials how many there are, spread over rows and columns as they come
   * @param d the dimension of the meta-embeddings
   */
  public static boolean isExactCheaper(double trials, double rows, double cols, int d) {
    return TrialCost.isExactCheaper(trials, rows, cols, d);
  }

  private static BandSource exact(Block rows, Block cols) {
    return ExactBands.cell(rows.embeddings(), rows.first(), cols.embeddings(), cols.first());
  }

  private static <P> ScoreReport run(
      BandSource cell, Block rows, Block cols, ScoreSink<P> sink, Progress progress) {
    new BandRun<>(sink, progress, (long) rows.size() * cols.size()).run(cell.bands(0), 0);
    return cell.report();
  }

  private void requireMine(Block block) {
    if (block.tolerance != tolerance) {
      throw new IllegalArgumentException(
          "a block for scores within " + block.tolerance + " cannot be scored within " + tolerance);
    }
  }

  @Override
  public String toString() {
    return "cells of log-likelihood ratios within " + tolerance;
  }
}
