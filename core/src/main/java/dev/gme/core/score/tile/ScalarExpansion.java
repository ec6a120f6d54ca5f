package dev.gme.core.score.tile;

import java.util.Arrays;

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
      float[] scratch) {
    for (int k = 0; k < e.d; k++) {
      float w = 1 / Math.fma(e.lambda[k], b, e.half[k]);
      float u = 1 - e.sum[k] * w;
      float x = a[aOff + k] * (scaled ? e.sum[k] * w : w);
      int column = outOff + k;
      for (int r = 0; r < e.blocks.length && k < e.blocks[r]; r++) {
        out[column] = x;
        x *= u;
        column += e.blocks[r];
      }
    }
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
        float u = 1 - sum * w;
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
  public void backward(
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
      float[] dB) {
    Arrays.fill(dB, 0);
    for (int k = 0; k < e.d; k++) {
      dB[0] += component(e, scaled, b, a, aOff, dOut, dOutOff, dA, dAOff, dLambda, k);
    }
  }

  /** What component k adds to the derivative with respect to b. */
  private static float component(
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
    float u = 1 - e.sum[k] * w;
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
