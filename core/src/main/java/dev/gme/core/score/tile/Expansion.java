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

  /** Whether this side carries the factor α + β. */
  final boolean scaled;

  /**
   * The side of the rows, which carries the factor α + β.
   *
   * @param blocks components with rank 1, 2, …: the first is all of them, none is more than the one
   *     before
   * @param own the shift of this side for each component
   * @param other the shift of the other side for each component
   */
  static Expansion left(int[] blocks, float[] lambda, float[] own, float[] other) {
    return new Expansion(blocks, lambda, own, other, true);
  }

  /** The side of the columns, without the factor; parameters as for the left side. */
  static Expansion right(int[] blocks, float[] lambda, float[] own, float[] other) {
    return new Expansion(blocks, lambda, own, other, false);
  }

  private Expansion(int[] blocks, float[] lambda, float[] own, float[] other, boolean scaled) {
    this.scaled = scaled;
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
   * @param from the first row
   * @param b the precisions of all rows
   * @param a the components of all rows, one row after the other; it has {@link #SLACK} elements
   *     more behind them
   * @param out the columns of row {@code from + i} begin at i·ldOut
   */
  void rows(int n, int from, float[] b, float[] a, float[] out, int ldOut) {
    float[] u = new float[d + SLACK];
    for (int i = 0; i < n; i++) {
      KERNELS.row(this, b[from + i], a, (from + i) * d, out, i * ldOut, u);
    }
  }

  /**
   * Writes the columns of a panel of rows that lie side by side, as {@link TileProduct} wants its
   * right operand.
   *
   * @param width rows of a panel
   * @param from the first row of this panel, those of all panels being counted
   * @param b the precisions of all rows
   * @param a component k of row {@code from + i} at {@code from · d + k · width + i}
   * @param out column c of row {@code from + i} at {@code from · ldOut + c · width + i}
   */
  void panel(int width, int from, float[] b, float[] a, float[] out, int ldOut) {
    KERNELS.panel(this, width, b, from, a, from * d, out, from * ldOut);
  }

  /**
   * Where derivatives are added: those with respect to a, b and λ, laid out as these are.
   *
   * @param lanes scratch of a row: {@link #SLACK} numbers whose sum is its derivative to b
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, only written to
  record Gradient(float[] a, float[] b, float[] lambda, float[] lanes) {
    Gradient(float[] a, float[] b, float[] lambda) {
      this(a, b, lambda, new float[SLACK]);
    }
  }

  /**
   * Adds the derivatives of Σ dOut·out of n rows.
   *
   * @param from the first row; b and a are those of all rows
   */
  void backward(int n, int from, float[] b, float[] a, float[] dOut, int ldOut, Gradient to) {
    for (int i = 0; i < n; i++) {
      int row = from + i;
      KERNELS.backward(this, b[row], a, row * d, dOut, i * ldOut, to);
      to.b[row] += sum(to.lanes);
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
