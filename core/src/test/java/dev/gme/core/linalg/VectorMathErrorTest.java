package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The stated error bounds hold, and vector and scalar code agree to the bit on the same points. */
class VectorMathErrorTest {
  /** Every 1009th bit pattern of a float: a prime, so that all low bits occur. */
  private static final int STRIDE = 1009;

  private static final long SEED = 20240607;

  /** Where reductions, limits and branches change. */
  private static final double[] BOUNDARIES = {
    0,
    0.25,
    1.0 / 3,
    0.5,
    Math.sqrt(0.5),
    0.75,
    1,
    Math.sqrt(2),
    1.5,
    2,
    Math.E,
    Math.log(2),
    0.5 * Math.log(2),
    1.5 * Math.log(2),
    16,
    17,
    36,
    37,
    87,
    88,
    88.72283905206835,
    103.27892990343184,
    103.97207708399179,
    104,
    708,
    708.3964185322641,
    709.782712893384,
    744.4400719213812,
    745.1332191019412,
    746,
    0x1p24,
    0x1p53,
    0x1p100,
    0x1p1000,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE
  };

  private static final float[] FLOATS = floats();
  private static final double[] DOUBLES = doubles();

  @ParameterizedTest
  @MethodSource("dev.gme.core.linalg.ElementaryFunction#all")
  void floatErrorIsWithinTheStatedBound(ElementaryFunction f) {
    float[] y = new float[FLOATS.length];
    f.floats().apply(new ScalarMath(), y.length, FLOATS, 0, y, 0);

    double worst = 0;
    float worstAt = Float.NaN;
    for (int i = 0; i < y.length; i++) {
      double error = error(y[i], f.strict().applyAsDouble(FLOATS[i]));
      if (error > worst) {
        worst = error;
        worstAt = FLOATS[i];
      }
    }
    assertThat(worst).as("error in ulps, at x = %s", worstAt).isLessThanOrEqualTo(f.floatBound());
  }

  @ParameterizedTest
  @MethodSource("dev.gme.core.linalg.ElementaryFunction#all")
  void doubleErrorIsWithinTheStatedBound(ElementaryFunction f) {
    double[] x = Arrays.stream(DOUBLES).filter(v -> v > f.from() && v < f.to()).toArray();
    double[] y = new double[x.length];
    f.doubles().apply(new ScalarMath(), y.length, x, 0, y, 0);

    assertThat(x).hasSizeGreaterThan(15_000);
    double worst = 0;
    double worstAt = Double.NaN;
    for (int i = 0; i < y.length; i++) {
      double error = error(y[i], f.exact().apply(new BigDecimal(x[i])));
      if (error > worst) {
        worst = error;
        worstAt = x[i];
      }
    }
    assertThat(worst).as("error in ulps, at x = %s", worstAt).isLessThanOrEqualTo(f.doubleBound());
  }

  @ParameterizedTest
  @MethodSource("dev.gme.core.linalg.ElementaryFunction#all")
  void vectorsGiveTheBitsOfScalars(ElementaryFunction f) {
    MathKernels scalar = new ScalarMath();
    MathKernels vector = Backend.mathKernels();
    assertThat(vector).as("tests run with the Vector API").isNotInstanceOf(ScalarMath.class);

    float[] floats = new float[FLOATS.length];
    float[] expectedFloats = new float[FLOATS.length];
    f.floats().apply(vector, floats.length, FLOATS, 0, floats, 0);
    f.floats().apply(scalar, floats.length, FLOATS, 0, expectedFloats, 0);
    assertThat(Arrays.mismatch(floats, expectedFloats)).isEqualTo(-1);

    double[] doubles = new double[DOUBLES.length];
    double[] expectedDoubles = new double[DOUBLES.length];
    f.doubles().apply(vector, doubles.length, DOUBLES, 0, doubles, 0);
    f.doubles().apply(scalar, doubles.length, DOUBLES, 0, expectedDoubles, 0);
    assertThat(Arrays.mismatch(doubles, expectedDoubles)).isEqualTo(-1);
  }

  /** Digits from tables, so that the truth itself is not taken on trust. */
  @Test
  void theTruthIsTrue() {
    BigDecimal e = new BigDecimal("2.718281828459045235360287471352662497757");
    BigDecimal ln2 = new BigDecimal("0.6931471805599453094172321214581765680755");
    BigDecimal tolerance = new BigDecimal("1e-36");

    assertThat(BigMath.exp(BigDecimal.ONE).subtract(e).abs()).isLessThan(tolerance);
    assertThat(BigMath.log(BigDecimal.valueOf(2)).subtract(ln2).abs()).isLessThan(tolerance);
    assertThat(BigMath.log1p(BigDecimal.ONE).subtract(ln2).abs()).isLessThan(tolerance);
    assertThat(BigMath.softplus(BigDecimal.ZERO).subtract(ln2).abs()).isLessThan(tolerance);
    BigDecimal tiny = new BigDecimal("1e-30");
    assertThat(
            BigMath.log1p(tiny)
                .subtract(new BigDecimal("0.9999999999999999999999999999995e-30"))
                .abs())
        .isLessThan(new BigDecimal("1e-65"));
  }

  /** In units in the last place of the truth; 0 where both are the same infinity or NaN. */
  private static double error(float y, double truth) {
    float rounded = (float) truth;
    if (!Float.isFinite(y) || !Float.isFinite(rounded)) {
      return Float.compare(y, rounded) == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return Math.abs(y - truth) / Math.ulp(rounded);
  }

  private static double error(double y, BigDecimal truth) {
    double rounded = truth.doubleValue();
    if (!Double.isFinite(y) || !Double.isFinite(rounded)) {
      return y == rounded ? 0 : Double.POSITIVE_INFINITY;
    }
    BigDecimal ulp = new BigDecimal(Math.ulp(rounded));
    return new BigDecimal(y).subtract(truth).divide(ulp, MathContext.DECIMAL32).abs().doubleValue();
  }

  private static float[] floats() {
    int strided = (int) ((1L << 32) / STRIDE);
    float[] x = new float[strided + 14 * BOUNDARIES.length];
    for (int i = 0; i < strided; i++) {
      x[i] = Float.intBitsToFloat(i * STRIDE);
    }
    int i = strided;
    for (double boundary : BOUNDARIES) {
      for (int ulps = -3; ulps <= 3; ulps++) {
        float near = Float.intBitsToFloat(Float.floatToIntBits((float) boundary) + ulps);
        x[i++] = near;
        x[i++] = -near;
      }
    }
    return x;
  }

  private static double[] doubles() {
    Random random = new Random(SEED);
    DoubleStream.Builder x = DoubleStream.builder();
    for (double boundary : BOUNDARIES) {
      for (int ulps = -3; ulps <= 3; ulps++) {
        double near = Double.longBitsToDouble(Double.doubleToLongBits(boundary) + ulps);
        x.add(near).add(-near);
      }
    }
    for (int i = 0; i < 3500; i++) {
      double uniform = 2 * random.nextDouble() - 1;
      double magnitude = StrictMath.pow(2, random.nextDouble() * 2098 - 1074);
      double closeness = StrictMath.pow(2, -53 * random.nextDouble());
      x.add(750 * uniform).add(40 * uniform).add(2 * uniform).add(uniform);
      x.add(magnitude).add(-magnitude);
      x.add(1 + closeness).add(1 - closeness).add(-1 + closeness);
    }
    return x.build().toArray();
  }
}
