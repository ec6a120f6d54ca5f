package dev.gme.core.identify;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Four vectors of rows at a time, so that enough sums are under way to hide the latency of one; the
 * last ones singly, by the same operations.
 */
final class SimdIndexKernels implements IndexKernels {
  private static final VectorSpecies<Float> F =
      FloatVector.SPECIES_PREFERRED.length() > NARROW
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;
  private static final int FL = F.length();

  private static int start(int xOff, int width, int d, int strip) {
    int row = strip * FL;
    return xOff + row / width * width * d + row % width;
  }

  @Override
  public void atOne(
      int rows,
      int width,
      int d,
      float[] x,
      int xOff,
      float[] coefficients,
      float t,
      float[] out,
      int outOff) {
    int strips = rows / FL;
    int s = 0;
    for (; s + 4 <= strips; s += 4) {
      fourAtOne(
          width,
          d,
          x,
          start(xOff, width, d, s),
          start(xOff, width, d, s + 1),
          start(xOff, width, d, s + 2),
          start(xOff, width, d, s + 3),
          coefficients,
          t,
          out,
          outOff + s * FL);
    }
    for (; s < strips; s++) {
      oneAtOne(width, d, x, start(xOff, width, d, s), coefficients, t, out, outOff + s * FL);
    }
  }

