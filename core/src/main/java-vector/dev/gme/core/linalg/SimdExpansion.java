package dev.gme.core.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of {@link ScalarExpansion} over vectors of components; the rest of a block is scalar.
 */
final class SimdExpansion implements ExpansionKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = F.length();

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
    FloatVector bs = FloatVector.broadcast(F, b);
    FloatVector one = FloatVector.broadcast(F, 1);
    // A vector may reach beyond its block; what it spoils there is written later.
    for (int k = 0; k < e.d; k += LANES) {
      FloatVector q =
          bs.fma(FloatVector.fromArray(F, e.lambda, k), FloatVector.fromArray(F, e.half, k));
      FloatVector w = one.div(q);
      FloatVector scaledW = FloatVector.fromArray(F, e.sum, k).mul(w);
      one.sub(scaledW).intoArray(u, k);
      FloatVector.fromArray(F, a, aOff + k).mul(scaled ? scaledW : w).intoArray(out, outOff + k);
    }
    int previous = outOff;
    for (int r = 1; r < e.blocks.length; r++) {
      int next = previous + e.blocks[r - 1];
      for (int k = 0; k < e.blocks[r]; k += LANES) {
        FloatVector.fromArray(F, out, previous + k)
            .mul(FloatVector.fromArray(F, u, k))
            .intoArray(out, next + k);
      }
      previous = next;
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
    FloatVector one = FloatVector.broadcast(F, 1);
    int[] blocks = e.blocks;
    for (int i = 0; i < width; i += 2 * LANES) {
      FloatVector b0 = FloatVector.fromArray(F, b, bOff + i);
      FloatVector b1 = FloatVector.fromArray(F, b, bOff + i + LANES);
      for (int k = 0; k < e.d; k++) {
        FloatVector lambda = FloatVector.broadcast(F, e.lambda[k]);
        FloatVector half = FloatVector.broadcast(F, e.half[k]);
        FloatVector w0 = one.div(b0.fma(lambda, half));
        FloatVector w1 = one.div(b1.fma(lambda, half));
        FloatVector sum = FloatVector.broadcast(F, e.sum[k]);
        FloatVector s0 = w0.mul(sum);
        FloatVector s1 = w1.mul(sum);
        int at = aOff + k * width + i;
        FloatVector x0 = FloatVector.fromArray(F, a, at).mul(scaled ? s0 : w0);
        FloatVector x1 = FloatVector.fromArray(F, a, at + LANES).mul(scaled ? s1 : w1);
        int to = outOff + k * width + i;
        x0.intoArray(out, to);
        x1.intoArray(out, to + LANES);
        FloatVector u0 = one.sub(s0);
        FloatVector u1 = one.sub(s1);
        for (int r = 1; r < blocks.length && k < blocks[r]; r++) {
          x0 = x0.mul(u0);
          x1 = x1.mul(u1);
          to += blocks[r - 1] * width;
          x0.intoArray(out, to);
          x1.intoArray(out, to + LANES);
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
    int d = e.d;
    FloatVector bs = FloatVector.broadcast(F, b);
    FloatVector one = FloatVector.broadcast(F, 1);
    FloatVector dB = FloatVector.zero(F);
    float rest = 0;
    int k = 0;
    for (; k + LANES <= d; k += LANES) {
      FloatVector lambda = FloatVector.fromArray(F, e.lambda, k);
      FloatVector w = one.div(lambda.fma(bs, FloatVector.fromArray(F, e.half, k)));
      FloatVector scaledW = FloatVector.fromArray(F, e.sum, k).mul(w);
      FloatVector u = one.sub(scaledW);
      FloatVector factor = scaled ? scaledW : w;
      FloatVector sum = FloatVector.fromArray(F, dOut, dOutOff + k);
      FloatVector slope = FloatVector.zero(F);
      FloatVector before = one;
      FloatVector power = u;
      int off = dOutOff + e.blocks[0];
      int r = 1;
      for (; r < e.blocks.length && k + LANES <= e.blocks[r]; r++) {
        FloatVector g = FloatVector.fromArray(F, dOut, off + k);
        sum = g.fma(power, sum);
        slope = g.mul(r).fma(before, slope);
        before = power;
        power = power.mul(u);
        off += e.blocks[r];
      }
      if (r < e.blocks.length && k < e.blocks[r]) {
        // The block ends within this vector.
        for (int j = k; j < k + LANES; j++) {
          rest +=
              ScalarExpansion.component(
                  e, scaled, b, a, aOff, dOut, dOutOff, dA, dAOff, dLambda, j);
        }
        continue;
      }
      FloatVector.fromArray(F, dA, dAOff + k).add(factor.mul(sum)).intoArray(dA, dAOff + k);
      FloatVector dP =
          FloatVector.fromArray(F, a, aOff + k)
              .mul(factor)
              .mul(w)
              .mul(one.sub(u).fma(slope, sum.neg()));
      bs.fma(dP, FloatVector.fromArray(F, dLambda, k)).intoArray(dLambda, k);
      dB = lambda.fma(dP, dB);
    }
    for (; k < d; k++) {
      rest +=
          ScalarExpansion.component(e, scaled, b, a, aOff, dOut, dOutOff, dA, dAOff, dLambda, k);
    }
    return LaneSum.of(dB) + rest;
  }
}
