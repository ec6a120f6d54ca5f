package dev.gme.core.score.tile;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The scores of all pairs of two sets of meta-embeddings as products of tiles, and the derivatives
 * of a function of the scores with respect to the embeddings as two more products (docs/math.md
 * 6.5).
 *
 * <pre>{@code
 * PairTiles.Gradient g = new PairTiles(1e-3).run(enrol, test, loss);
 * }</pre>
 *
 * <p>An object keeps its native memory from run to run. Results do not depend on the thread count.
 */
public final class PairTiles {
  private final double tolerance;
  private final Queue<TileWorkspace> workspaces = new ConcurrentLinkedQueue<>();

  /**
   * Tiles whose ranks suit derivatives.
   *
   * @param tolerance the error of derivatives relative to their size that the ranks are chosen for
   */
  public PairTiles(double tolerance) {
    if (!(tolerance > 0)) {
      throw new IllegalArgumentException("the tolerance must be positive, found " + tolerance);
    }
    this.tolerance = tolerance;
  }

  /** What is made of the scores of a tile. */
  public interface Loss {
    /** How many sums it makes over all pairs. */
    int sums();

    /**
     * Overwrites the scores of a tile by the derivatives of the loss with respect to them, and adds
     * the tile's share to the sums. Called by many threads at once, each with a tile and sums of
     * its own.
     */
    void apply(Tile tile, double[] sums);
  }

  /** A tile of scores, row by row. */
  public static final class Tile {
    private final PrecisionOrder rowOrder;
    private final PrecisionOrder colOrder;
    private final int rowStart;
    private final int colStart;
    private final int rows;
    private final int cols;
    private final float[] scores;

    private Tile(TileGrid grid, TileGrid.Cell cell, float[] scores) {
      rowOrder = grid.rows.order;
      colOrder = grid.cols.order;
      rowStart = grid.rows.start[cell.rowTile];
      colStart = grid.cols.start[cell.colTile];
      rows = cell.m();
      cols = cell.n();
      this.scores = scores;
    }

    public int rows() {
      return rows;
    }

    public int cols() {
      return cols;
    }

    /** The scores, element (i, j) at i·cols() + j; to be overwritten. */
    public float[] scores() {
      return scores;
    }

    /** The caller's number of row i. */
    public int row(int i) {
      return rowOrder.order[rowStart + i];
    }

    /** The caller's number of column j. */
    public int col(int j) {
      return colOrder.order[colStart + j];
    }

    /** The column of this tile that has the caller's number, or −1 if another tile has it. */
    public int find(int col) {
      int j = colOrder.place[col] - colStart;
      return j >= 0 && j < cols ? j : -1;
    }
  }

  /**
   * What a run gives, in the caller's order.
   *
   * @param sums those of the loss, one row
   * @param enrol derivatives with respect to the one side
   * @param test and to the other
   * @param lambda and to λ, one row
   */
  public record Gradient(
      DoubleMatrix sums, Derivatives enrol, Derivatives test, DoubleMatrix lambda) {}

  /**
   * Derivatives with respect to one side.
   *
   * @param a with respect to a, an embedding a row
   * @param b with respect to b (a held fixed), one column
   */
  public record Derivatives(DoubleMatrix a, DoubleMatrix b) {}

  /** Goes through all tiles. */
  public Gradient run(MetaEmbeddings enrol, MetaEmbeddings test, Loss loss) {
    requireCommonLambda(enrol, test);
    if (enrol.size() == 0 || test.size() == 0) {
      throw new IllegalArgumentException("both sides need at least one recording");
    }
    TileGrid grid =
        TileGrid.of(
            new PrecisionOrder(enrol),
            new PrecisionOrder(test),
            TilePlan.Accuracy.GRADIENT,
            tolerance);
    int tiles = grid.rows.tiles();
    PairAccumulator ofRows = new PairAccumulator(grid.rows, grid.ofRows);
    // The columns belong to all rows of tiles, so each row of tiles sums their derivatives apart.
    PairAccumulator[] ofColumns = new PairAccumulator[tiles];
    double[][] sums = new double[tiles][loss.sums()];
    float[][] dLambda = new float[tiles][grid.rows.d];
    Workers.forEach(
        tiles,
        t -> {
          // High precisions first: they cost most, and short work at the end keeps threads even.
          int i = tiles - 1 - t;
          TileWorkspace work = workspace();
          ofColumns[i] = new PairAccumulator(grid.cols, grid.ofCols);
          for (int j = 0; j < grid.cols.tiles(); j++) {
            TileGrid.Cell cell = grid.cell(i, j);
            float[] scores = cell.scores(work);
            loss.apply(new Tile(grid, cell, scores), sums[i]);
            new TileGradient(grid, cell, work).add(scores, ofRows, ofColumns[i], dLambda[i]);
          }
          workspaces.add(work);
        });
    double[] lambda = new double[grid.rows.d];
    for (int i = 0; i < tiles; i++) {
      for (int k = 0; k < lambda.length; k++) {
        lambda[k] += dLambda[i][k];
      }
    }
    PairAccumulator ofCols = PairAccumulator.total(ofColumns);
    grid.ofRows.backward(ofRows.coefficient, ofRows.dA, ofRows.dB, lambda);
    grid.ofCols.backward(ofCols.coefficient, ofCols.dA, ofCols.dB, lambda);
    double[] unsorted = new double[lambda.length];
    for (int k = 0; k < lambda.length; k++) {
      unsorted[grid.rows.order.component[k]] = lambda[k];
    }
    return new Gradient(
        total(sums),
        ofRows.inCallersOrder(),
        ofCols.inCallersOrder(),
        DoubleMatrix.wrap(1, lambda.length, unsorted));
  }

  /** Sums of all rows of tiles, in order. */
  private static DoubleMatrix total(double[][] sums) {
    double[] out = new double[sums[0].length];
    for (double[] part : sums) {
      for (int k = 0; k < out.length; k++) {
        out[k] += part[k];
      }
    }
    return DoubleMatrix.wrap(1, out.length, out);
  }

  /**
   * The sums of the loss alone; what it leaves in place of the scores is not used.
   *
   * @param scoreTolerance root mean square error of the scores
   */
  public DoubleMatrix forward(
      MetaEmbeddings enrol, MetaEmbeddings test, double scoreTolerance, Loss loss) {
    requireCommonLambda(enrol, test);
    if (enrol.size() == 0 || test.size() == 0) {
      return DoubleMatrix.zeros(1, loss.sums());
    }
    TileGrid grid =
        TileGrid.of(
            new PrecisionOrder(enrol),
            new PrecisionOrder(test),
            TilePlan.Accuracy.SCORE,
            scoreTolerance);
    double[][] sums = new double[grid.rows.tiles()][loss.sums()];
    Workers.forEach(
        grid.rows.tiles(),
        i -> {
          TileWorkspace work = workspace();
          for (int j = 0; j < grid.cols.tiles(); j++) {
            TileGrid.Cell cell = grid.cell(i, j);
            loss.apply(new Tile(grid, cell, cell.scores(work)), sums[i]);
          }
          workspaces.add(work);
        });
    return total(sums);
  }

  private static void requireCommonLambda(MetaEmbeddings enrol, MetaEmbeddings test) {
    if (!Arrays.equals(enrol.lambda(), test.lambda())) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) cannot be scored");
    }
  }

  private TileWorkspace workspace() {
    TileWorkspace free = workspaces.poll();
    return free == null ? new TileWorkspace() : free;
  }

  @Override
  public String toString() {
    return "tiles with tolerance " + tolerance;
  }
}
