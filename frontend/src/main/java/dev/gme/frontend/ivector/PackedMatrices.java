package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.NativeBuffers;
import dev.gme.core.linalg.Op;
import dev.gme.core.parallel.Workers;
import java.nio.DoubleBuffer;

/**
 * C packed symmetric matrices as the rows of one large matrix, so that weighted sums of them for
 * many recordings are a single product. It lies outside the heap in panels of some columns: BLAS
 * takes a panel as it is, and threads share the panels among them.
 */
final class PackedMatrices {
  /** Columns of a panel: 16 MB at 2048 components. */
  private static final int WIDTH = 1024;

  /** Tasks of a product; each has a buffer of its own. */
  private static final int LANES = 16;

  private final int rows;
  private final int length;
  private final DoubleBuffer[] panels;

  /**
   * Zeros.
   *
   * @param rows C
   * @param length of a packed matrix
   */
  PackedMatrices(int rows, int length) {
    this.rows = rows;
    this.length = length;
    this.panels = new DoubleBuffer[(length + WIDTH - 1) / WIDTH];
    for (int p = 0; p < panels.length; p++) {
      panels[p] = NativeBuffers.doubles(Math.multiplyExact(rows, width(p)));
    }
  }

  private int width(int p) {
    return Math.min(WIDTH, length - p * WIDTH);
  }

  void clear() {
    double[] zeros = new double[WIDTH];
    for (int row = 0; row < rows; row++) {
      for (int p = 0; p < panels.length; p++) {
        panels[p].put(row * width(p), zeros, 0, width(p));
      }
    }
  }

  /** May be called for different rows by several threads. */
  void set(int row, double[] packed) {
    for (int p = 0; p < panels.length; p++) {
      panels[p].put(row * width(p), packed, p * WIDTH, width(p));
    }
  }

  /** A copy of a row. */
  double[] get(int row) {
    double[] out = new double[length];
    for (int p = 0; p < panels.length; p++) {
      panels[p].get(row * width(p), out, p * WIDTH, width(p));
    }
    return out;
  }

  /** All rows as a matrix; a copy. */
  DoubleMatrix toMatrix() {
    double[] out = new double[Math.multiplyExact(rows, length)];
    for (int row = 0; row < rows; row++) {
      for (int p = 0; p < panels.length; p++) {
        panels[p].get(row * width(p), out, row * length + p * WIDTH, width(p));
      }
    }
    return DoubleMatrix.wrap(rows, length, out);
  }

  /** Σ_c n_c (row c) for each of the m recordings whose counts are the rows of n. */
  double[][] weightedSums(double[] n, int m) {
    DoubleBuffer counts = copy(n);
    double[][] out = new double[m][length];
    forPanels(
        m,
        (p, scratch) -> {
          int w = width(p);
          Blas.gemm(
              Op.NONE, Op.NONE, m, w, rows, 1, counts, 0, rows, panels[p], 0, w, 0, scratch, 0, w);
          for (int i = 0; i < m; i++) {
            scratch.get(i * w, out[i], p * WIDTH, w);
          }
        });
    return out;
  }

  /** Adds Σ_i n_ic x_i to every row c. */
  void addWeighted(double[] n, double[][] x) {
    int m = x.length;
    DoubleBuffer counts = copy(n);
    forPanels(
        m,
        (p, scratch) -> {
          int w = width(p);
          for (int i = 0; i < m; i++) {
            scratch.put(i * w, x[i], p * WIDTH, w);
          }
          Blas.gemm(
              Op.TRANSPOSE,
              Op.NONE,
              rows,
              w,
              m,
              1,
              counts,
              0,
              rows,
              scratch,
              0,
              w,
              1,
              panels[p],
              0,
              w);
        });
  }

  void add(PackedMatrices other) {
    for (int c = 0; c < rows; c++) {
      double[] sum = get(c);
      Blas.axpy(length, 1, other.get(c), 0, sum, 0);
      set(c, sum);
    }
  }

  private static DoubleBuffer copy(double[] n) {
    DoubleBuffer out = NativeBuffers.doubles(n.length);
    out.put(0, n);
    return out;
  }

  private interface PanelTask {
    void accept(int panel, DoubleBuffer scratch);
  }

  private void forPanels(int m, PanelTask task) {
    int lanes = Math.min(LANES, panels.length);
    Workers.forEach(
        lanes,
        lane -> {
          DoubleBuffer scratch = NativeBuffers.doubles(Math.multiplyExact(m, WIDTH));
          for (int p = lane; p < panels.length; p += lanes) {
            task.accept(p, scratch);
          }
        });
  }
}
