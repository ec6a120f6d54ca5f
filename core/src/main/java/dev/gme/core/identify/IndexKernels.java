package dev.gme.core.identify;

/**
 * The loops of a search (docs/math.md 10.4). Rows lie in panels: the first components of all rows
 * of a panel, then the second ones, and so on, so that a vector holds one component of many rows
 * and no sum crosses lanes. Ranges were checked by the caller.
 */
interface IndexKernels {
  /** Rows of a panel where there are few: a vector of 512 bits, or several shorter ones. */
  int NARROW = 16;

  /** Rows of a panel else: what a loop works on, so that it reads memory from start to end. */
  int WIDE = 64;

  /**
   * Scores of rows that all have one b: out ← t + Σ_k x_k (y_k + c_k x_k).
   *
   * @param rows a multiple of the width
   * @param width rows of a panel, {@link #NARROW} or {@link #WIDE}
   * @param xOff where the first panel begins
   * @param coefficients y_k and c_k in turn
   */
  void atOne(
      int rows,
      int width,
      int d,
      float[] x,
      int xOff,
      float[] coefficients,
      float t,
      float[] out,
      int outOff);

  /**
   * Scores of rows between two nodes: (1−τ) times the sum at the first plus τ times that at the
   * second.
   *
   * @param coefficients y_k, c_k at the first node, y_k, c_k at the second, in turn
   * @param tau of each row
   */
  void between(
      int rows,
      int width,
      int d,
      float[] x,
      int xOff,
      float[] coefficients,
      float t0,
      float t1,
      float[] tau,
      int tauOff,
      float[] out,
      int outOff);

  /** The largest of n numbers; −∞ of none. */
  float max(int n, float[] x, int off);
}
