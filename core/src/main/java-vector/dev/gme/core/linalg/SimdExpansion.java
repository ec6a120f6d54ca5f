package dev.gme.core.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
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
    for (int k = 0; k < e.d; k += LANES) {
      FloatVector q =
          bs.fma(FloatVector.fromArray(F, e.lambda, k), FloatVector.fromArray(F, e.half, k));
      FloatVector w = one.div(q);
      FloatVector scaledW = FloatVector.fromArray(F, e.sum, k).mul(w);
      one.sub(scaledW).intoArray(u, k);
      FloatVector.fromArray(F, a, aOff + k).mul(scaled ? scaledW : w).intoArray(out, outOff + k);
    }
    // A vector may reach beyond its block; what it spoils there is written later.
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
    for (int i = 0; i < width; i += LANES) {
      FloatVector bs = FloatVector.fromArray(F, b, bOff + i);
      // Components with the same number of ranks, from the highest number down.
      int k = 0;
      for (int ranks = blocks.length; ranks > 0; ranks--) {
        for (; k < blocks[ranks - 1]; k++) {
          float sum = e.sum[k];
          FloatVector q =
              bs.fma(FloatVector.broadcast(F, e.lambda[k]), FloatVector.broadcast(F, e.half[k]));
          FloatVector w = one.div(q);
          FloatVector x = FloatVector.fromArray(F, a, aOff + k * width + i).mul(w);
          if (scaled) {
            x = x.mul(sum);
          }
          x.intoArray(out, outOff + k * width + i);
          if (ranks > 1) {
            FloatVector u = w.fma(FloatVector.broadcast(F, -sum), one);
            int column = k;
            for (int r = 1; r < ranks; r++) {
              x = x.mul(u);
              column += blocks[r - 1];
              x.intoArray(out, outOff + column * width + i);
            }
          }
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
    return dB.reduceLanes(VectorOperators.ADD) + rest;
  }
}
