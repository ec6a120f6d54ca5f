package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;

/**
 * One pass over vectors in blocks of rows. The blocks of a wave are worked on in parallel, each in
 * a lane of its own, then handed on one after the other in the order of the rows. Blocks and lanes
 * depend on the size of the data alone: sums kept per lane, or made in the serial part, are the
 * same for every thread count.
 */
final class DataPass {
  /** Enough rows for matrix products to run at full speed; 1.2 MB at 600 dimensions. */
  static final int BLOCK = 256;

  /** As many threads as this can work at once; per-lane sums cost memory. */
  static final int LANES = 32;

  private DataPass() {}

  /** Work on a block whose first row is row {@code from} of the data. */
  interface Work {
    void accept(int lane, int from, DoubleMatrix block);
  }

  /** Goes through all rows; refuses vectors that are not finite. */
  static void run(RowSource data, String what, Progress progress, Work parallel, Work serial) {
    int n = data.rows();
    for (int wave = 0; wave < n; wave += BLOCK * LANES) {
      progress.step(what, wave, n);
      int start = wave;
      int blocks = Math.min(LANES, (n - wave + BLOCK - 1) / BLOCK);
      DoubleMatrix[] read = new DoubleMatrix[blocks];
      Workers.forEach(
          blocks,
          lane -> {
            int from = start + lane * BLOCK;
            read[lane] = data.doubles(from, Math.min(n, from + BLOCK));
            requireFinite(read[lane], from);
            parallel.accept(lane, from, read[lane]);
          });
      for (int lane = 0; lane < blocks; lane++) {
        serial.accept(lane, start + lane * BLOCK, read[lane]);
      }
    }
    progress.step(what, n, n);
  }

  /** Lanes that data of n rows use. */
  static int lanes(int n) {
    return Math.min(LANES, (n + BLOCK - 1) / BLOCK);
  }

  private static void requireFinite(DoubleMatrix block, int from) {
    if (!block.isFinite()) {
      int at = 0;
      while (Double.isFinite(block.array()[at])) {
        at++;
      }
      throw new GmeException(
          "training vector "
              + (from + at / block.cols())
              + " (from 0) must be finite, found "
              + block.array()[at]
              + " at position "
              + at % block.cols(),
          "drop the recording or extract its vector again");
    }
  }
}
