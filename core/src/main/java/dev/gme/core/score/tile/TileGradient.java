package dev.gme.core.score.tile;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * The backward pass of one tile (docs/math.md 6.5): from derivatives G with respect to its scores S
 * = L R' to those with respect to the factors, G R and G' L, and from there to a, b and λ.
 */
final class TileGradient {
  private final TileGrid grid;
  private final TileGrid.Cell cell;
  private final TileWorkspace work;

  TileGradient(TileGrid grid, TileGrid.Cell cell, TileWorkspace work) {
    this.grid = grid;
    this.cell = cell;
    this.work = work;
  }

  /**
   * Adds the tile's share.
   *
   * @param g row by row
   */
  void add(float[] g, PairAccumulator ofRow, PairAccumulator ofCol, float[] dLambda) {
    int m = cell.m();
    int n = cell.n();
    int k = cell.inner;
    int width = TileProduct.panelWidth(k);
    float[] out =
        work.floats(
            TileWorkspace.GRADIENT, Math.max(TileProduct.room(m, k), TileProduct.room(n, k)));
    float[] left = work.floats(TileWorkspace.LEFT, 0);
    TileProduct.columns(n, k, m, g, n, left, k, width, out, k);
    backward(grid.cols, cell.colTile, false, out, ofCol, dLambda);
    TileProduct.rows(m, k, n, g, n, cell.right(work), k, width, out, k);
    backward(grid.rows, cell.rowTile, true, out, ofRow, dLambda);
  }

  private void backward(
      TiledSide side, int tile, boolean isLeft, float[] dOut, PairAccumulator to, float[] dLambda) {
    int m = side.rows(tile);
    int start = side.start[tile];
    int k = cell.inner;
    Expansion expansion = isLeft ? cell.sides.left() : cell.sides.right();
    Expansion.Gradient gradient = new Expansion.Gradient(to.dA, to.dB, dLambda);
    expansion.backward(m, start, side.b32, side.a32, dOut, k, gradient);
    ownTerms(isLeft, start, m, dOut, to.coefficient);
    weights(isLeft, side, start, m, dOut, to.dB);
  }

  /** From the columns of the side's own terms to the coefficients of their global values. */
  private void ownTerms(boolean isLeft, int start, int m, float[] dOut, double[] coefficient) {
    DiagonalTerms terms = isLeft ? grid.ofRows : grid.ofCols;
    Chebyshev at = isLeft ? cell.ofRowsAt : cell.ofColsAt;
    int column = isLeft ? cell.rowTerms() : cell.colTerms();
    double[] transfer = terms.points.weightsAt(at);
    int global = terms.points.size();
    int n = coefficient.length / global;
    double[] d = work.doubles(0, m);
    for (int p = 0; p < at.size(); p++) {
      for (int i = 0; i < m; i++) {
        d[i] = dOut[i * cell.inner + column + p];
      }
      for (int g = 0; g < global; g++) {
        Blas.axpy(m, transfer[p * global + g], d, 0, coefficient, g * n + start);
      }
    }
  }

  /** From the columns of the weights, which depend on b, to b. */
  private void weights(boolean isLeft, TiledSide side, int start, int m, float[] dOut, float[] dB) {
    Chebyshev at = isLeft ? cell.ofColsAt : cell.ofRowsAt;
    int count = at.size();
    int column = isLeft ? cell.colTerms() : cell.rowTerms();
    double[] coordinates = isLeft ? grid.rowCoordinates() : grid.colCoordinates();
    double[] weight = work.doubles(0, count * m);
    at.lagrange.weights(m, coordinates, start, weight);
    DoubleMatrix slopes = at.lagrange.differentiation();
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int q = 0; q < count; q++) {
        double slope = 0;
        for (int p = 0; p < count; p++) {
          slope += slopes.get(q, p) * dOut[i * cell.inner + column + p];
        }
        sum += weight[q * m + i] * slope;
      }
      dB[start + i] += (float) (sum * at.slope(side.b[start + i]));
    }
  }
}
