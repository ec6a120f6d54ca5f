package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every provider of matrix products must do. */
abstract class BlasProviderContract {
  /** Around the widths of vectors, micro-tiles and blocks. */
  private static final int[] SIZES = {
    0, 1, 2, 3, 5, 6, 7, 15, 16, 17, 31, 32, 33, 63, 65, 127, 257, 1025
  };

  private static final float[][] ALPHA_BETA = {{1, 0}, {-0.5f, 1}, {2, 0.25f}, {0, 2}, {-1, -1}};

  private final BlasProvider blas = provider();

  abstract BlasProvider provider();

  @Test
  void describesItself() {
    assertThat(blas.describe()).startsWith("matrix products in ");
  }

  @ParameterizedTest
  @EnumSource
  void multipliesByHand(GemmCase.Form form) {
    double[] a = {1, 2, 3, 4, 5, 6, 7, 8, 10};
    double[] b = {2, 0, 1, -1, 3, 0, 0, 1, -2};
    double[] c = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    // 2 A B + 3 C
    double[] expected = {3, 21, -7, 9, 45, -13, 15, 71, -23};
    assertThat(product(form, Op.NONE, Op.NONE, a, b, c)).containsExactly(expected);
    double[] at = {1, 4, 7, 2, 5, 8, 3, 6, 10};
    double[] bt = {2, -1, 0, 0, 3, 1, 1, 0, -2};
    assertThat(product(form, Op.TRANSPOSE, Op.NONE, at, b, c)).containsExactly(expected);
    assertThat(product(form, Op.NONE, Op.TRANSPOSE, a, bt, c)).containsExactly(expected);
    assertThat(product(form, Op.TRANSPOSE, Op.TRANSPOSE, at, bt, c)).containsExactly(expected);
  }

  private double[] product(GemmCase.Form form, Op opA, Op opB, double[] a, double[] b, double[] c) {
    return form.run(
        blas,
        new GemmCase(
            opA,
            opB,
            3,
            3,
            3,
            2,
            3,
            square(a),
            square(b),
            square(c),
            new double[0],
            new double[0]));
  }

  private static GemmCase.Block square(double[] x) {
    return new GemmCase.Block(x, 0, 3, 3, 3);
  }

  @ParameterizedTest
  @EnumSource
  void multipliesAwkwardSizes(GemmCase.Form form) {
    Random random = new Random(1);
    for (int size : SIZES) {
      check(form, random, size, 33, 17);
      check(form, random, 31, size, 7);
      check(form, random, 17, 5, size);
      if (size <= 127) {
        check(form, random, size, size, size);
      }
    }
    check(form, random, 1, 1, 1025);
    check(form, random, 97, 257, 513);
  }

  /** All transpositions, without and with gaps around the matrices, one pair of factors each. */
  private void check(GemmCase.Form form, Random random, int m, int n, int k) {
    for (Op opA : Op.values()) {
      for (Op opB : Op.values()) {
        for (int slack : new int[] {0, 3}) {
          float[] ab = ALPHA_BETA[random.nextInt(ALPHA_BETA.length)];
          GemmCase g = GemmCase.random(random, opA, opB, m, n, k, ab[0], ab[1], slack);
          g.check(form, form.run(blas, g));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void appliesAllFactors(GemmCase.Form form) {
    Random random = new Random(2);
    for (float[] ab : ALPHA_BETA) {
      for (int k : new int[] {0, 1, 40, 1100}) {
        GemmCase g = GemmCase.random(random, Op.NONE, Op.NONE, 13, 35, k, ab[0], ab[1], 2);
        g.check(form, form.run(blas, g));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void repeatsItself(GemmCase.Form form) {
    GemmCase large = GemmCase.random(new Random(3), Op.NONE, Op.TRANSPOSE, 70, 90, 300, 1, 0, 0);
    GemmCase small = GemmCase.random(new Random(4), Op.NONE, Op.TRANSPOSE, 7, 9, 3, 1, 0, 0);
    double[] first = form.run(blas, large);
    small.check(form, form.run(blas, small));
    assertThat(form.run(blas, large)).isEqualTo(first);
  }
}
