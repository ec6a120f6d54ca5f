package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges, special values, and that an element's place does not change its result. */
class VectorMathTest {
  private static final float INF = Float.POSITIVE_INFINITY;
  private static final float NAN = Float.NaN;

  /** Longer than two vectors of any machine, odd, so that every function also meets a tail. */
  private static final int LENGTH = 131;

  private static final int[] AWKWARD = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, LENGTH};

  static List<MathKernels> kernels() {
    return List.of(new ScalarMath(), Backend.mathKernels());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void specialValues(MathKernels k) {
    check(k, ElementaryFunction.EXP, new float[] {NAN, INF, -INF, 0f, -0f}, NAN, INF, 0, 1, 1);
    check(
        k,
        ElementaryFunction.LOG,
        new float[] {NAN, INF, -INF, 0f, -0f, -1, 1},
        NAN,
        INF,
        NAN,
        -INF,
        -INF,
        NAN,
        0);
    check(
        k,
        ElementaryFunction.LOG1P,
        new float[] {NAN, INF, -INF, 0f, -0f, -1, -2},
        NAN,
        INF,
        NAN,
        0f,
        -0f,
        -INF,
        NAN);
    check(
        k,
        ElementaryFunction.SOFTPLUS,
        new float[] {NAN, INF, -INF, -1000, 1000},
        NAN,
        INF,
        0,
        0,
        1000);
    check(
        k,
        ElementaryFunction.SIGMOID,
        new float[] {NAN, INF, -INF, 0f, -0f, -1000, 1000},
        NAN,
        1,
        0,
        0.5f,
        0.5f,
        0,
        1);
  }

  /** Each value fills whole vectors, then stands alone among ordinary ones. */
  private static void check(MathKernels k, ElementaryFunction f, float[] x, float... expected) {
    for (int i = 0; i < x.length; i++) {
      float[] xs = new float[LENGTH];
      float[] ys = new float[LENGTH];
      double[] xd = new double[LENGTH];
      double[] yd = new double[LENGTH];
      Arrays.fill(xs, x[i]);
      Arrays.fill(xd, x[i]);
      f.floats().apply(k, LENGTH, xs, 0, ys, 0);
      f.doubles().apply(k, LENGTH, xd, 0, yd, 0);
      assertThat(ys).as("%s(%s)", f, x[i]).containsOnly(expected[i]);
      assertThat(yd).as("%s(%s)", f, x[i]).containsOnly(expected[i]);

      Arrays.fill(xs, 0.5f);
      Arrays.fill(xd, 0.5);
      xs[3] = x[i];
      xd[3] = x[i];
      f.floats().apply(k, LENGTH, xs, 0, ys, 0);
      f.doubles().apply(k, LENGTH, xd, 0, yd, 0);
      assertThat(ys[3]).as("%s(%s)", f, x[i]).isEqualTo(Float.valueOf(expected[i]));
      assertThat(yd[3]).as("%s(%s)", f, x[i]).isEqualTo(Double.valueOf(expected[i]));
      assertThat((double) ys[2]).isEqualTo(f.strict().applyAsDouble(0.5), within(f));
      assertThat(yd[4]).isEqualTo(f.strict().applyAsDouble(0.5), within(f));
    }
  }

  private static Offset<Double> within(ElementaryFunction f) {
    return Offset.offset(f.floatBound() * 0x1p-23);
  }

  @Test
  void underflowIsGradual() {
    float[] x = {-88, -100, -103.9f, -104.1f};
    float[] y = new float[4];
    VectorMath.softplus(4, x, 0, y, 0);
    assertThat(y)
        .containsExactly((float) StrictMath.exp(-88), 27 * Float.MIN_VALUE, Float.MIN_VALUE, 0f);
    VectorMath.sigmoid(4, x, 0, y, 0);
    assertThat(y)
        .containsExactly((float) StrictMath.exp(-88), 27 * Float.MIN_VALUE, Float.MIN_VALUE, 0f);
  }

  @ParameterizedTest
  @MethodSource("dev.gme.core.linalg.ElementaryFunction#all")
  void neitherLengthNorOffsetNorOverwritingChangesAResult(ElementaryFunction f) {
    Random random = new Random(11);
    MathKernels k = Backend.mathKernels();
    float[] x = new float[2 * LENGTH];
    double[] xd = new double[2 * LENGTH];
    for (int i = 0; i < x.length; i++) {
      // Mostly positive, some tiny: all functions are met inside and outside their usual domain.
      xd[i] = random.nextInt(20) == 0 ? Double.MIN_VALUE : 3 + 8 * random.nextGaussian();
      x[i] = (float) xd[i];
    }
    float[] expected = new float[x.length];
    double[] expectedD = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      f.floats().apply(k, 1, x, i, expected, i);
      f.doubles().apply(k, 1, xd, i, expectedD, i);
    }
    for (int n : AWKWARD) {
      for (int off = 0; off < 5; off++) {
        float[] y = x.clone();
        double[] yd = xd.clone();
        f.floats().apply(k, n, y, off, y, off);
        f.doubles().apply(k, n, yd, off, yd, off);
        assertRange(y, n, off, expected, x);
        assertRange(yd, n, off, expectedD, xd);

        Arrays.fill(y, -7);
        Arrays.fill(yd, -7);
        f.floats().apply(k, n, x, off, y, 1);
        f.doubles().apply(k, n, xd, off, yd, 1);
        assertThat(Arrays.equals(y, 1, 1 + n, expected, off, off + n)).isTrue();
        assertThat(Arrays.equals(yd, 1, 1 + n, expectedD, off, off + n)).isTrue();
        assertThat(y[0]).isEqualTo(-7);
        assertThat(y[n + 1]).isEqualTo(-7);
        assertThat(yd[0]).isEqualTo(-7);
        assertThat(yd[n + 1]).isEqualTo(-7);
      }
    }
  }

  private static void assertRange(float[] y, int n, int off, float[] inside, float[] outside) {
    assertThat(Arrays.equals(y, off, off + n, inside, off, off + n)).isTrue();
    assertThat(Arrays.equals(y, 0, off, outside, 0, off)).isTrue();
    assertThat(Arrays.equals(y, off + n, y.length, outside, off + n, y.length)).isTrue();
  }

  private static void assertRange(double[] y, int n, int off, double[] inside, double[] outside) {
    assertThat(Arrays.equals(y, off, off + n, inside, off, off + n)).isTrue();
    assertThat(Arrays.equals(y, 0, off, outside, 0, off)).isTrue();
    assertThat(Arrays.equals(y, off + n, y.length, outside, off + n, y.length)).isTrue();
  }

  @Test
  void eachPublicMethodIsItsFunction() {
    assertAtOneHalf(VectorMath::exp, VectorMath::exp, 1.6487212707001282);
    assertAtOneHalf(VectorMath::log, VectorMath::log, -0.6931471805599453);
    assertAtOneHalf(VectorMath::log1p, VectorMath::log1p, 0.4054651081081644);
    assertAtOneHalf(VectorMath::softplus, VectorMath::softplus, 0.9740769841801067);
    assertAtOneHalf(VectorMath::sigmoid, VectorMath::sigmoid, 0.6224593312018546);
  }

  private interface OfFloats {
    void apply(int n, float[] x, int xOff, float[] y, int yOff);
  }

  private interface OfDoubles {
    void apply(int n, double[] x, int xOff, double[] y, int yOff);
  }

  private static void assertAtOneHalf(OfFloats floats, OfDoubles doubles, double expected) {
    float[] y = new float[1];
    double[] yd = new double[1];
    floats.apply(1, new float[] {0.5f}, 0, y, 0);
    doubles.apply(1, new double[] {0.5}, 0, yd, 0);
    assertThat(y[0]).isCloseTo((float) expected, Offset.offset(3e-7f));
    assertThat(yd[0]).isCloseTo(expected, Offset.offset(5e-16));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 4, Integer.MAX_VALUE})
  void aRangeThatDoesNotFitIsRefused(int off) {
    float[] five = new float[5];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VectorMath.exp(2, five, off, new float[2], 0))
        .withMessage("x: 2 elements at offset " + off + " do not fit into 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VectorMath.log(2, new double[2], 0, new double[5], off))
        .withMessage("y: 2 elements at offset " + off + " do not fit into 5");
  }

  @Test
  void rangesThatOverlapPartlyAreRefused() {
    float[] x = new float[10];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VectorMath.sigmoid(5, x, 0, x, 4))
        .withMessage("x and y overlap: 5 elements at offsets 0 and 4");
    VectorMath.sigmoid(5, x, 0, x, 5);
    assertThat(x).containsExactly(0, 0, 0, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 33, 100})
  void theLogisticLossIsItsParts(int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (i - n / 2) * 0.9f;
    }
    float[] expectedV = new float[n];
    for (int i = 0; i < n; i++) {
      expectedV[i] = Math.fma(1.5f, x[i], -0.25f);
    }
    float[] softplus = new float[n];
    float[] sigmoid = new float[n];
    float[] notBelow = new float[n];
    for (int i = 0; i < n; i++) {
      notBelow[i] = Math.max(-40, expectedV[i]);
    }
    VectorMath.softplus(n, notBelow, 0, softplus, 0);
    VectorMath.sigmoid(n, notBelow, 0, sigmoid, 0);
    for (int i = 0; i < n; i++) {
      sigmoid[i] *= 0.125f;
    }
    for (MathKernels kernels : List.of(new ScalarMath(), Backend.mathKernels())) {
      float[] v = new float[n];
      float[] y = new float[n];
      float[] slope = new float[n + 5];
      Arrays.fill(slope, 7);
      System.arraycopy(x, 0, slope, 3, n);
      kernels.logistic(n, slope, 3, 1.5f, -0.25f, 0.125f, v, y);
      assertThat(v).isEqualTo(expectedV);
      assertThat(y).isEqualTo(softplus);
      assertThat(Arrays.copyOfRange(slope, 3, 3 + n)).isEqualTo(sigmoid);
      assertThat(List.of(slope[0], slope[1], slope[2], slope[n + 3], slope[n + 4]))
          .containsOnly(7f);
    }
  }
}
