package dev.gme.core.score.tile;

/** The inner loops of {@link Expansion}, for one row. Arguments were checked by the caller. */
interface ExpansionKernels {
  /**
   * The columns of a row: with w = 1/(λb + ½ + other) and u = (λb + ½ − own) w, column k of block r
   * becomes a_k (own + other)_k w_k u_k^r, or without that factor if the side is not scaled.
   *
   * @param u scratch of as many floats as the parameters have
   */
  void row(Expansion e, float b, float[] a, int aOff, float[] out, int outOff, float[] u);

  /**
   * The columns of a panel of rows, the rows side by side: element (k, i) of a is at {@code aOff +
   * k · width + i}, and column c of row i goes to {@code outOff + c · width + i}.
   *
   * @param width a multiple of 32
   * @param b the precisions of the rows, from {@code bOff}
   */
  void panel(
      Expansion e, int width, float[] b, int bOff, float[] a, int aOff, float[] out, int outOff);

  /**
   * Adds the derivatives of Σ dOut·out of one row: with respect to a, from {@code at} on as a is,
   * and with respect to λ. The lanes of {@code to} become numbers whose sum is the derivative with
   * respect to b.
   */
  void backward(
      Expansion e, float b, float[] a, int at, float[] dOut, int dOutOff, Expansion.Gradient to);
}
