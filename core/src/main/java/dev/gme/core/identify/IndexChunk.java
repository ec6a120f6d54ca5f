package dev.gme.core.identify;

import java.util.Arrays;

/**
 * Rows of one bin. One thread writes; readers look only at rows that a view published to them, and
 * at lanes beside these whose values they do not use.
 */
final class IndexChunk {
  final int bin;
  final double[] node;

  /** Rows of a panel. */
  final int width;

  /** Panels of rows of a. */
  final float[] x;

  /** Where b lies between the nodes. */
  final float[] tau;

  final double[] b;
  final int[] number;

  /** The first version in which a row is off; none where it is {@link Integer#MAX_VALUE}. */
  private final int[] offSince;

  private final int d;
  private int filled;

  /** How many rows from the first on have the same b. */
  private int equal;

  /** Whether any row was ever switched off. */
  private boolean hasOff;

  IndexChunk(int bin, double[] node, int capacity, int d) {
    this.bin = bin;
    this.node = node;
    this.d = d;
    width = capacity > IndexKernels.WIDE / 2 ? IndexKernels.WIDE : IndexKernels.NARROW;
    int rows = (capacity + width - 1) / width * width;
    x = new float[Math.multiplyExact(rows, d)];
    tau = new float[rows];
    b = new double[rows];
    number = new int[rows];
    offSince = new int[rows];
    Arrays.fill(offSince, Integer.MAX_VALUE);
  }

  int filled() {
    return filled;
  }

  boolean isFull() {
    return filled == b.length;
  }

  /** Adds a row; its place. */
  int add(double[] a, int from, double precision, int newNumber) {
    int row = filled;
    int to = start(row);
    for (int k = 0; k < d; k++) {
      x[to + k * width] = (float) a[from + k];
    }
    b[row] = precision;
    tau[row] = (float) ((precision - node[0]) / (node[1] - node[0]));
    number[row] = newNumber;
    if (equal == row && (row == 0 || precision == b[0])) {
      equal++;
    }
    filled++;
    return row;
  }

  private int start(int row) {
    return row / width * width * d + row % width;
  }

  /** The floats of a row, as doubles. */
  void copyRow(int row, double[] to, int off) {
    int from = start(row);
    for (int k = 0; k < d; k++) {
      to[off + k] = x[from + k * width];
    }
  }

  /** Whether so many rows have the same b; rows that came later do not change the answer. */
  boolean isOfOneB(int rows) {
    return equal >= rows;
  }

  boolean switchOff(int row, int version) {
    if (offSince[row] != Integer.MAX_VALUE) {
      return false;
    }
    offSince[row] = version;
    hasOff = true;
    return true;
  }

  boolean isOn(int row, int version) {
    // A later version may write meanwhile: whichever value is seen, the answer is the same.
    return offSince[row] > version;
  }

  int countOn(int version) {
    int n = 0;
    for (int row = 0; row < filled; row++) {
      n += isOn(row, version) ? 1 : 0;
    }
    return n;
  }

  /** Gives rows that are off the score −∞. */
  void mask(int from, int n, int version, float[] scores) {
    if (hasOff) {
      for (int i = 0; i < n; i++) {
        if (!isOn(from + i, version)) {
          scores[i] = Float.NEGATIVE_INFINITY;
        }
      }
    }
  }
}
