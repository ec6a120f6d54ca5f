package dev.gme.core.math;

import java.math.BigDecimal;
import java.math.MathContext;

/** exp and log with 100 digits, by series: what tests compare doubles with. */
public final class BigMath {
  public static final MathContext DIGITS = new MathContext(100);

  /** e^-2000 has no influence on anything of 100 digits that is added to 1. */
  private static final BigDecimal NEGLIGIBLE = new BigDecimal(-2000);

  private static final BigDecimal TWO = new BigDecimal(2);

  private BigMath() {}

  /** e^x for x up to 700; 0 below −2000. */
  public static BigDecimal exp(BigDecimal x) {
    if (x.compareTo(NEGLIGIBLE) < 0) {
      return BigDecimal.ZERO;
    }
    // e^x = (e^(x/2^20))^(2^20); 20 squarings cost 7 digits, which the working precision has spare.
    int halvings = 20;
    MathContext working = new MathContext(DIGITS.getPrecision() + 10);
    BigDecimal small = x.divide(TWO.pow(halvings), working);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; k <= 32; k++) {
      term = term.multiply(small, working).divide(BigDecimal.valueOf(k), working);
      sum = sum.add(term, working);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, working);
    }
    return sum.round(DIGITS);
  }

  /** ln x for x &gt; 0 in the range of a double. */
  public static BigDecimal log(BigDecimal x) {
    // Halley's iteration for e^y = x triples the digits: from 15 to 45 and 135.
    BigDecimal y = new BigDecimal(Math.log(x.doubleValue()));
    for (int i = 0; i < 2; i++) {
      // e^-y may be too small for exp, e^|y| never is.
      BigDecimal ratio =
          y.signum() >= 0 ? x.divide(exp(y), DIGITS) : x.multiply(exp(y.negate()), DIGITS);
      BigDecimal step =
          ratio.subtract(BigDecimal.ONE).multiply(TWO).divide(ratio.add(BigDecimal.ONE), DIGITS);
      y = y.add(step, DIGITS);
    }
    return y;
  }
}
