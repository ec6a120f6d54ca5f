package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.NativeBuffers;
import dev.gme.core.parallel.Workers;
import java.nio.DoubleBuffer;

/**
 * L_c⁻¹T_c and T_c'Σ_c⁻¹T_c of some consecutive components: what statistics of recordings are
 * multiplied with to give g and J (docs/math.md 8.3). The latter are by far the largest part of an
 * extractor, 2.95 GB at 2048 x 600. Extraction keeps them for all components; training, which needs
 * the same again for its sums, makes them anew for a few components at a time.
 */
final class ComponentBlock {
  /** Rows of a matrix that are computed together, up to the diagonal of the last of them. */
  private static final int BAND = 64;

  /** C of the extractor. */
  private final int components;

  private final int frameDimension;
  private final int dimension;
  private final int capacity;
  private final double[] t;
  private final PackedMatrices u;

  /** Whose components it has. */
  private IvectorExtractor owner;

  private int from;
  private int count;

  /**
   * A block that has room for components.
   *
   * @param capacity how many it can take
   */
  ComponentBlock(IvectorExtractor x, int capacity) {
    this.components = x.components();
    this.frameDimension = x.frameDimension();
    this.dimension = x.dimension();
    this.capacity = capacity;
    this.t = new double[Math.multiplyExact(capacity * frameDimension, dimension)];
    this.u = new PackedMatrices(capacity, Packed.length(dimension));
  }

  int capacity() {
    return capacity;
  }

  /** Takes the components from {@code start} (included) to {@code end} (excluded). */
  void fill(IvectorExtractor x, int start, int end) {
    if (owner == x && from == start && count == end - start) {
      return;
    }
    owner = x;
    from = start;
    count = end - start;
    int size = frameDimension * dimension;
    ThreadLocal<Workspace> workspace = ThreadLocal.withInitial(Workspace::new);
    Workers.forEach(
        count,
        i -> {
          DoubleMatrix white = x.whitenedT(start + i);
          System.arraycopy(white.array(), 0, t, i * size, size);
          workspace.get().gram(white, i);
        });
  }

  /** The products of one thread, outside the heap. */
  private final class Workspace {
    private final DoubleBuffer white = NativeBuffers.doubles(frameDimension * dimension);
    private final DoubleBuffer band = NativeBuffers.doubles(BAND * dimension);

    /** Puts the lower triangle of T'T into row i of the matrices. */
    void gram(DoubleMatrix whitened, int i) {
      int d = dimension;
      white.put(0, whitened.array());
      for (int row = 0; row < d; row += BAND) {
        int rows = Math.min(BAND, d - row);
        int cols = row + rows;
        Blas.gemm(
            1,
            MatrixView.of(white, row, frameDimension, rows, d).transpose(),
            MatrixView.of(white, 0, frameDimension, cols, d),
            0,
            MatrixView.of(band, rows, cols));
        for (int k = 0; k < rows; k++) {
          u.set(i, Packed.length(row + k), band, k * cols, row + k + 1);
        }
      }
    }
  }

  /**
   * Adds the share of these components to g and J of recordings.
   *
   * @param m how many recordings
   * @param whitened L_c⁻¹f̃_c of all components, a recording a row
   * @param counts n_c of all components, a recording a row
   * @param g a recording a row
   * @param j J of each, packed
   */
  void addTo(int m, double[] whitened, double[] counts, double[] g, double[][] j) {
    Blas.gemm(
        1,
        MatrixView.of(
            whitened,
            from * frameDimension,
            m,
            count * frameDimension,
            components * frameDimension),
        MatrixView.of(t, count * frameDimension, dimension),
        1,
        MatrixView.of(g, m, dimension));
    double[] own = new double[m * count];
    for (int i = 0; i < m; i++) {
      System.arraycopy(counts, i * components + from, own, i * count, count);
    }
    u.addSumsTo(j, m, own, count);
  }
}