  private static void fourAtOne(
      int width,
      int d,
      float[] x,
      int x0,
      int x1,
      int x2,
      int x3,
      float[] coefficients,
      float t,
      float[] out,
      int outOff) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int at = 0;
    for (int k = 0; k < d; k++) {
      FloatVector y = FloatVector.broadcast(F, coefficients[2 * k]);
      FloatVector c = FloatVector.broadcast(F, coefficients[2 * k + 1]);
      FloatVector v = FloatVector.fromArray(F, x, x0 + at);
      s0 = v.fma(v.fma(c, y), s0);
      v = FloatVector.fromArray(F, x, x1 + at);
      s1 = v.fma(v.fma(c, y), s1);
      v = FloatVector.fromArray(F, x, x2 + at);
      s2 = v.fma(v.fma(c, y), s2);
      v = FloatVector.fromArray(F, x, x3 + at);
      s3 = v.fma(v.fma(c, y), s3);
      at += width;
    }
    s0.add(t).intoArray(out, outOff);
    s1.add(t).intoArray(out, outOff + FL);
    s2.add(t).intoArray(out, outOff + 2 * FL);
    s3.add(t).intoArray(out, outOff + 3 * FL);
  }

  @Override
  public void between(
      int rows,
      int width,
      int d,
      float[] x,
      int xOff,
      float[] coefficients,
      float t0,
      float t1,
      float[] tau,
      int tauOff,
      float[] out,
      int outOff) {
    int strips = rows / FL;
    int s = 0;
    for (; s + 4 <= strips; s += 4) {
      fourBetween(
          width,
          d,
          x,
          start(xOff, width, d, s),
          start(xOff, width, d, s + 1),
          start(xOff, width, d, s + 2),
          start(xOff, width, d, s + 3),
          coefficients,
          t0,
          t1,
          tau,
          tauOff + s * FL,
          out,
          outOff + s * FL);
    }
    for (; s < strips; s++) {
      oneBetween(
          width,
          d,
          x,
          start(xOff, width, d, s),
          coefficients,
          t0,
          t1,
          tau,
          tauOff + s * FL,
          out,
          outOff + s * FL);
    }
  }

  private static void fourBetween(
      int width,
      int d,
      float[] x,
      int x0,
      int x1,
      int x2,
      int x3,
      float[] coefficients,
      float t0,
      float t1,
      float[] tau,
      int tauOff,
      float[] out,
      int outOff) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    FloatVector r0 = s0;
    FloatVector r1 = s0;
    FloatVector r2 = s0;
    FloatVector r3 = s0;
    int at = 0;
    for (int k = 0; k < d; k++) {
      FloatVector y = FloatVector.broadcast(F, coefficients[4 * k]);
      FloatVector c = FloatVector.broadcast(F, coefficients[4 * k + 1]);
      FloatVector z = FloatVector.broadcast(F, coefficients[4 * k + 2]);
      FloatVector e = FloatVector.broadcast(F, coefficients[4 * k + 3]);
      FloatVector v = FloatVector.fromArray(F, x, x0 + at);
      s0 = v.fma(v.fma(c, y), s0);
      r0 = v.fma(v.fma(e, z), r0);
      v = FloatVector.fromArray(F, x, x1 + at);
      s1 = v.fma(v.fma(c, y), s1);
      r1 = v.fma(v.fma(e, z), r1);
      v = FloatVector.fromArray(F, x, x2 + at);
      s2 = v.fma(v.fma(c, y), s2);
      r2 = v.fma(v.fma(e, z), r2);
      v = FloatVector.fromArray(F, x, x3 + at);
      s3 = v.fma(v.fma(c, y), s3);
      r3 = v.fma(v.fma(e, z), r3);
      at += width;
    }
    mix(s0.add(t0), r0.add(t1), tau, tauOff, out, outOff);
    mix(s1.add(t0), r1.add(t1), tau, tauOff + FL, out, outOff + FL);
    mix(s2.add(t0), r2.add(t1), tau, tauOff + 2 * FL, out, outOff + 2 * FL);
    mix(s3.add(t0), r3.add(t1), tau, tauOff + 3 * FL, out, outOff + 3 * FL);
  }

  private static void oneAtOne(
      int width, int d, float[] x, int x0, float[] coefficients, float t, float[] out, int outOff) {
    FloatVector sum = FloatVector.zero(F);
    for (int k = 0; k < d; k++) {
      FloatVector v = FloatVector.fromArray(F, x, x0 + k * width);
      FloatVector y = FloatVector.broadcast(F, coefficients[2 * k]);
      FloatVector c = FloatVector.broadcast(F, coefficients[2 * k + 1]);
      sum = v.fma(v.fma(c, y), sum);
    }
    sum.add(t).intoArray(out, outOff);
  }

  private static void oneBetween(
      int width,
      int d,
      float[] x,
      int x0,
      float[] coefficients,
      float t0,
      float t1,
      float[] tau,
      int tauOff,
      float[] out,
      int outOff) {
    FloatVector s = FloatVector.zero(F);
    FloatVector r = s;
    for (int k = 0; k < d; k++) {
      FloatVector v = FloatVector.fromArray(F, x, x0 + k * width);
      FloatVector y = FloatVector.broadcast(F, coefficients[4 * k]);
      FloatVector c = FloatVector.broadcast(F, coefficients[4 * k + 1]);
      FloatVector z = FloatVector.broadcast(F, coefficients[4 * k + 2]);
      FloatVector e = FloatVector.broadcast(F, coefficients[4 * k + 3]);
      s = v.fma(v.fma(c, y), s);
      r = v.fma(v.fma(e, z), r);
    }
    mix(s.add(t0), r.add(t1), tau, tauOff, out, outOff);
  }

  private static void mix(
      FloatVector first, FloatVector second, float[] tau, int tauOff, float[] out, int outOff) {
    FloatVector.fromArray(F, tau, tauOff).fma(second.sub(first), first).intoArray(out, outOff);
  }

  @Override
  public float max(int n, float[] x, int off) {
    FloatVector m = FloatVector.broadcast(F, Float.NEGATIVE_INFINITY);
    int end = n - n % FL;
    for (int i = 0; i < end; i += FL) {
      m = m.max(FloatVector.fromArray(F, x, off + i));
    }
    float max = m.reduceLanes(VectorOperators.MAX);
    for (int i = end; i < n; i++) {
      max = Math.max(max, x[off + i]);
    }
    return max;
  }
}
