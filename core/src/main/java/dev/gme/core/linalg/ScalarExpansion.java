package dev.gme.core.linalg;

/** Plain loops. */
final class ScalarExpansion implements ExpansionKernels {
  @Override
  public void row(
      Expansion e,
      boolean scaled,
      float b,
      float[] a,
      int aOff,
      float[] out,
      int outOff,
      float[] u) {
    for (int k = 0; k < e.d; k++) {
      first(e, scaled, b, a, aOff, out, outOff, u, k);
    }
    int previous = outOff;
    for (int r = 1; r < e.blocks.length; r++) {
      int next = previous + e.blocks[r - 1];
      for (int k = 0; k < e.blocks[r]; k++) {
        out[next + k] = out[previous + k] * u[k];
      }
      previous = next;
    }
  }

  /** Column k of the first block, and u_k. */
  static void first(
      Expansion e,
      boolean scaled,
      float b,
      float[] a,
      int aOff,
      float[] out,
      int outOff,
      float[] u,
      int k) {
    float w = 1 / Math.fma(e.lambda[k], b, e.half[k]);
    u[k] = Math.fma(-e.sum[k], w, 1f);
    out[outOff + k] = a[aOff + k] * (scaled ? e.sum[k] * w : w);
  }

  @Override
  public void panel(
      Expansion e,
      boolean scaled,
      int width,
      float[] b,
      int bOff,
      float[] a,
      int aOff,
      float[] out,
      int outOff) {
    for (int k = 0; k < e.d; k++) {
      float sum = e.sum[k];
      for (int i = 0; i < width; i++) {
        float w = 1 / Math.fma(e.lambda[k], b[bOff + i], e.half[k]);
        float u = Math.fma(-sum, w, 1f);
        float x = a[aOff + k * width + i] * (scaled ? sum * w : w);
        int column = k;
        for (int r = 0; r < e.blocks.length && k < e.blocks[r]; r++) {
          out[outOff + column * width + i] = x;
          x *= u;
          column += e.blocks[r];
        }
      }
    }
  }

  @Override
  public float backward(
      Expansion e,
      boolean scaled,
      float b,
      float[] a,
      int aOff,
      float[] dOut,
      int dOutOff,
      float[] dA,
      int dAOff,
      float[] dLambda) {
    float dB = 0;
    for (int k = 0; k < e.d; k++) {
      dB += component(e, scaled, b, a, aOff, dOut, dOutOff, dA, dAOff, dLambda, k);
    }
    return dB;
  }

  /** What component k adds to the derivative with respect to b. */
  static float component(
      Expansion e,
      boolean scaled,
      float b,
      float[] a,
      int aOff,
      float[] dOut,
      int dOutOff,
      float[] dA,
      int dAOff,
      float[] dLambda,
      int k) {
    float w = 1 / Math.fma(e.lambda[k], b, e.half[k]);
    float u = Math.fma(-e.sum[k], w, 1f);
    float factor = scaled ? e.sum[k] * w : w;
    // Σ g_r u^r and its derivative with respect to u.
    float sum = 0;
    float slope = 0;
    float power = 1;
    float before = 0;
    int off = dOutOff;
    for (int r = 0; r < e.blocks.length && k < e.blocks[r]; r++) {
      float g = dOut[off + k];
      sum = Math.fma(g, power, sum);
      slope = Math.fma(r * g, before, slope);
      before = power;
      power *= u;
      off += e.blocks[r];
    }
    dA[dAOff + k] = Math.fma(factor, sum, dA[dAOff + k]);
    float dP = a[aOff + k] * factor * w * Math.fma(1 - u, slope, -sum);
    dLambda[k] = Math.fma(b, dP, dLambda[k]);
    return e.lambda[k] * dP;
  }
}
