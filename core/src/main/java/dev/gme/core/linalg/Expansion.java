package dev.gme.core.linalg;

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
public final class Expansion {
  private static final ExpansionKernels KERNELS =
      Backend.simd("SimdExpansion", ExpansionKernels.class, new ScalarExpansion());

  final int[] blocks;
  final float[] lambda;

  /** The shift of this side, α seen from the rows, and that of the other side. */
  final float[] own;

  final float[] other;
  private final int columns;

  /**
   * One side of the expansion.
   *
   * @param blocks components with rank 1, 2, …: the first is all of them, none is more than the one
   *     before
   * @param own the shift of this side for each component
   * @param other the shift of the other side for each component
   */
  public Expansion(int[] blocks, float[] lambda, float[] own, float[] other) {
    if (blocks.length == 0 || blocks[0] != lambda.length) {
      throw new IllegalArgumentException("the first block must have all components");
    }
    int sum = 0;
    for (int r = 0; r < blocks.length; r++) {
      if (r > 0 && (blocks[r] > blocks[r - 1] || blocks[r] < 0)) {
        throw new IllegalArgumentException("blocks must not grow");
      }
      sum += blocks[r];
    }
    this.blocks = blocks.clone();
    this.lambda = lambda;
    this.own = own;
    this.other = other;
    this.columns = sum;
  }

  /** How many columns the blocks have together. */
  public int columns() {
    return columns;
  }

  /**
   * Writes the columns of n rows.
   *
   * @param scaled whether this side carries the factor α + β
   * @param b the precisions, from {@code bOff}
   * @param a the rows' components, one row after the other from {@code aOff}
   * @param out row i begins at i·ldOut
   */
  public void rows(
      int n, boolean scaled, float[] b, int bOff, float[] a, int aOff, float[] out, int ldOut) {
    float[] u = new float[lambda.length];
    for (int i = 0; i < n; i++) {
      KERNELS.row(this, scaled, b[bOff + i], a, aOff + i * lambda.length, out, i * ldOut, u);
    }
  }

  /**
   * Adds the derivatives of Σ dOut·out of n rows.
   *
   * @param dA as a, from {@code dAOff}
   * @param dB as b, from {@code dBOff}
   * @param dLambda one number a component
   */
  public void backward(
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
    int d = lambda.length;
    for (int i = 0; i < n; i++) {
      dB[dBOff + i] +=
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
              dLambda);
    }
  }
}
