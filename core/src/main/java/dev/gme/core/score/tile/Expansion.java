package dev.gme.core.score.tile;

import dev.gme.core.linalg.Simd;
import java.util.Arrays;

/**
 * The separable expansion of a_i a_j / (1 + λ(b_i + b_j)) over components k (docs/math.md 6.1),
 * with one pair of shifts per component, used again for every further rank: with p = ½ + λb_i, q =
 * ½ + λb_j and shifts α, β
 *
 * <pre>
 *   1/(p+q) = Σ_r  (α+β)/(p+β) · ((p−α)/(p+β))^r  ·  1/(q+α) · ((q−β)/(q+α))^r   + remainder
 * </pre>
 *
 * The columns of rank r come in a block; block r has the first {@code blocks[r]} components.
 */
final class Expansion {
  private static final ExpansionKernels KERNELS =
      Simd.orScalar("SimdExpansion", ExpansionKernels.class, new ScalarExpansion());

  /** Parameters have so many elements more than there are components, for whole vectors. */
  static final int SLACK = 16;

  final int d;
  final int[] blocks;
  final float[] lambda;

  /** ½ + the other side's shift, so that 1/w = λb + this; and the sum of both shifts. */
  final float[] half;

  final float[] sum;
  private final int columns;

  /**
   * One side of the expansion.
   *
   * @param blocks components with rank 1, 2, …: the first is all of them, none is more than the one
   *     before
   * @param own the shift of this side for each component
   * @param other the shift of the other side for each component
   */
  Expansion(int[] blocks, float[] lambda, float[] own, float[] other) {
    d = own.length;
    if (blocks.length == 0 || blocks[0] != d) {
      throw new IllegalArgumentException("the first block must have all components");
    }
    int total = 0;
    for (int r = 0; r < blocks.length; r++) {
      if (r > 0 && (blocks[r] > blocks[r - 1] || blocks[r] < 0)) {
        throw new IllegalArgumentException("blocks must not grow");
      }
      total += blocks[r];
    }
    this.blocks = blocks.clone();
    this.lambda = Arrays.copyOf(lambda, d + SLACK);
    half = new float[d + SLACK];
    sum = new float[d + SLACK];
    Arrays.fill(half, d, d + SLACK, 1);
    for (int k = 0; k < d; k++) {
      half[k] = 0.5f + other[k];
      sum[k] = own[k] + other[k];
    }
    columns = total;
  }

  /** How many columns the blocks have together. */
  int columns() {
    return columns;
  }

  /**
   * Writes the columns of n rows, and anything into up to {@link #SLACK} elements behind those of
   * each.
   *
   * @param scaled whether this side carries the factor α + β
   * @param b the precisions, from {@code bOff}
   * @param a the rows' components, one row after the other from {@code aOff}; it has {@link #SLACK}
   *     elements more behind them
   * @param out row i begins at i·ldOut
   */
  void rows(
      int n, boolean scaled, float[] b, int bOff, float[] a, int aOff, float[] out, int ldOut) {
    float[] u = new float[d + SLACK];
    for (int i = 0; i < n; i++) {
      KERNELS.row(this, scaled, b[bOff + i], a, aOff + i * d, out, i * ldOut, u);
    }
  }

  /**
   * Writes the columns of a panel of rows that lie side by side, as {@link TileProduct} wants its
   * right operand.
   *
   * @param width rows of the panel
   * @param b their precisions, from {@code bOff}
   * @param a element (k, i) at {@code aOff + k · width + i}
   * @param out column c of row i at {@code outOff + c · width + i}
   */
  void panel(
      int width,
      boolean scaled,
      float[] b,
      int bOff,
      float[] a,
      int aOff,
      float[] out,
      int outOff) {
    KERNELS.panel(this, scaled, width, b, bOff, a, aOff, out, outOff);
  }

  /**
   * Adds the derivatives of Σ dOut·out of n rows.
   *
   * @param dA as a, from {@code dAOff}
   * @param dB as b, from {@code dBOff}
   * @param dLambda one number a component
   */
  void backward(
      int n,
      boolean scaled,
      float[] b,
      int bOff,
      float[] a,
      int aOff,
      float[] dOut,
      int ldOut,
      float[] dA,
      int dAOff,
      float[] dB,
      int dBOff,
      float[] dLambda) {
    float[] lanes = new float[SLACK];
    for (int i = 0; i < n; i++) {
      KERNELS.backward(
          this,
          scaled,
          b[bOff + i],
          a,
          aOff + i * d,
          dOut,
          i * ldOut,
          dA,
          dAOff + i * d,
          dLambda,
          lanes);
      dB[dBOff + i] += sum(lanes);
    }
  }

  /** Here and not in the kernel, whose vectors would be boxed if it had to do this too. */
  private static float sum(float[] lanes) {
    float even = 0;
    float odd = 0;
    for (int i = 0; i < SLACK; i += 2) {
      even += lanes[i];
      odd += lanes[i + 1];
    }
    return even + odd;
  }
}
