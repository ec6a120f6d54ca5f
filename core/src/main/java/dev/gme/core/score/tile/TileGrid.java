package dev.gme.core.score.tile;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.MatrixView;

/**
 * Two sides cut into tiles, and how the scores of any tile are computed: left and right factors
 * (docs/math.md 6), and one product.
 */
final class TileGrid {
  /** The share of the tolerance that the diagonal terms may take, each side. */
  private static final double DIAGONAL = 0.1;

  /**
   * The share of the squared tolerance that the cross term may take where rounding does not count.
   */
  static final double BUDGET = 0.8;

  /**
   * The part of its budget that a small tile uses. The mean square of few pairs may well be several
   * times what is expected of it, and ranks cost little there.
   */
  private static final double OF_SMALL = 0.125;

  /** Pairs of a small tile: fewer than any has that {@link TileSize} wants. */
  private static final int FEW = 8192;

  /** Recordings cut into tiles, with their diagonal terms against precisions of the other side. */
  record Side(TiledSide tiled, DiagonalTerms terms) {
    static Side of(
        TiledSide tiled, double lowest, double highest, TilePlan.Accuracy kind, double tolerance) {
      // Where derivatives are wanted, points must not all but coincide.
      double minSpread = kind == TilePlan.Accuracy.GRADIENT ? 0.1 : 0;
      double accuracy = 0.1 * DIAGONAL * tolerance;
      return new Side(tiled, new DiagonalTerms(tiled, lowest, highest, accuracy, minSpread));
    }
  }

  final TiledSide rows;
  final TiledSide cols;
  final DiagonalTerms ofRows;
  final DiagonalTerms ofCols;

  /** The precisions as coordinates in which the other side's terms are interpolated. */
  private final double[] rowCoordinates;

  private final double[] colCoordinates;
  private final TilePlan.Accuracy kind;
  private final double tolerance;
  private final Rounding rounding;
  private final double budget;

  TileGrid(Side left, Side right, TilePlan.Accuracy kind, double tolerance) {
    rows = left.tiled();
    cols = right.tiled();
    ofRows = left.terms();
    ofCols = right.terms();
    this.kind = kind;
    this.tolerance = tolerance;
    rounding = new Rounding(rows, cols, tolerance);
    budget = Math.min(BUDGET, rounding.left());
    rowCoordinates = ofCols.coordinates(rows.b);
    colCoordinates = ofRows.coordinates(cols.b);
  }

  /** A grid of its own for two sides. */
  static TileGrid of(
      PrecisionOrder rows, PrecisionOrder cols, TilePlan.Accuracy kind, double tolerance) {
    int size = TileSize.choose(rows, cols, kind, tolerance);
    TiledSide left = new TiledSide(rows, size, false);
    TiledSide right = new TiledSide(cols, size, true);
    return new TileGrid(
        Side.of(left, cols.b[0], cols.b[cols.n - 1], kind, tolerance),
        Side.of(right, rows.b[0], rows.b[rows.n - 1], kind, tolerance),
        kind,
        tolerance);
  }

  /** Whether a tile has few pairs, so that its time does not count. */
  static boolean isSmall(TiledSide rows, int rowTile, TiledSide cols, int colTile) {
    return rows.rows(rowTile) * cols.rows(colTile) <= FEW;
  }

  /** One tile: its plan, and where its columns are. */
  final class Cell {
    final int rowTile;
    final int colTile;
    final TilePlan plan;
    final TilePlan.Sides sides;

    /**
     * The points of the rows' terms, over the precisions of the columns, and the other way round.
     */
    final Chebyshev ofRowsAt;

    final Chebyshev ofColsAt;

    /** The plan's bias at these points, those over the rows' precisions first; empty for none. */
    private final double[] bias;

    /** Inner dimension of the product. */
    final int inner;

    /** Whether floats would round too much. */
    final boolean inDouble;

