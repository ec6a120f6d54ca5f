package dev.gme.core.embedding;

import dev.gme.core.math.BigMath;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A meta-embedding straight from the definitions of docs/math.md 1.1, with 100 digits: slow, and
 * right however much cancels.
 */
final class BigGme {
  private static final MathContext DIGITS = BigMath.DIGITS;
  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final BigDecimal TWO = new BigDecimal(2);

  private final BigDecimal[] a;
  private final BigDecimal[][] b;
  private final BigDecimal logScale;

  private BigGme(BigDecimal[] a, BigDecimal[][] b, BigDecimal logScale) {
    this.a = a;
    this.b = b;
    this.logScale = logScale;
  }

  static BigGme of(CanonicalGme f) {
    BigDecimal[] lambda = big(f.lambda());
    BigDecimal[][] b = zeros(lambda.length);
    for (int k = 0; k < lambda.length; k++) {
      b[k][k] = lambda[k].multiply(new BigDecimal(f.b()));
    }
    return new BigGme(big(f.a()), b, new BigDecimal(f.logScale()));
  }

  static BigGme of(GeneralGme f) {
    BigDecimal[][] b = new BigDecimal[f.dimension()][];
    for (int i = 0; i < b.length; i++) {
      b[i] = big(f.b().row(i));
    }
    return new BigGme(big(f.a()), b, new BigDecimal(f.logScale()));
  }

  private static BigDecimal[] big(double[] x) {
    BigDecimal[] out = new BigDecimal[x.length];
    for (int k = 0; k < x.length; k++) {
      out[k] = new BigDecimal(x[k]);
    }
    return out;
  }

  private static BigDecimal[][] zeros(int d) {
    BigDecimal[][] out = new BigDecimal[d][d];
    for (BigDecimal[] row : out) {
      java.util.Arrays.fill(row, BigDecimal.ZERO);
    }
    return out;
  }

  private BigGme pool(BigGme other) {
    int d = a.length;
    BigDecimal[] sumA = new BigDecimal[d];
    BigDecimal[][] sumB = zeros(d);
    for (int i = 0; i < d; i++) {
      sumA[i] = a[i].add(other.a[i]);
      for (int j = 0; j < d; j++) {
        sumB[i][j] = b[i][j].add(other.b[i][j]);
      }
    }
    return new BigGme(sumA, sumB, logScale.add(other.logScale));
  }

  /** s + ½ a'(I+B)⁻¹a − ½ log|I+B| by elimination, whose pivots give the determinant. */
  private BigDecimal big() {
    int d = a.length;
    BigDecimal[] y = a.clone();
    BigDecimal[][] m = zeros(d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        m[i][j] = i == j ? b[i][j].add(BigDecimal.ONE) : b[i][j];
      }
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < d; k++) {
      sum = sum.add(y[k].multiply(y[k]).divide(m[k][k], DIGITS)).subtract(BigMath.log(m[k][k]));
      for (int i = k + 1; i < d; i++) {
        BigDecimal factor = m[i][k].divide(m[k][k], DIGITS);
        y[i] = y[i].subtract(factor.multiply(y[k]), DIGITS);
        for (int j = k; j < d; j++) {
          m[i][j] = m[i][j].subtract(factor.multiply(m[k][j]), DIGITS);
        }
      }
    }
    return logScale.add(sum.multiply(HALF));
  }

  private BigDecimal bigInner(BigGme other) {
    return pool(other).big();
  }

  private BigDecimal bigNorm() {
    return bigInner(this).multiply(HALF);
  }

  private BigDecimal bigCosine(BigGme other) {
    return bigInner(other).subtract(bigNorm()).subtract(other.bigNorm());
  }

  double logExpectation() {
    return big().doubleValue();
  }

  double llr(BigGme other) {
    return bigInner(other).subtract(big()).subtract(other.big()).doubleValue();
  }

  double logNorm() {
    return bigNorm().doubleValue();
  }

  double logCosine(BigGme other) {
    return bigCosine(other).doubleValue();
  }

  /** acos c as atan2(√(1−c²), c): the subtraction has digits to spare here. */
  double angle(BigGme other) {
    BigDecimal c = BigMath.exp(bigCosine(other)).min(BigDecimal.ONE);
    BigDecimal sine = BigDecimal.ONE.subtract(c.multiply(c)).sqrt(DIGITS);
    return Math.atan2(sine.doubleValue(), c.doubleValue());
  }

  /** ½ log( ‖f1‖² + ‖f2‖² − 2⟨f1,f2⟩ ), the larger norm taken out. */
  double logDistance(BigGme other) {
    BigDecimal n1 = bigNorm();
    BigDecimal n2 = other.bigNorm();
    BigDecimal max = n1.max(n2);
    BigDecimal square =
        BigMath.exp(n1.subtract(max).multiply(TWO))
            .add(BigMath.exp(n2.subtract(max).multiply(TWO)))
            .subtract(BigMath.exp(bigInner(other).subtract(max.multiply(TWO))).multiply(TWO));
    return max.add(BigMath.log(square).multiply(HALF)).doubleValue();
  }
}
