package dev.gme.core.math;

import java.util.Arrays;

/**
 * The assignment problem: rows and columns are paired one to one so that the weights of the pairs
 * have the largest sum. It maps found speakers to true ones.
 *
 * <pre>{@code
 * int[] partner = Assignment.largest(new double[][] {{3, 1}, {4, 3}}); // {0, 1}: 3 + 3
 * }</pre>
 *
 * <p>Shortest augmenting paths with potentials (Kuhn, Munkres; Jonker and Volgenant): time r²c for
 * the shorter side r and the longer side c.
 */
public final class Assignment {
  private static final int NONE = -1;

  private Assignment() {}

  /**
   * The partner of every row: a column, or −1 where there are more rows than columns and the row
   * stays alone. As many pairs are made as the shorter side has members; with weights of at least 0
   * no smaller set of pairs has a larger sum.
   *
   * @param weights rows of equal length, all finite
   */
  public static int[] largest(double[][] weights) {
    int rows = weights.length;
    int cols = rows == 0 ? 0 : weights[0].length;
    for (double[] row : weights) {
      if (row.length != cols) {
        throw new IllegalArgumentException(
            "rows of one length are needed, found " + cols + " and " + row.length);
      }
      for (double w : row) {
        if (!Double.isFinite(w)) {
          throw new IllegalArgumentException("weights must be finite, found " + w);
        }
      }
    }
    if (rows <= cols) {
      return new Paths(weights, rows, cols, false).solve();
    }
    int[] partnerOfColumn = new Paths(weights, cols, rows, true).solve();
    int[] out = new int[rows];
    Arrays.fill(out, NONE);
    for (int j = 0; j < cols; j++) {
      out[partnerOfColumn[j]] = j;
    }
    return out;
  }

  /** Sum of the weights of the pairs that {@link #largest} returned. */
  public static double total(double[][] weights, int[] partner) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (partner[i] != NONE) {
        sum += weights[i][partner[i]];
      }
    }
    return sum;
  }

  /** The search, for n rows and m ≥ n columns; costs are negative weights. */
  private static final class Paths {
    private final double[][] weights;
    private final int n;
    private final int m;
    private final boolean transposed;

    /** Potentials: cost − u_i − v_j ≥ 0 everywhere, = 0 on pairs. */
    private final double[] u;

    private final double[] v;
    private final int[] rowOf;

    Paths(double[][] weights, int n, int m, boolean transposed) {
      this.weights = weights;
      this.n = n;
      this.m = m;
      this.transposed = transposed;
      u = new double[n];
      v = new double[m];
      rowOf = new int[m];
      Arrays.fill(rowOf, NONE);
    }

    private double cost(int i, int j) {
      return transposed ? -weights[j][i] : -weights[i][j];
    }

    int[] solve() {
      for (int i = 0; i < n; i++) {
        augment(i);
      }
      int[] out = new int[n];
      for (int j = 0; j < m; j++) {
        if (rowOf[j] != NONE) {
          out[rowOf[j]] = j;
        }
      }
      return out;
    }

    /** Dijkstra's search from a row without partner to the nearest free column. */
    private void augment(int start) {
      double[] distance = new double[m];
      int[] before = new int[m];
      boolean[] done = new boolean[m];
      Arrays.fill(distance, Double.POSITIVE_INFINITY);
      Arrays.fill(before, NONE);
      int column = NONE;
      int row = start;
      do {
        double step = Double.POSITIVE_INFINITY;
        int next = NONE;
        for (int j = 0; j < m; j++) {
          if (!done[j]) {
            double reduced = cost(row, j) - u[row] - v[j];
            if (reduced < distance[j]) {
              distance[j] = reduced;
              before[j] = column;
            }
            if (distance[j] < step) {
              step = distance[j];
              next = j;
            }
          }
        }
        u[start] += step;
        for (int j = 0; j < m; j++) {
          if (done[j]) {
            u[rowOf[j]] += step;
            v[j] -= step;
          } else {
            distance[j] -= step;
          }
        }
        done[next] = true;
        column = next;
        row = rowOf[next];
      } while (row != NONE);
      while (column != NONE) {
        int previous = before[column];
        rowOf[column] = previous == NONE ? start : rowOf[previous];
        column = previous;
      }
    }
  }
}
