package dev.gme.core.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link FloatFunctions} on vectors: the same operations in the same order.
 *
 * <p>These methods are fast only where the compiler puts them, with all they call, into the
 * caller's loop; else each vector passed between them becomes an object. JDK 17 gives up on that in
 * large code, and broadcasts count. Therefore the constants are vectors from the start: made inside
 * softplus they would be too many, and it runs four times longer.
 */
final class FloatLanes {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

  private static final FloatVector LOG2_E = vector(FloatFunctions.LOG2_E);
  private static final FloatVector MINUS_LN2 = vector(FloatFunctions.MINUS_LN2);
  private static final FloatVector MINUS_LN2_LOW = vector(FloatFunctions.MINUS_LN2_LOW);
  private static final FloatVector ROUND = vector(FloatFunctions.ROUND);
  private static final FloatVector ROUND_BIASED = vector(FloatFunctions.ROUND_BIASED);
  private static final FloatVector LOGISTIC_LOW = vector(FloatFunctions.LOGISTIC_LOW);
  private static final FloatVector E0 = vector(FloatFunctions.E0);
  private static final FloatVector E1 = vector(FloatFunctions.E1);
  private static final FloatVector E2 = vector(FloatFunctions.E2);
  private static final FloatVector E3 = vector(FloatFunctions.E3);
  private static final FloatVector E4 = vector(FloatFunctions.E4);
  private static final FloatVector L0 = vector(FloatFunctions.L0);
  private static final FloatVector L1 = vector(FloatFunctions.L1);
  private static final FloatVector L2 = vector(FloatFunctions.L2);
  private static final FloatVector L3 = vector(FloatFunctions.L3);
  private static final FloatVector L4 = vector(FloatFunctions.L4);
  private static final FloatVector L5 = vector(FloatFunctions.L5);
  private static final FloatVector L6 = vector(FloatFunctions.L6);
  private static final FloatVector L7 = vector(FloatFunctions.L7);
  private static final FloatVector L8 = vector(FloatFunctions.L8);
  private static final FloatVector ZERO = vector(0);
  private static final FloatVector ONE = vector(1);
  private static final FloatVector HALF = vector(0.5f);
  private static final FloatVector MINUS_ONE = vector(-1);
  private static final FloatVector MINUS_HALF = vector(-0.5f);

  private FloatLanes() {}

  static FloatVector exp(FloatVector x) {
    return expNotAbove(x)
        .blend(Float.POSITIVE_INFINITY, x.compare(VectorOperators.GT, FloatFunctions.EXP_LIMIT));
  }

  static FloatVector expOfMinusAbs(FloatVector x) {
    return expNotAbove(x.abs().neg());
  }

  /** For the logistic function, whose argument has a lower limit. */
  static FloatVector expOfMinusAbsNotBelow(FloatVector x) {
    return expInRange(x.abs().neg().max(LOGISTIC_LOW));
  }

  private static FloatVector expNotAbove(FloatVector x) {
    return expInRange(x).blend(ZERO, x.compare(VectorOperators.LT, -FloatFunctions.EXP_LIMIT));
  }

  private static FloatVector expInRange(FloatVector x) {
    FloatVector t = x.fma(LOG2_E, ROUND);
    FloatVector n = t.sub(ROUND);
    FloatVector r = n.fma(MINUS_LN2_LOW, n.fma(MINUS_LN2, x));
    FloatVector q = E4.fma(r, E3);
    q = q.fma(r, E2);
    q = q.fma(r, E1);
    q = q.fma(r, E0);
    FloatVector p = r.mul(r).fma(q, r);
    IntVector bits = t.reinterpretAsInts();
    IntVector half = bits.lanewise(VectorOperators.LSHR, 1);
    FloatVector scale =
        half.lanewise(VectorOperators.LSHL, FloatFunctions.MANTISSA_BITS).reinterpretAsFloats();
    FloatVector rest =
        bits.sub(half)
            .lanewise(VectorOperators.LSHL, FloatFunctions.MANTISSA_BITS)
            .reinterpretAsFloats();
    return scale.fma(p, scale).mul(rest);
  }

  static boolean inLogDomain(FloatVector x) {
    return x.compare(VectorOperators.GE, Float.MIN_NORMAL)
        .and(x.compare(VectorOperators.LE, Float.MAX_VALUE))
        .allTrue();
  }

  static FloatVector log(FloatVector x) {
    IntVector bits = x.reinterpretAsInts().add(FloatFunctions.THREE_QUARTERS_TO_ONE);
    FloatVector f =
        bits.and(FloatFunctions.MANTISSA)
            .add(FloatFunctions.THREE_QUARTERS)
            .reinterpretAsFloats()
            .sub(ONE);
    return log1pReduced(f, minusExponent(bits));
  }

  static boolean inLog1pDomain(FloatVector x) {
    return x.compare(VectorOperators.GT, -1f)
        .and(x.compare(VectorOperators.LT, FloatFunctions.LOG1P_LIMIT))
        .allTrue();
  }

  static FloatVector log1p(FloatVector x) {
    IntVector bits = x.add(ONE).reinterpretAsInts().add(FloatFunctions.THREE_QUARTERS_TO_ONE);
    FloatVector scale =
        bits.and(~FloatFunctions.MANTISSA)
            .neg()
            .add(FloatFunctions.TWICE_BIAS)
            .reinterpretAsFloats();
    return log1pReduced(x.mul(scale).sub(ONE.sub(scale)), minusExponent(bits));
  }

  private static FloatVector minusExponent(IntVector bits) {
    IntVector sum =
        bits.lanewise(VectorOperators.LSHR, FloatFunctions.MANTISSA_BITS)
            .add(FloatFunctions.ROUND_BITS);
    return ROUND_BIASED.sub(sum.reinterpretAsFloats());
  }

  private static FloatVector log1pReduced(FloatVector f, FloatVector minusK) {
    FloatVector p = L8.fma(f, L7);
    p = p.fma(f, L6);
    p = p.fma(f, L5);
    p = p.fma(f, L4);
    p = p.fma(f, L3);
    p = p.fma(f, L2);
    p = p.fma(f, L1);
    p = p.fma(f, L0);
    p = p.fma(f, MINUS_HALF);
    return minusK.fma(MINUS_LN2, f.mul(f).fma(p, f));
  }

  static FloatVector softplus(FloatVector x) {
    return softplus(x, expOfMinusAbs(x));
  }

  /** Where u = exp(−|x|) is known. */
  static FloatVector softplus(FloatVector x, FloatVector u) {
    VectorMask<Float> large = u.compare(VectorOperators.GE, HALF);
    FloatVector f = u.blend(u.fma(HALF, MINUS_HALF), large);
    FloatVector positive = ZERO.blend(x, x.compare(VectorOperators.GT, ZERO));
    return positive.add(log1pReduced(f, ZERO.blend(MINUS_ONE, large)));
  }

  static FloatVector sigmoid(FloatVector x) {
    return sigmoid(x, expOfMinusAbs(x));
  }

  /** Where u = exp(−|x|) is known. */
  static FloatVector sigmoid(FloatVector x, FloatVector u) {
    return ONE.blend(u, x.compare(VectorOperators.LT, ZERO)).div(u.add(ONE));
  }

  private static FloatVector vector(float value) {
    return FloatVector.broadcast(F, value);
  }
}
