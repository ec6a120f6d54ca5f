package dev.gme.core.score.tile;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The loops of {@link ScalarExpansion} over vectors of components or recordings. */
final class SimdExpansion implements ExpansionKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = F.length();
  private static final FloatVector INDEX = FloatVector.zero(F).addIndex(1);

  private final ScalarExpansion scalar = new ScalarExpansion();

  @Override
  public void row(Expansion e, float b, float[] a, int aOff, float[] out, int outOff, float[] u) {
    boolean scaled = e.scaled;
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
      Expansion e, int width, float[] b, int bOff, float[] a, int aOff, float[] out, int outOff) {
    boolean scaled = e.scaled;
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
  public void backward(
      Expansion e, float b, float[] a, int at, float[] dOut, int dOutOff, Expansion.Gradient to) {
    int d = e.d;
    if (d < LANES) {
      scalar.backward(e, b, a, at, dOut, dOutOff, to);
      return;
    }
    // Where a block ends within a vector, and behind the last whole one, lanes must be left out.
    Arrays.fill(to.lanes(), 0);
    int k = 0;
    int ranks = e.blocks.length;
    while (k < d) {
      int first = Math.min(k, d - LANES);
      while (ranks > 0 && e.blocks[ranks - 1] <= k) {
        ranks--;
      }
      int end = e.blocks[ranks - 1] / LANES * LANES;
      if (end > k) {
        whole(e, b, a, at, dOut, dOutOff, to, ranks, k, end);
        k = end;
      } else {
        edge(e, b, a, at, dOut, dOutOff, to, ranks, first, k);
        k += LANES;
      }
    }
  }

  /** Components from {@code first} to {@code end}, whole vectors that have so many ranks. */
  private static void whole(
      Expansion e,
      float b,
      float[] a,
      int at,
      float[] dOut,
      int dOutOff,
      Expansion.Gradient to,
      int ranks,
      int first,
      int end) {
    boolean scaled = e.scaled;
    float[] dA = to.a();
    float[] dLambda = to.lambda();
    float[] dB = to.lanes();
    FloatVector bs = FloatVector.broadcast(F, b);
    FloatVector one = FloatVector.broadcast(F, 1);
    FloatVector dBs = FloatVector.fromArray(F, dB, 0);
    for (int k = first; k < end; k += LANES) {
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
      for (int r = 1; r < ranks; r++) {
        FloatVector g = FloatVector.fromArray(F, dOut, off + k);
        sum = g.fma(power, sum);
        slope = g.mul(r).fma(before, slope);
        before = power;
        power = power.mul(u);
        off += e.blocks[r];
      }
      FloatVector.fromArray(F, dA, at + k).add(factor.mul(sum)).intoArray(dA, at + k);
      FloatVector dP =
          FloatVector.fromArray(F, a, at + k).mul(factor).mul(w).mul(scaledW.fma(slope, sum.neg()));
      bs.fma(dP, FloatVector.fromArray(F, dLambda, k)).intoArray(dLambda, k);
      dBs = lambda.fma(dP, dBs);
    }
    dBs.intoArray(dB, 0);
  }

  /**
   * The vector of components from {@code k} on, without those before {@code from} and those that a
   * block does not have.
   */
  private static void edge(
      Expansion e,
      float b,
      float[] a,
      int at,
      float[] dOut,
      int dOutOff,
      Expansion.Gradient to,
      int ranks,
      int k,
      int from) {
    boolean scaled = e.scaled;
    float[] dA = to.a();
    float[] dLambda = to.lambda();
    float[] dB = to.lanes();
    FloatVector bs = FloatVector.broadcast(F, b);
    FloatVector one = FloatVector.broadcast(F, 1);
    FloatVector zero = FloatVector.zero(F);
    FloatVector lambda = FloatVector.fromArray(F, e.lambda, k);
    FloatVector w = one.div(lambda.fma(bs, FloatVector.fromArray(F, e.half, k)));
    FloatVector scaledW = FloatVector.fromArray(F, e.sum, k).mul(w);
    FloatVector u = one.sub(scaledW);
    FloatVector factor = scaled ? scaledW : w;
    FloatVector sum = zero;
    FloatVector slope = zero;
    FloatVector before = zero;
    FloatVector power = one;
    int off = dOutOff;
    for (int r = 0; r < ranks; r++) {
      FloatVector g =
          zero.blend(
              FloatVector.fromArray(F, dOut, off + k),
              INDEX
                  .compare(VectorOperators.GE, (float) (from - k))
                  .and(INDEX.compare(VectorOperators.LT, (float) (e.blocks[r] - k))));
      sum = g.fma(power, sum);
      slope = g.mul(r).fma(before, slope);
      before = power;
      power = power.mul(u);
      off += e.blocks[r];
    }
    FloatVector.fromArray(F, dA, at + k).add(factor.mul(sum)).intoArray(dA, at + k);
    FloatVector dP =
        FloatVector.fromArray(F, a, at + k).mul(factor).mul(w).mul(scaledW.fma(slope, sum.neg()));
    bs.fma(dP, FloatVector.fromArray(F, dLambda, k)).intoArray(dLambda, k);
    lambda.fma(dP, FloatVector.fromArray(F, dB, 0)).intoArray(dB, 0);
  }
}