    private Cell(int rowTile, int colTile) {
      this.rowTile = rowTile;
      this.colTile = colTile;
      TileStatistics r = rows.statistics(rowTile);
      TileStatistics c = cols.statistics(colTile);
      double error = DIAGONAL * tolerance;
      ofRowsAt = ofRows.local(rowTile, c.lowest, c.highest, error);
      ofColsAt = ofCols.local(colTile, r.lowest, r.highest, error);
      // The remainder of r ranks is about a polynomial of degree r, for which r + 1 points do.
      boolean biased = kind == TilePlan.Accuracy.SCORE;
      int even = biased ? Math.min(ofRowsAt.size(), ofColsAt.size()) - 1 : 0;
      double share = isSmall(rows, rowTile, cols, colTile) ? OF_SMALL * budget : budget;
      plan = new TilePlan(rows.order.groups, r, c, kind, even, tolerance, share);
      sides = plan.sides(rows.lambda32);
      bias = plan.isBiased() ? plan.bias(ofColsAt, ofRowsAt) : new double[0];
      inner = plan.columns + ofRowsAt.size() + ofColsAt.size();
      inDouble = kind == TilePlan.Accuracy.SCORE && rounding.needsDouble(rowTile, colTile);
    }

    int m() {
      return rows.rows(rowTile);
    }

    int n() {
      return cols.rows(colTile);
    }

    /** The column of the rows' first term, which meets weights on the other side. */
    int rowTerms() {
      return plan.columns;
    }

    /** The column of the columns' first term. */
    int colTerms() {
      return plan.columns + ofRowsAt.size();
    }

    /**
     * How far a score of this tile is from the exact one.
     *
     * @param i the row within the tile
     * @param j the column
     */
    double error(int i, int j, float score) {
      int row = rows.order.order[rows.start[rowTile] + i];
      int col = cols.order.order[cols.start[colTile] + j];
      return Math.abs(score - rows.order.embeddings.llr(row, cols.order.embeddings, col));
    }

    /** A bound on the error of every score of this tile. */
    double errorBound() {
      // A sum of K products in any order, and factors of some roundings each. Scores are floats.
      double relative = inDouble ? (inner + 16) * 0x1p-52 + 0x1p-23 : (inner + 16) * 0x1p-24;
      return plan.errorBound(rows.largest(rowTile), cols.largest(colTile), relative)
          + ofRows.errorBound(ofRowsAt, rowTile, relative)
          + ofCols.errorBound(ofColsAt, colTile, relative)
          + (1 + relative) * biasBound();
    }

    private double biasBound() {
      double largest = 0;
      for (double x : bias) {
        largest = Math.max(largest, Math.abs(x));
      }
      return ofRowsAt.lebesgue() * ofColsAt.lebesgue() * largest;
    }

    /**
     * The columns' terms and the bias, point by point.
     *
     * @param weights of the rows' points for the columns
     */
    private double[] colValues(double[] weights) {
      int n = n();
      double[] out = ofCols.at(ofColsAt, cols.start[colTile], n);
      Lagrange.addCombined(ofRowsAt.size(), bias, n, weights, 0, n, out);
      return out;
    }

    /** The weights of the rows' points for the columns. */
    private double[] colWeights() {
      return weights(ofRowsAt, colCoordinates, cols.start[colTile], n());
    }

    /** The left factors, recording by recording. */
    float[] left(TileWorkspace work) {
      int m = m();
      int start = rows.start[rowTile];
      float[] out = work.floats(TileWorkspace.LEFT, TileProduct.room(m, inner));
      sides.left().rows(m, start, rows.b32, rows.a32, out, inner);
      scatter(m, ofRows.at(ofRowsAt, start, m), out, rowTerms());
      scatter(m, weights(ofColsAt, rowCoordinates, start, m), out, colTerms());
      return out;
    }

