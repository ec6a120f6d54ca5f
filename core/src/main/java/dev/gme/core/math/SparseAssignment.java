package dev.gme.core.math;

import dev.gme.core.Internal;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * The assignment problem over the cells of a table that are not empty (docs/math.md 9.8): pairs
 * rows with columns one to one so that the sum of their weights is largest. A row may stay without
 * a column.
 *
 * <p>Shortest augmenting paths with prices (Jonker and Volgenant), found by a queue: 200,000
 * speakers and as many sets take no square of memory or time. {@link Assignment} scans whole rows,
 * which is quicker and shorter where there are few, allows negative weights, and leaves nobody
 * alone without need.
 */
@Internal
public final class SparseAssignment {
  private final int cols;
  private final int[] start;
  private final int[] col;
  private final double[] weight;

  private final double[] rowPrice;
  private final double[] colPrice;
  private final int[] colOf;
  private final int[] rowOf;

  /**
   * Of the columns that a search has reached: the shortest way, from which row, and if it is final.
   */
  private final double[] way;

  private final int[] from;
  private final boolean[] isFinal;
  private final int[] reached;
  private int count;

  /** The end of a way to a column. */
  private record Reach(double length, int col) implements Comparable<Reach> {
    @Override
    public int compareTo(Reach other) {
      int c = Double.compare(length, other.length);
      return c != 0 ? c : Integer.compare(col, other.col);
    }
  }

  private SparseAssignment(int cols, int[] start, int[] col, double[] weight) {
    this.cols = cols;
    this.start = start;
    this.col = col;
    this.weight = weight;
    int rows = start.length - 1;
    // Every row has a column of its own beside the others, of weight 0, for staying alone.
    int all = cols + rows;
    rowPrice = new double[rows];
    colPrice = new double[all];
    colOf = new int[rows];
    rowOf = new int[all];
    Arrays.fill(colOf, -1);
    Arrays.fill(rowOf, -1);
    way = new double[all];
    from = new int[all];
    isFinal = new boolean[all];
    reached = new int[all];
    Arrays.fill(from, -1);
  }

  /**
   * The column of each row; −1 for none.
   *
   * @param start where the cells of each row begin, and their number at the end
   * @param weight of each cell, at least 0
   */
  public static int[] largest(int cols, int[] start, int[] col, double[] weight) {
    SparseAssignment problem = new SparseAssignment(cols, start, col, weight);
    for (int r = 0; r < start.length - 1; r++) {
      problem.add(r);
    }
    return Arrays.stream(problem.colOf).map(c -> c < cols ? c : -1).toArray();
  }

  /** Finds the shortest way from a row without column to a column without row, and takes it. */
  private void add(int r) {
    PriorityQueue<Reach> queue = new PriorityQueue<>();
    count = 0;
    double length = 0;
    int i = r;
    int end = -1;
    while (end < 0) {
      for (int c = start[i]; c < start[i + 1]; c++) {
        reach(i, col[c], length - weight[c], queue);
      }
      reach(i, cols + i, length, queue);
      Reach next = queue.remove();
      while (isFinal[next.col] || next.length > way[next.col]) {
        next = queue.remove();
      }
      isFinal[next.col] = true;
      length = next.length;
      if (rowOf[next.col] < 0) {
        end = next.col;
      } else {
        i = rowOf[next.col];
      }
    }
    rowPrice[r] += length;
    for (int t = 0; t < count; t++) {
      int j = reached[t];
      if (isFinal[j]) {
        if (rowOf[j] >= 0) {
          rowPrice[rowOf[j]] += length - way[j];
        }
        colPrice[j] -= length - way[j];
      }
    }
    for (int j = end, row = -1; row != r; ) {
      row = from[j];
      int previous = colOf[row];
      colOf[row] = j;
      rowOf[j] = row;
      j = previous;
    }
    for (int t = 0; t < count; t++) {
      from[reached[t]] = -1;
      isFinal[reached[t]] = false;
    }
  }

  private void reach(int i, int j, double length, PriorityQueue<Reach> queue) {
    double l = length - rowPrice[i] - colPrice[j];
    if (from[j] < 0) {
      reached[count++] = j;
    } else if (isFinal[j] || l >= way[j]) {
      return;
    }
    way[j] = l;
    from[j] = i;
    queue.add(new Reach(l, j));
  }
}
