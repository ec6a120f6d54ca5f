package dev.gme.core.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link DoubleFunctions} on vectors, as {@link FloatLanes} does it for floats. */
final class DoubleLanes {
  private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;

  private static final DoubleVector LOG2_E = vector(DoubleFunctions.LOG2_E);
  private static final DoubleVector MINUS_LN2 = vector(DoubleFunctions.MINUS_LN2);
  private static final DoubleVector MINUS_LN2_LOW = vector(DoubleFunctions.MINUS_LN2_LOW);
  private static final DoubleVector ROUND = vector(DoubleFunctions.ROUND);
  private static final DoubleVector ROUND_BIASED = vector(DoubleFunctions.ROUND_BIASED);
  private static final DoubleVector E0 = vector(DoubleFunctions.E0);
  private static final DoubleVector E1 = vector(DoubleFunctions.E1);
  private static final DoubleVector E2 = vector(DoubleFunctions.E2);
  private static final DoubleVector E3 = vector(DoubleFunctions.E3);
  private static final DoubleVector E4 = vector(DoubleFunctions.E4);
  private static final DoubleVector E5 = vector(DoubleFunctions.E5);
  private static final DoubleVector E6 = vector(DoubleFunctions.E6);
  private static final DoubleVector E7 = vector(DoubleFunctions.E7);
  private static final DoubleVector E8 = vector(DoubleFunctions.E8);
  private static final DoubleVector E9 = vector(DoubleFunctions.E9);
  private static final DoubleVector E10 = vector(DoubleFunctions.E10);
  private static final DoubleVector L0 = vector(DoubleFunctions.L0);
  private static final DoubleVector L1 = vector(DoubleFunctions.L1);
  private static final DoubleVector L2 = vector(DoubleFunctions.L2);
  private static final DoubleVector L3 = vector(DoubleFunctions.L3);
  private static final DoubleVector L4 = vector(DoubleFunctions.L4);
  private static final DoubleVector L5 = vector(DoubleFunctions.L5);
  private static final DoubleVector L6 = vector(DoubleFunctions.L6);
  private static final DoubleVector L7 = vector(DoubleFunctions.L7);
  private static final DoubleVector ZERO = vector(0);
  private static final DoubleVector ONE = vector(1);
  private static final DoubleVector TWO = vector(2);
  private static final DoubleVector HALF = vector(0.5);
  private static final DoubleVector MINUS_ONE = vector(-1);
  private static final DoubleVector MINUS_HALF = vector(-0.5);

  private DoubleLanes() {}

  static DoubleVector exp(DoubleVector x) {
    return expNotAbove(x)
        .blend(Double.POSITIVE_INFINITY, x.compare(VectorOperators.GT, DoubleFunctions.EXP_LIMIT));
  }

  static DoubleVector expOfMinusAbs(DoubleVector x) {
    return expNotAbove(x.abs().neg());
  }

  private static DoubleVector expNotAbove(DoubleVector x) {
    DoubleVector t = x.fma(LOG2_E, ROUND);
    DoubleVector n = t.sub(ROUND);
    DoubleVector r = n.fma(MINUS_LN2_LOW, n.fma(MINUS_LN2, x));
    DoubleVector z = r.mul(r);
    DoubleVector even = E10.fma(z, E8);
    even = even.fma(z, E6);
    even = even.fma(z, E4);
    even = even.fma(z, E2);
    even = even.fma(z, E0);
    DoubleVector odd = E9.fma(z, E7);
    odd = odd.fma(z, E5);
    odd = odd.fma(z, E3);
    odd = odd.fma(z, E1);
    DoubleVector p = z.fma(odd.fma(r, even), r);
    LongVector bits = t.reinterpretAsLongs();
    LongVector half = bits.lanewise(VectorOperators.LSHR, 1);
    DoubleVector scale =
        half.lanewise(VectorOperators.LSHL, DoubleFunctions.MANTISSA_BITS).reinterpretAsDoubles();
    DoubleVector rest =
        bits.sub(half)
            .lanewise(VectorOperators.LSHL, DoubleFunctions.MANTISSA_BITS)
            .reinterpretAsDoubles();
    return scale
        .fma(p, scale)
        .mul(rest)
        .blend(ZERO, x.compare(VectorOperators.LT, -DoubleFunctions.EXP_LIMIT));
  }

  static boolean inLogDomain(DoubleVector x) {
    return x.compare(VectorOperators.GE, Double.MIN_NORMAL)
        .and(x.compare(VectorOperators.LE, Double.MAX_VALUE))
        .allTrue();
  }

  static DoubleVector log(DoubleVector x) {
    LongVector bits = x.reinterpretAsLongs().add(DoubleFunctions.THREE_QUARTERS_TO_ONE);
    DoubleVector f =
        bits.and(DoubleFunctions.MANTISSA)
            .add(DoubleFunctions.THREE_QUARTERS)
            .reinterpretAsDoubles()
            .sub(ONE);
    return log1pReduced(f, minusExponent(bits));
  }

  static boolean inLog1pDomain(DoubleVector x) {
    return x.compare(VectorOperators.GT, -1.0)
        .and(x.compare(VectorOperators.LT, DoubleFunctions.LOG1P_LIMIT))
        .allTrue();
  }

  static DoubleVector log1p(DoubleVector x) {
    LongVector bits = x.add(ONE).reinterpretAsLongs().add(DoubleFunctions.THREE_QUARTERS_TO_ONE);
    DoubleVector scale =
        bits.and(~DoubleFunctions.MANTISSA)
            .neg()
            .add(DoubleFunctions.TWICE_BIAS)
            .reinterpretAsDoubles();
    return log1pReduced(x.mul(scale).sub(ONE.sub(scale)), minusExponent(bits));
  }

  private static DoubleVector minusExponent(LongVector bits) {
    LongVector sum =
        bits.lanewise(VectorOperators.LSHR, DoubleFunctions.MANTISSA_BITS)
            .add(DoubleFunctions.ROUND_BITS);
    return ROUND_BIASED.sub(sum.reinterpretAsDoubles());
  }

  private static DoubleVector log1pReduced(DoubleVector f, DoubleVector minusK) {
    DoubleVector s = f.div(f.add(TWO));
    DoubleVector z = s.mul(s);
    DoubleVector p = L7.fma(z, L6);
    p = p.fma(z, L5);
    p = p.fma(z, L4);
    p = p.fma(z, L3);
    p = p.fma(z, L2);
    p = p.fma(z, L1);
    p = p.fma(z, L0);
    DoubleVector halfSquare = f.mul(HALF).mul(f);
    DoubleVector tail = s.mul(p.fma(z, halfSquare));
    tail = minusK.fma(MINUS_LN2_LOW, tail).sub(halfSquare);
    return minusK.fma(MINUS_LN2, f.add(tail));
  }

  static DoubleVector softplus(DoubleVector x) {
    DoubleVector u = expOfMinusAbs(x);
    VectorMask<Double> large = u.compare(VectorOperators.GE, HALF);
    DoubleVector f = u.blend(u.fma(HALF, MINUS_HALF), large);
    DoubleVector positive = ZERO.blend(x, x.compare(VectorOperators.GT, ZERO));
    return positive.add(log1pReduced(f, ZERO.blend(MINUS_ONE, large)));
  }

  static DoubleVector sigmoid(DoubleVector x) {
    DoubleVector u = expOfMinusAbs(x);
    return ONE.blend(u, x.compare(VectorOperators.LT, ZERO)).div(u.add(ONE));
  }

  private static DoubleVector vector(double value) {
    return DoubleVector.broadcast(D, value);
  }
}