    /** The right factors, recording by recording. */
    float[] right(TileWorkspace work) {
      int n = n();
      int start = cols.start[colTile];
      float[] out = work.floats(TileWorkspace.RIGHT_ROWS, TileProduct.room(n, inner));
      sides.right().rows(n, start, cols.b32, cols.a32, out, inner);
      double[] weights = colWeights();
      scatter(n, weights, out, rowTerms());
      scatter(n, colValues(weights), out, colTerms());
      return out;
    }

    private void scatter(int n, double[] x, float[] out, int column) {
      int count = x.length / n;
      for (int i = 0; i < n; i++) {
        for (int p = 0; p < count; p++) {
          out[i * inner + column + p] = (float) x[p * n + i];
        }
      }
    }

    /** The right factors, recordings side by side in panels. */
    float[] rightPanels(TileWorkspace work) {
      int n = n();
      int width = TileProduct.panelWidth(n);
      int count = cols.panelCount(colTile);
      float[] out = work.floats(TileWorkspace.RIGHT_PANELS, count * width * inner);
      for (int q = 0; q < count; q++) {
        float[] a = cols.panels(colTile);
        sides.right().panel(width, q * width, cols.panelB(colTile), a, out, inner);
      }
      double[] weights = colWeights();
      intoPanels(n, width, weights, out, rowTerms());
      intoPanels(n, width, colValues(weights), out, colTerms());
      return out;
    }

    private void intoPanels(int n, int width, double[] x, float[] out, int column) {
      for (int p = 0; p < x.length / n; p++) {
        for (int q = 0; q * width < n; q++) {
          int to = (q * inner + column + p) * width;
          int from = p * n + q * width;
          int w = Math.min(width, n - q * width);
          for (int i = 0; i < w; i++) {
            out[to + i] = (float) x[from + i];
          }
        }
      }
    }

    /** The scores, row by row. */
    float[] scores(TileWorkspace work) {
      return inDouble ? inDouble(work) : inFloat(work);
    }

    private float[] inDouble(TileWorkspace work) {
      int m = m();
      int n = n();
      double[] left = DoubleFactors.of(rows, rowTile, plan, true, inner);
      double[] right = DoubleFactors.of(cols, colTile, plan, false, inner);
      DoubleFactors.put(m, inner, rowTerms(), ofRows.at(ofRowsAt, rows.start[rowTile], m), left);
      DoubleFactors.put(
          m, inner, colTerms(), weights(ofColsAt, rowCoordinates, rows.start[rowTile], m), left);
      double[] weights = colWeights();
      DoubleFactors.put(n, inner, rowTerms(), weights, right);
      DoubleFactors.put(n, inner, colTerms(), colValues(weights), right);
      double[] scores = new double[m * n];
      Blas.gemm(
          1,
          MatrixView.of(left, m, inner),
          MatrixView.of(right, n, inner).transpose(),
          0,
          MatrixView.of(scores, m, n));
      float[] out = work.floats(TileWorkspace.SCORES, TileProduct.room(m, n));
      for (int i = 0; i < m * n; i++) {
        out[i] = (float) scores[i];
      }
      return out;
    }

    private float[] inFloat(TileWorkspace work) {
      float[] left = left(work);
      float[] right = rightPanels(work);
      int m = m();
      int n = n();
      int width = TileProduct.panelWidth(n);
      float[] out = work.floats(TileWorkspace.SCORES, TileProduct.room(m, n));
      TileProduct.rows(m, n, inner, left, inner, right, width, width * inner, out, n);
      return out;
    }
  }

  Cell cell(int rowTile, int colTile) {
    return new Cell(rowTile, colTile);
  }

  /** Weights of the points at the coordinates of places from {@code start}, point by point. */
  private static double[] weights(Chebyshev at, double[] coordinates, int start, int m) {
    double[] out = new double[at.size() * m];
    at.lagrange.weights(m, coordinates, start, out);
    return out;
  }

  /** The coordinates of the rows' precisions for the columns' terms. */
  double[] rowCoordinates() {
    return rowCoordinates;
  }

  double[] colCoordinates() {
    return colCoordinates;
  }
}
