package dev.gme.core.linalg;

import java.math.BigDecimal;
import java.math.MathContext;

/** Elementary functions to more than thirty digits, as the truth for those of double precision. */
final class BigMath {
  private static final MathContext MC = new MathContext(40);

  /**
   * For e^x to 40 digits x must be known to 40 digits after the point, and |x| is at most 1000
   * here.
   */
  private static final MathContext WIDE = new MathContext(45);

  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal SMALL = new BigDecimal("0.01");

  /** Terms of a series below this, relative to a sum near 1, do not count. */
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-45");

  private BigMath() {}

  /** Taylor's series of x / 2^14, squared fourteen times. */
  static BigDecimal exp(BigDecimal x) {
    int halvings = 14;
    BigDecimal r = x.divide(TWO.pow(halvings), WIDE);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int k = 1; term.abs().compareTo(NEGLIGIBLE) > 0; k++) {
      term = term.multiply(r, WIDE).divide(BigDecimal.valueOf(k), WIDE);
      sum = sum.add(term, WIDE);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, WIDE);
    }
    return sum.round(MC);
  }

  /** One step of Halley's iteration from the double nearby, which triples its digits. */
  static BigDecimal log(BigDecimal x) {
    BigDecimal minusOne = x.subtract(BigDecimal.ONE);
    if (minusOne.abs().compareTo(SMALL) < 0) {
      return log1p(minusOne);
    }
    BigDecimal guess = new BigDecimal(StrictMath.log(x.doubleValue()));
    BigDecimal e = exp(guess);
    BigDecimal step = TWO.multiply(x.subtract(e, MC)).divide(x.add(e, MC), MC);
    return guess.add(step, MC);
  }

  /** Accurate relative to the result, however small x is. */
  static BigDecimal log1p(BigDecimal x) {
    if (x.abs().compareTo(SMALL) >= 0) {
      return log(x.add(BigDecimal.ONE));
    }
    // 2 artanh s = 2 (s + s³/3 + …)
    BigDecimal s = x.divide(x.add(TWO, MC), MC);
    BigDecimal z = s.multiply(s, MC);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal power = z;
    for (int k = 3; power.compareTo(NEGLIGIBLE) > 0; k += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(k), MC), MC);
      power = power.multiply(z, MC);
    }
    return TWO.multiply(s).multiply(sum, MC);
  }

  static BigDecimal softplus(BigDecimal x) {
    return x.max(BigDecimal.ZERO).add(log1p(exp(x.abs().negate())), MC);
  }

  static BigDecimal sigmoid(BigDecimal x) {
    BigDecimal u = exp(x.abs().negate());
    return (x.signum() < 0 ? u : BigDecimal.ONE).divide(BigDecimal.ONE.add(u, MC), MC);
  }
}
