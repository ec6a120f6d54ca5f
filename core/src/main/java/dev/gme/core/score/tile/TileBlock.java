package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.embedding.MetaEmbeddings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recordings that are put into order together, ready to be scored against other blocks. How they
 * are cut into tiles depends on them alone, and their diagonal terms on the other block's highest
 * precision rounded up, so that one set of terms serves most of the blocks that they meet. The
 * scores of a cell, a block of rows against a block of columns, thus depend on these two blocks and
 * on nothing else (docs/decisions/0024-cells.md).
 *
 * <p>For one thread at a time.
 */
@Internal
public final class TileBlock {
  private static final TilePlan.Accuracy KIND = TilePlan.Accuracy.SCORE;

  /**
   * Sets of terms that are kept, 2 MB each for 16,384 recordings: precisions are rounded to powers
   * of four, so that blocks of one kind of recordings rarely differ by more than one step.
   */
  private static final int KEPT = 3;

  final int first;
  final PrecisionOrder order;
  private final double tolerance;
  private int tileSize;
  private Prepared asRows;
  private Prepared asColumns;

  /**
   * A block of recordings.
   *
   * @param first the caller's number of its first recording
   */
  public TileBlock(MetaEmbeddings e, int first, double tolerance) {
    this.first = first;
    this.tolerance = tolerance;
    order = new PrecisionOrder(e);
  }

  public int first() {
    return first;
  }

  public MetaEmbeddings embeddings() {
    return order.embeddings;
  }

  /** Cut into tiles as one of the two sides, with terms against other blocks. */
  private static final class Prepared {
    final TiledSide tiled;
    private final double tolerance;

    /** By the highest precision that they reach to; those that were used last. */
    private final Map<Double, TileGrid.Side> against =
        new LinkedHashMap<>(8, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Double, TileGrid.Side> eldest) {
            return size() > KEPT;
          }
        };

    Prepared(TiledSide tiled, double tolerance) {
      this.tiled = tiled;
      this.tolerance = tolerance;
    }

    TileGrid.Side against(PrecisionOrder other) {
      return against.computeIfAbsent(
          roundedUp(other.b[other.n - 1]),
          highest -> TileGrid.Side.of(tiled, 0, highest, KIND, tolerance));
    }
  }

  /** The next power of four; a wider range costs a point or two of some twelve. */
  static double roundedUp(double precision) {
    if (precision == 0) {
      return 0;
    }
    int exponent = Math.getExponent(precision);
    int log2 = Math.scalb(1.0, Math.max(exponent, Double.MIN_EXPONENT)) >= precision ? 0 : 1;
    int even = Math.max(exponent, Double.MIN_EXPONENT) + log2;
    even += Math.floorMod(even, 2);
    return even > Double.MAX_EXPONENT ? precision : Math.scalb(1.0, even);
  }

  private int tileSize() {
    if (tileSize == 0) {
      tileSize = TileSize.choose(order, order, KIND, tolerance);
    }
    return tileSize;
  }

  /** The tiles of this block as rows. */
  TiledSide rows() {
    return preparedRows().tiled;
  }

  /** The tiles of this block as columns. */
  TiledSide columns() {
    return preparedColumns().tiled;
  }

  private Prepared preparedRows() {
    if (asRows == null) {
      asRows = new Prepared(new TiledSide(order, tileSize(), false), tolerance);
    }
    return asRows;
  }

  private Prepared preparedColumns() {
    if (asColumns == null) {
      asColumns = new Prepared(new TiledSide(order, tileSize(), true), tolerance);
    }
    return asColumns;
  }

  /** How the scores of this block's rows against another's columns are computed. */
  TileGrid against(TileBlock cols) {
    return new TileGrid(
        preparedRows().against(cols.order), cols.preparedColumns().against(order), KIND, tolerance);
  }
}
