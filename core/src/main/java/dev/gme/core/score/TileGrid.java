package dev.gme.core.score;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.TileProduct;
import java.util.Arrays;

/**
 * Two sides cut into tiles, and how the scores of any tile are computed: left and right factors
 * (docs/math.md 6), and one product.
 */
final class TileGrid {
  /** The share of the tolerance that the diagonal terms may take, each side. */
  private static final double DIAGONAL = 0.1;

  final TiledSide rows;
  final TiledSide cols;
  final DiagonalTerms ofRows;
  final DiagonalTerms ofCols;

  /** Of each side's precisions where the other side's terms are interpolated. */
  private final double[] rowCoordinates;

  private final double[] colCoordinates;
  private final TilePlan.Accuracy kind;
  private final double tolerance;

  TileGrid(
      TiledSide rows,
      DiagonalTerms ofRows,
      TiledSide cols,
      DiagonalTerms ofCols,
      TilePlan.Accuracy kind,
      double tolerance) {
    this.rows = rows;
    this.cols = cols;
    this.ofRows = ofRows;
    this.ofCols = ofCols;
    this.kind = kind;
    this.tolerance = tolerance;
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
        left,
        terms(left, cols.b[0], cols.b[cols.n - 1], kind, tolerance),
        right,
        terms(right, rows.b[0], rows.b[rows.n - 1], kind, tolerance),
        kind,
        tolerance);
  }

  /** The diagonal terms of one side against precisions of the other. */
  static DiagonalTerms terms(
      TiledSide of, double lowest, double highest, TilePlan.Accuracy kind, double tolerance) {
    // Where derivatives are wanted, points must not all but coincide.
    double minSpread = kind == TilePlan.Accuracy.GRADIENT ? 0.1 : 0;
    return new DiagonalTerms(of, lowest, highest, 0.1 * DIAGONAL * tolerance, minSpread);
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

    /** Inner dimension of the product. */
    final int inner;

    private Cell(int rowTile, int colTile) {
      this.rowTile = rowTile;
      this.colTile = colTile;
      TileStatistics r = rows.statistics(rowTile);
      TileStatistics c = cols.statistics(colTile);
      plan = new TilePlan(rows.order.lambda, r, c, kind, tolerance);
      sides = plan.sides(rows.lambda32);
      double error = DIAGONAL * tolerance;
      ofRowsAt =
          ofRows.local(rows.start[rowTile], rows.start[rowTile + 1], c.lowest, c.highest, error);
      ofColsAt =
          ofCols.local(cols.start[colTile], cols.start[colTile + 1], r.lowest, r.highest, error);
      inner = plan.columns + ofRowsAt.size() + ofColsAt.size();
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

    /** A bound on the error of every score of this tile but for the rounding of floats. */
    double errorBound() {
      return plan.errorBound(rows.largest(rowTile), cols.largest(colTile))
          + ofRows.errorBound(ofRowsAt, rows.start[rowTile], rows.start[rowTile + 1])
          + ofCols.errorBound(ofColsAt, cols.start[colTile], cols.start[colTile + 1]);
    }

    /** The left factors, recording by recording. */
    float[] left(TileWorkspace work) {
      int m = m();
      int start = rows.start[rowTile];
      float[] out = work.floats(TileWorkspace.LEFT, TileProduct.room(m, inner));
      sides.left().rows(m, true, rows.b32, start, rows.a32, start * rows.d, out, inner);
      double[] terms = work.doubles(0, m * ofRowsAt.size());
      ownTerms(ofRows, ofRowsAt, start, m, terms);
      double[] weights = work.doubles(1, m * ofColsAt.size());
      ofColsAt.lagrange.weights(m, rowCoordinates, start, weights);
      scatter(m, ofRowsAt.size(), terms, out, rowTerms());
      scatter(m, ofColsAt.size(), weights, out, colTerms());
      return out;
    }

    /** The right factors, recording by recording. */
    float[] right(TileWorkspace work) {
      int n = n();
      int start = cols.start[colTile];
      float[] out = work.floats(TileWorkspace.RIGHT_ROWS, TileProduct.room(n, inner));
      sides.right().rows(n, false, cols.b32, start, cols.a32, start * cols.d, out, inner);
      double[] weights = work.doubles(0, n * ofRowsAt.size());
      ofRowsAt.lagrange.weights(n, colCoordinates, start, weights);
      double[] terms = work.doubles(1, n * ofColsAt.size());
      ownTerms(ofCols, ofColsAt, start, n, terms);
      scatter(n, ofRowsAt.size(), weights, out, rowTerms());
      scatter(n, ofColsAt.size(), terms, out, colTerms());
      return out;
    }

    private void scatter(int n, int count, double[] x, float[] out, int column) {
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
        sides
            .right()
            .panel(
                width,
                false,
                cols.panelB(colTile),
                q * width,
                cols.panels(colTile),
                q * width * cols.d,
                out,
                q * width * inner);
      }
      int start = cols.start[colTile];
      double[] weights = work.doubles(0, n * ofRowsAt.size());
      ofRowsAt.lagrange.weights(n, colCoordinates, start, weights);
      double[] terms = work.doubles(1, n * ofColsAt.size());
      ownTerms(ofCols, ofColsAt, start, n, terms);
      intoPanels(n, width, ofRowsAt.size(), weights, out, rowTerms());
      intoPanels(n, width, ofColsAt.size(), terms, out, colTerms());
      return out;
    }

    private void intoPanels(int n, int width, int count, double[] x, float[] out, int column) {
      for (int p = 0; p < count; p++) {
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

  /** Terms of places from {@code start}, point by point. */
  private static void ownTerms(DiagonalTerms terms, Chebyshev at, int start, int m, double[] out) {
    double[] transfer = terms.points.weightsAt(at);
    int global = terms.points.size();
    int n = terms.values.length / global;
    Arrays.fill(out, 0, at.size() * m, 0);
    for (int p = 0; p < at.size(); p++) {
      for (int g = 0; g < global; g++) {
        Blas.axpy(m, transfer[p * global + g], terms.values, g * n + start, out, p * m);
      }
    }
  }

  /** The coordinates of the rows' precisions for the columns' terms. */
  double[] rowCoordinates() {
    return rowCoordinates;
  }

  double[] colCoordinates() {
    return colCoordinates;
  }
}
