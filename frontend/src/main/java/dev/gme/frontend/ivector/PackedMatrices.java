package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.NativeBuffers;
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

  /** Rows whose products are made together before they are added to the panel: 1 MB. */
  private static final int BAND = 128;

  /** A panel's columns of the recordings, for the products of one thread. */
  private static final ThreadLocal<DoubleBuffer> SCRATCH = new ThreadLocal<>();

  /** The products of one thread that are to be added. */
  private static final ThreadLocal<DoubleBuffer> PRODUCTS =
      ThreadLocal.withInitial(() -> NativeBuffers.doubles(BAND * WIDTH));

  private final int rows;
  private final int length;
  private final DoubleBuffer[] panels;

  /**
   * Packed matrices that are all zero.
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

  /**
   * A part of a row. May be called for different rows by several threads.
   *
   * @param start where the part begins in the row
   * @param offset where it begins in {@code from}
   */
  void set(int row, int start, DoubleBuffer from, int offset, int n) {
    for (int done = 0; done < n; ) {
      int p = (start + done) / WIDTH;
      int within = start + done - p * WIDTH;
      int part = Math.min(n - done, width(p) - within);
      panels[p].put(row * width(p) + within, from, offset + done, part);
      done += part;
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

  /**
   * Adds Σ_c n_ic (row c), over the first {@code count} rows, to each of m packed sums.
   *
   * @param n m x count
   */
  void addSumsTo(double[][] sums, int m, double[] n, int count) {
    DoubleBuffer counts = copy(n);
    forPanels(
        m,
        (p, scratch) -> {
          int w = width(p);
          fill(scratch, sums, m, p);
          Blas.gemm(
              1,
              MatrixView.of(counts, m, count),
              MatrixView.of(panels[p], count, w),
              1,
              MatrixView.of(scratch, m, w));
          for (int i = 0; i < m; i++) {
            scratch.get(i * w, sums[i], p * WIDTH, w);
          }
        });
  }

  /** Puts panel p of the first m packed rows into a buffer. */
  private void fill(DoubleBuffer scratch, double[][] packed, int m, int p) {
    for (int i = 0; i < m; i++) {
      scratch.put(i * width(p), packed[i], p * WIDTH, width(p));
    }
  }

  /**
   * Adds Σ_i n_ic x_i, over the first m of the packed x, to every row c. The sum over i is made
   * first: to add it to zeros, and that to the rows, gives the same bits.
   *
   * @param n m x C, or more rows
   */
  void addWeighted(double[] n, double[][] x, int m) {
    DoubleBuffer counts = copy(n);
    forPanels(
        m,
        (p, scratch) -> {
          int w = width(p);
          fill(scratch, x, m, p);
          DoubleBuffer products = PRODUCTS.get();
          double[] own = new double[w];
          double[] sum = new double[w];
          for (int from = 0; from < rows; from += BAND) {
            int band = Math.min(BAND, rows - from);
            Blas.gemm(
                1,
                MatrixView.of(counts, from, m, band, rows).transpose(),
                MatrixView.of(scratch, m, w),
                0,
                MatrixView.of(products, band, w));
            for (int row = 0; row < band; row++) {
              products.get(row * w, own);
              panels[p].get((from + row) * w, sum);
              Blas.axpy(w, 1, own, 0, sum, 0);
              panels[p].put((from + row) * w, sum);
            }
          }
        });
  }

  void add(PackedMatrices other) {
    Workers.forEach(
        rows,
        c -> {
          double[] sum = get(c);
          Blas.axpy(length, 1, other.get(c), 0, sum, 0);
          set(c, sum);
        });
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
    Workers.forEach(panels.length, p -> task.accept(p, scratch(m)));
  }

  private static DoubleBuffer scratch(int m) {
    int size = Math.multiplyExact(m, WIDTH);
    if (SCRATCH.get() == null || SCRATCH.get().capacity() < size) {
      SCRATCH.set(NativeBuffers.doubles(size));
    }
    return SCRATCH.get();
  }
}
