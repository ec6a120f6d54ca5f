package dev.gme.benchmarks.suite;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.NativeBuffers;
import dev.gme.core.parallel.Workers;
import java.nio.FloatBuffer;

/**
 * The bare product that scores are measured against: A B', tile by tile into reused native memory,
 * on all threads.
 */
final class TiledSgemm {
  private static final int TILE = 500;

  private final int m;
  private final int n;
  private final int k;
  private final FloatBuffer a;
  private final FloatBuffer b;
  private final ThreadLocal<FloatBuffer> tile =
      ThreadLocal.withInitial(() -> NativeBuffers.floats(TILE * TILE));

  TiledSgemm(DoubleMatrix left, DoubleMatrix right) {
    m = left.rows();
    n = right.rows();
    k = left.cols();
    a = NativeBuffers.floats(m * k).put(0, FloatMatrix.of(left).array());
    b = NativeBuffers.floats(n * k).put(0, FloatMatrix.of(right).array());
  }

  void run() {
    int across = (n + TILE - 1) / TILE;
    int down = (m + TILE - 1) / TILE;
    Workers.forEach(
        down * across,
        t -> {
          int i = t / across * TILE;
          int j = t % across * TILE;
          int rows = Math.min(TILE, m - i);
          int cols = Math.min(TILE, n - j);
          Blas.gemm(
              1,
              MatrixView.of(a, i * k, rows, k, k),
              MatrixView.of(b, j * k, cols, k, k).transpose(),
              0,
              MatrixView.of(tile.get(), rows, cols));
        });
  }
}
