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
    int d = e.lambda.length;
    FloatVector bs = FloatVector.broadcast(F, b);
    FloatVector half = FloatVector.broadcast(F, 0.5f);
    FloatVector one = FloatVector.broadcast(F, 1);
    int k = 0;
    for (; k + LANES <= d; k += LANES) {
      FloatVector own = FloatVector.fromArray(F, e.own, k);
      FloatVector other = FloatVector.fromArray(F, e.other, k);
      FloatVector p = FloatVector.fromArray(F, e.lambda, k).fma(bs, half);
      FloatVector w = one.div(p.add(other));
      p.sub(own).mul(w).intoArray(u, k);
      FloatVector factor = scaled ? own.add(other).mul(w) : w;
      FloatVector.fromArray(F, a, aOff + k).mul(factor).intoArray(out, outOff + k);
    }
    for (; k < d; k++) {
      ScalarExpansion.first(e, scaled, b, a, aOff, out, outOff, u, k);
    }
    int previous = outOff;
    for (int r = 1; r < e.blocks.length; r++) {
      int next = previous + e.blocks[r - 1];
      int n = e.blocks[r];
      k = 0;
      for (; k + LANES <= n; k += LANES) {
        FloatVector.fromArray(F, out, previous + k)
            .mul(FloatVector.fromArray(F, u, k))
            .intoArray(out, next + k);
      }
      for (; k < n; k++) {
        out[next + k] = out[previous + k] * u[k];
      }
      previous = next;
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
    int d = e.lambda.length;
    FloatVector bs = FloatVector.broadcast(F, b);
    FloatVector half = FloatVector.broadcast(F, 0.5f);
    FloatVector one = FloatVector.broadcast(F, 1);
    FloatVector dB = FloatVector.zero(F);
    float rest = 0;
    int k = 0;
    for (; k + LANES <= d; k += LANES) {
      FloatVector own = FloatVector.fromArray(F, e.own, k);
      FloatVector other = FloatVector.fromArray(F, e.other, k);
      FloatVector lambda = FloatVector.fromArray(F, e.lambda, k);
      FloatVector p = lambda.fma(bs, half);
      FloatVector w = one.div(p.add(other));
      FloatVector u = p.sub(own).mul(w);
      FloatVector factor = scaled ? own.add(other).mul(w) : w;
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
