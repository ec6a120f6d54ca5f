package dev.gme.core.cluster;

import dev.gme.core.partition.Partition;
import java.util.Arrays;

/**
 * How many recordings (or how much of them) each reference set shares with each found set: the
 * cells that are not empty, row by row.
 */
final class SparseContingency {
  final int rows;
  final int cols;

  /** Where the cells of each row begin, and their number at the end. */
  final int[] start;

  final int[] col;
  final double[] weight;
  final double[] rowSum;
  final double[] colSum;
  final double total;

  /** The cell of each recording. */
  final int[] cellOf;

  SparseContingency(Partition reference, Partition found, double[] weights) {
    int n = reference.size();
    rows = reference.sets();
    cols = found.sets();
    long[] keys = new long[n];
    for (int i = 0; i < n; i++) {
      keys[i] = (long) reference.label(i) * cols + found.label(i);
    }
    long[] distinct = Arrays.stream(keys).sorted().distinct().toArray();
    start = new int[rows + 1];
    col = new int[distinct.length];
    for (int c = 0; c < distinct.length; c++) {
      col[c] = (int) (distinct[c] % cols);
      start[(int) (distinct[c] / cols) + 1] = c + 1;
    }
    cellOf = new int[n];
    weight = new double[distinct.length];
    rowSum = new double[rows];
    colSum = new double[cols];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      cellOf[i] = Arrays.binarySearch(distinct, keys[i]);
      double w = weights == null ? 1 : weights[i];
      weight[cellOf[i]] += w;
      rowSum[reference.label(i)] += w;
      colSum[found.label(i)] += w;
      sum += w;
    }
    total = sum;
  }
}
