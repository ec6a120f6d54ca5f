package dev.gme.core.score.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.linalg.Simd;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel against plain loops, over ranges that leave all kinds of tails. */
class ScanTest {
  private static final int[] AWKWARD = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, 131};
  private static final int OFF = 3;

  static List<ScanKernels> kernels() {
    return List.of(
        new ScalarScan(), Simd.orScalar("SimdScan", ScanKernels.class, new ScalarScan()));
  }

  @Test
  void theVectorApiIsTested() {
    assertThat(kernels().get(1)).isNotInstanceOf(ScalarScan.class);
  }

  /** Small whole numbers, so that there are ties and all sums are exact; seed 5. */
  private static float[] numbers(int n) {
    Random random = new Random(5);
    float[] x = new float[OFF + n];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextInt(21) - 10;
    }
    return x;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sums(ScanKernels k) {
    for (int n : AWKWARD) {
      float[] x = numbers(n);
      double sum = 0;
      double squares = 0;
      for (int i = OFF; i < x.length; i++) {
        sum += x[i] - 2;
        squares += (x[i] - 2) * (x[i] - 2);
      }
      double[] moments = {1, 2};
      k.addMoments(n, x, OFF, 2, moments);
      assertThat(moments).as("n = %d", n).containsExactly(1 + sum, 2 + squares);
      assertThat(k.sum(n, x, OFF)).isEqualTo(sum + 2 * n);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sumsAreInDouble(ScanKernels k) {
    float[] x = new float[1000];
    Arrays.fill(x, 0.1f);
    x[500] = 1e9f;
    // A plain sum of n doubles is off by n 2^-53 of the sum at most; one of floats by 32 here.
    double bound = 1000 * 0x1p-53 * 1e9;
    assertThat(k.sum(1000, x, 0)).isCloseTo(1e9 + 999 * (double) 0.1f, Offset.offset(bound));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void countsAndFinds(ScanKernels k) {
    for (int n : AWKWARD) {
      float[] x = numbers(n);
      for (float t : new float[] {Float.NEGATIVE_INFINITY, -10, 0, 9.5f, 10, 11}) {
        int[] expected = IntStream.range(0, n).filter(i -> x[OFF + i] >= t).toArray();
        assertThat(k.countAtLeast(n, x, OFF, t)).isEqualTo(expected.length);
        int[] found = new int[n + 1];
        int count = k.findAtLeast(n, x, OFF, t, found);
        assertThat(Arrays.copyOf(found, count)).isEqualTo(expected);
        float[] same = new float[n];
        Arrays.fill(same, t);
        count = k.findAtLeast(n, x, OFF, same, found);
        assertThat(Arrays.copyOf(found, count)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyElementHasItsOwnThreshold(ScanKernels k) {
    for (int hit = 0; hit < 70; hit++) {
      float[] x = new float[70];
      float[] t = new float[70];
      Arrays.fill(t, 1);
      t[hit] = 0;
      int[] found = new int[71];
      assertThat(k.findAtLeast(70, x, 0, t, found)).isOne();
      assertThat(found[0]).isEqualTo(hit);
    }
  }

  static Stream<Float> special() {
    return Stream.of(Float.NEGATIVE_INFINITY, 0f, Float.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @MethodSource("special")
  void nanIsNeverAtLeastAnything(float t) {
    for (ScanKernels k : kernels()) {
      float[] x = new float[40];
      Arrays.fill(x, Float.NaN);
      assertThat(k.countAtLeast(40, x, 0, t)).isZero();
      assertThat(k.findAtLeast(40, x, 0, t, new int[41])).isZero();
    }
  }

  @Test
  void rangesAreChecked() {
    float[] x = new float[5];
    assertThatIllegalArgumentException().isThrownBy(() -> Scan.countAtLeast(4, x, 2, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scan.findAtLeast(5, x, 0, new float[4], new int[6]));
  }
}
