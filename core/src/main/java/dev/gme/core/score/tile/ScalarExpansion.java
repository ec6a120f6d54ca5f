package dev.gme.core.score.tile;

import java.util.Arrays;

/** The expansion in plain loops, one component after the other. */
final class ScalarExpansion implements ExpansionKernels {
  @Override
  public void row(
      Expansion e, float b, float[] a, int aOff, float[] out, int outOff, float[] scratch) {
    for (int k = 0; k < e.d; k++) {
      ranks(e, k, b, a[aOff + k], out, outOff, 1);
    }
  }

  @Override
  public void panel(
      Expansion e, int width, float[] b, int bOff, float[] a, int aOff, float[] out, int outOff) {
    for (int k = 0; k < e.d; k++) {
      for (int i = 0; i < width; i++) {
        ranks(e, k, b[bOff + i], a[aOff + k * width + i], out, outOff + i, width);
      }
    }
  }

  /** The columns of component k, which are {@code stride} apart. */
  private static void ranks(
      Expansion e, int k, float b, float a, float[] out, int outOff, int stride) {
    float w = 1 / Math.fma(e.lambda[k], b, e.half[k]);
    float u = 1 - e.sum[k] * w;
    float x = a * (e.scaled ? e.sum[k] * w : w);
    int column = k;
    for (int r = 0; r < e.blocks.length && k < e.blocks[r]; r++) {
      out[outOff + column * stride] = x;
      x *= u;
      column += e.blocks[r];
    }
  }

  @Override
  public void backward(
      Expansion e, float b, float[] a, int at, float[] dOut, int dOutOff, Expansion.Gradient to) {
    float[] dB = to.lanes();
    Arrays.fill(dB, 0);
    for (int k = 0; k < e.d; k++) {
      float w = 1 / Math.fma(e.lambda[k], b, e.half[k]);
      float u = 1 - e.sum[k] * w;
      float factor = e.scaled ? e.sum[k] * w : w;
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
      to.a()[at + k] = Math.fma(factor, sum, to.a()[at + k]);
      float dP = a[at + k] * factor * w * Math.fma(1 - u, slope, -sum);
      to.lambda()[k] = Math.fma(b, dP, to.lambda()[k]);
      dB[0] += e.lambda[k] * dP;
    }
  }
}
