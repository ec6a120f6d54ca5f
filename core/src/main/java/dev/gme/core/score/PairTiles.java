package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.NativeBuffers;
import dev.gme.core.linalg.Op;
import dev.gme.core.parallel.Workers;
import java.nio.FloatBuffer;
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
  /** Edge of a tile: smaller ones slow the product, larger ones need higher ranks. */
  private static final int TILE = 384;

  /** Relative error of the diagonal terms; beside that of the derivatives it does not count. */
  private static final double DIAGONAL = 1e-6;

  private final double tolerance;
  private final Queue<Workspace> workspaces = new ConcurrentLinkedQueue<>();

  /**
   * Tiles for training.
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
    private final SortedSide rowSide;
    private final SortedSide colSide;
    private final int rowStart;
    private final int colStart;
    private final int rows;
    private final int cols;
    private final float[] scores;
    private final Workspace work;

    private Tile(
        SortedSide rowSide,
        int rowTile,
        SortedSide colSide,
        int colTile,
        float[] scores,
        Workspace work) {
      this.work = work;
      this.rowSide = rowSide;
      this.colSide = colSide;
      rowStart = rowSide.start[rowTile];
      colStart = colSide.start[colTile];
      rows = rowSide.rows(rowTile);
      cols = colSide.rows(colTile);
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

    /**
     * Memory for whoever works on the tile, with anything in it: as many floats as the scores.
     *
     * @param which 0 or 1
     */
    public float[] scratch(int which) {
      return work.heap(5 + which, rows * cols);
    }

    /** The caller's number of row i. */
    public int row(int i) {
      return rowSide.order[rowStart + i];
    }

    /** The caller's number of column j. */
    public int col(int j) {
      return colSide.order[colStart + j];
    }

    /** The column of this tile that has the caller's number, or −1 if another tile has it. */
    public int find(int col) {
      int j = colSide.place[col] - colStart;
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
    SortedSide rows = new SortedSide(enrol, TILE);
    SortedSide cols = new SortedSide(test, TILE);
    if (rows.n == 0 || cols.n == 0) {
      throw new IllegalArgumentException("both sides need at least one recording");
    }
    DiagonalTerms ofRows = terms(rows, cols, TilePlan.Accuracy.GRADIENT);
    DiagonalTerms ofCols = terms(cols, rows, TilePlan.Accuracy.GRADIENT);
    Accumulator total = new Accumulator(rows, ofRows);
    // The columns belong to all rows of tiles, so each row of tiles sums their derivatives apart.
    Accumulator[] ofColumns = new Accumulator[rows.tiles()];
    double[][] sums = new double[rows.tiles()][loss.sums()];
    float[][] dLambda = new float[rows.tiles()][rows.d];
    Workers.forEach(
        rows.tiles(),
        i -> {
          Workspace work = workspace();
          ofColumns[i] = new Accumulator(cols, ofCols);
          for (int j = 0; j < cols.tiles(); j++) {
            TilePlan plan =
                new TilePlan(
                    rows,
                    i,
                    cols,
                    j,
                    ofRows,
                    ofCols,
                    TilePlan.Accuracy.GRADIENT,
                    tolerance,
                    DIAGONAL);
            TileRun run = new TileRun(rows, i, cols, j, ofRows, ofCols, plan, work);
            run.run(loss, sums[i], total, ofColumns[i], dLambda[i]);
          }
          workspaces.add(work);
        });
    double[] lambda = new double[rows.d];
    for (int i = 0; i < rows.tiles(); i++) {
      for (int k = 0; k < rows.d; k++) {
        lambda[k] += dLambda[i][k];
      }
      if (i > 0) {
        ofColumns[0].add(ofColumns[i]);
      }
    }
    ofRows.backward(total.coefficient, total.dA, total.dB, lambda);
    ofCols.backward(ofColumns[0].coefficient, ofColumns[0].dA, ofColumns[0].dB, lambda);
    double[] unsorted = new double[rows.d];
    for (int k = 0; k < rows.d; k++) {
      unsorted[rows.component[k]] = lambda[k];
    }
    return new Gradient(
        total(sums),
        total.inCallersOrder(),
        ofColumns[0].inCallersOrder(),
        DoubleMatrix.wrap(1, rows.d, unsorted));
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
    SortedSide rows = new SortedSide(enrol, TILE);
    SortedSide cols = new SortedSide(test, TILE);
    if (rows.n == 0 || cols.n == 0) {
      return DoubleMatrix.zeros(1, loss.sums());
    }
    DiagonalTerms ofRows = terms(rows, cols, TilePlan.Accuracy.SCORE);
    DiagonalTerms ofCols = terms(cols, rows, TilePlan.Accuracy.SCORE);
    double[][] sums = new double[rows.tiles()][loss.sums()];
    Workers.forEach(
        rows.tiles(),
        i -> {
          Workspace work = workspace();
          for (int j = 0; j < cols.tiles(); j++) {
            TilePlan plan =
                new TilePlan(
                    rows,
                    i,
                    cols,
                    j,
                    ofRows,
                    ofCols,
                    TilePlan.Accuracy.SCORE,
                    scoreTolerance,
                    DIAGONAL);
            new TileRun(rows, i, cols, j, ofRows, ofCols, plan, work).score(loss, sums[i]);
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

  private static DiagonalTerms terms(SortedSide of, SortedSide other, TilePlan.Accuracy kind) {
    return new DiagonalTerms(of, other.b[0], other.b[other.n - 1], DIAGONAL, kind.minSpread);
  }

  private Workspace workspace() {
    Workspace free = workspaces.poll();
    return free == null ? new Workspace() : free;
  }

  /** Derivatives of one side, in sorted order. */
  private static final class Accumulator {
    private final SortedSide side;
    final float[] dA;
    final float[] dB;

    /** Derivatives with respect to the diagonal terms' values. */
    final double[] coefficient;

    Accumulator(SortedSide side, DiagonalTerms terms) {
      this.side = side;
      dA = new float[side.n * side.d];
      dB = new float[side.n];
      coefficient = new double[terms.values.length];
    }

    void add(Accumulator other) {
      Blas.axpy(dA.length, 1, other.dA, 0, dA, 0);
      Blas.axpy(dB.length, 1, other.dB, 0, dB, 0);
      Blas.axpy(coefficient.length, 1, other.coefficient, 0, coefficient, 0);
    }

    Derivatives inCallersOrder() {
      int d = side.d;
      double[] a = new double[dA.length];
      double[] b = new double[dB.length];
      for (int i = 0; i < dB.length; i++) {
        b[side.order[i]] = dB[i];
        for (int k = 0; k < d; k++) {
          a[side.order[i] * d + side.component[k]] = dA[i * d + k];
        }
      }
      return new Derivatives(
          DoubleMatrix.wrap(dB.length, d, a), DoubleMatrix.wrap(dB.length, 1, b));
    }
  }

  /** Memory of one thread; grows to what the largest tile needs. */
  private static final class Workspace {
    private final float[][] heap = new float[7][0];
    private final FloatBuffer[] direct = new FloatBuffer[5];

    float[] heap(int which, int n) {
      if (heap[which].length < n) {
        heap[which] = new float[n];
      }
      return heap[which];
    }

    FloatBuffer direct(int which, int n) {
      if (direct[which] == null || direct[which].capacity() < n) {
        direct[which] = NativeBuffers.floats(n);
      }
      return direct[which];
    }
  }

  /** One tile, forward and backward. */
  private static final class TileRun {
    private final SortedSide rows;
    private final SortedSide cols;
    private final int rowTile;
    private final int colTile;
    private final TilePlan plan;
    private final Workspace work;
    private final DiagonalTerms ofRows;
    private final DiagonalTerms ofCols;

    TileRun(
        SortedSide rows,
        int rowTile,
        SortedSide cols,
        int colTile,
        DiagonalTerms ofRows,
        DiagonalTerms ofCols,
        TilePlan plan,
        Workspace work) {
      this.rows = rows;
      this.cols = cols;
      this.rowTile = rowTile;
      this.colTile = colTile;
      this.ofRows = ofRows;
      this.ofCols = ofCols;
      this.plan = plan;
      this.work = work;
    }

    /** The scores, and what the loss makes of them in their place. */
    void score(Loss loss, double[] sums) {
      int m = rows.rows(rowTile);
      int n = cols.rows(colTile);
      int k = plan.columns;
      FloatBuffer left = work.direct(0, m * k).put(0, factors(rows, rowTile, true, 0), 0, m * k);
      FloatBuffer right = work.direct(1, n * k).put(0, factors(cols, colTile, false, 1), 0, n * k);
      FloatBuffer product = work.direct(2, m * n);
      Blas.gemm(Op.NONE, Op.TRANSPOSE, m, n, k, 1, left, 0, k, right, 0, k, 0, product, 0, n);
      float[] scores = work.heap(2, m * n);
      product.get(0, scores, 0, m * n);
      loss.apply(new Tile(rows, rowTile, cols, colTile, scores, work), sums);
    }

    void run(Loss loss, double[] sums, Accumulator ofRow, Accumulator ofCol, float[] dLambda) {
      score(loss, sums);
      int m = rows.rows(rowTile);
      int n = cols.rows(colTile);
      int k = plan.columns;
      FloatBuffer leftN = work.direct(0, m * k);
      FloatBuffer rightN = work.direct(1, n * k);
      FloatBuffer scoresN = work.direct(2, m * n).put(0, work.heap(2, m * n), 0, m * n);
      FloatBuffer dLeftN = work.direct(3, m * k);
      Blas.gemm(Op.NONE, Op.NONE, m, k, n, 1, scoresN, 0, n, rightN, 0, k, 0, dLeftN, 0, k);
      float[] dLeft = work.heap(3, m * k);
      dLeftN.get(0, dLeft, 0, m * k);
      backward(rows, rowTile, true, dLeft, ofRow, dLambda);

      FloatBuffer dRightN = work.direct(4, n * k);
      Blas.gemm(Op.TRANSPOSE, Op.NONE, n, k, m, 1, scoresN, 0, n, leftN, 0, k, 0, dRightN, 0, k);
      float[] dRight = work.heap(4, n * k);
      dRightN.get(0, dRight, 0, n * k);
      backward(cols, colTile, false, dRight, ofCol, dLambda);
    }

    private Chebyshev own(boolean isLeft) {
      return isLeft ? plan.ofRows : plan.ofColumns;
    }

    private Chebyshev others(boolean isLeft) {
      return isLeft ? plan.ofColumns : plan.ofRows;
    }

    /** Where the columns of this side's own diagonal terms begin, and those of its weights. */
    private int ownColumn(boolean isLeft) {
      return plan.left.columns() + (isLeft ? 0 : plan.ofRows.size());
    }

    private int weightColumn(boolean isLeft) {
      return plan.left.columns() + (isLeft ? plan.ofRows.size() : 0);
    }

    private float[] factors(SortedSide side, int tile, boolean isLeft, int which) {
      int m = side.rows(tile);
      int start = side.start[tile];
      int ld = plan.columns;
      float[] out = work.heap(which, m * ld);
      (isLeft ? plan.left : plan.right)
          .rows(m, isLeft, side.b32, start, side.a32, start * side.d, out, ld);
      DiagonalTerms terms = isLeft ? ofRows : ofCols;
      double[] transfer = terms.transfer(own(isLeft));
      int global = terms.points.size();
      int local = own(isLeft).size();
      double[] weights = new double[others(isLeft).size()];
      for (int i = 0; i < m; i++) {
        for (int p = 0; p < local; p++) {
          double sum = 0;
          for (int g = 0; g < global; g++) {
            sum += transfer[p * global + g] * terms.values[(start + i) * global + g];
          }
          out[i * ld + ownColumn(isLeft) + p] = (float) sum;
        }
        others(isLeft).weights(side.b[start + i], weights, 0);
        for (int p = 0; p < weights.length; p++) {
          out[i * ld + weightColumn(isLeft) + p] = (float) weights[p];
        }
      }
      return out;
    }

    private void backward(
        SortedSide side, int tile, boolean isLeft, float[] dOut, Accumulator to, float[] dLambda) {
      int m = side.rows(tile);
      int start = side.start[tile];
      int ld = plan.columns;
      (isLeft ? plan.left : plan.right)
          .backward(
              m,
              isLeft,
              side.b32,
              start,
              side.a32,
              start * side.d,
              dOut,
              ld,
              to.dA,
              start * side.d,
              to.dB,
              start,
              dLambda);
      DiagonalTerms terms = isLeft ? ofRows : ofCols;
      double[] transfer = terms.transfer(own(isLeft));
      int global = terms.points.size();
      int local = own(isLeft).size();
      double[] slopes = new double[others(isLeft).size()];
      for (int i = 0; i < m; i++) {
        for (int p = 0; p < local; p++) {
          double g = dOut[i * ld + ownColumn(isLeft) + p];
          Blas.axpy(global, g, transfer, p * global, to.coefficient, (start + i) * global);
        }
        others(isLeft).slopes(side.b[start + i], slopes, 0);
        double sum = 0;
        for (int p = 0; p < slopes.length; p++) {
          sum += slopes[p] * dOut[i * ld + weightColumn(isLeft) + p];
        }
        to.dB[start + i] += (float) sum;
      }
    }
  }

  @Override
  public String toString() {
    return "tiles of " + TILE + ", tolerance " + tolerance;
  }
}
