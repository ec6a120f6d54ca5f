package dev.gme.core.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Means are accepted within 5.7 of their standard errors, which chance exceeds once in 8e7; a test
 * here looks at up to 100 of them, the seeds are fixed.
 */
@ExtendWith(RestoresThreads.class)
class SimulatorTest {
  private static final double GAUSS = Double.POSITIVE_INFINITY;
  private static final int N = 100_000;
  private static final double ERRORS = 5.7;

  /** Fourth moments of the noise, hence standard errors of the covariance, need nu above 8. */
  @ParameterizedTest
  @ValueSource(doubles = {10, 40, GAUSS})
  void meanAndCovariance(double nu) {
    HtPlda model = ModelRecipe.of(5, 2, nu).draw(1);
    DoubleMatrix r = new Simulator(model).draw(N, RecordingCounts.fixed(1), 2).vectors();
    DoubleMatrix x = r.minusFromRows(model.mean());
    double inflation = nu == GAUSS ? 1 : nu / (nu - 2);
    DoubleMatrix expected =
        model.f().outerGram().plus(Cholesky.of(model.w()).inverse().times(inflation));
    for (int i = 0; i < 5; i++) {
      int row = i;
      assertMean(N, n -> x.get(n, row), 0);
      for (int j = 0; j <= i; j++) {
        int col = j;
        assertMean(N, n -> x.get(n, row) * x.get(n, col), expected.get(i, j));
      }
    }
  }

  /** With the hidden truth known, what remains is white. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 2, 8, GAUSS})
  void noiseIsWhiteGivenTheTruth(double nu) {
    HtPlda model = ModelRecipe.of(5, 2, nu).draw(3);
    SimulatedDatabase data = new Simulator(model).draw(N / 4, RecordingCounts.fixed(4), 4);
    int[] speakers = data.speakers();
    double[] tau = data.tau();
    DoubleMatrix centres = data.z().selectRows(speakers).timesTranspose(model.f());
    DoubleMatrix noise = data.vectors().minus(centres).minusFromRows(model.mean());
    DoubleMatrix white =
        noise
            .scaleRows(Arrays.stream(tau).map(Math::sqrt).toArray())
            .times(Cholesky.of(model.w()).factor());
    assertStandard(white);
    for (int i = 0; i < 5; i++) {
      int column = i;
      // Noise does not follow the speaker.
      assertMean(N, n -> white.get(n, column) * data.z().get(speakers[n], 0), 0);
    }
  }

  /** The columns of N rows have mean 0 and covariance I. */
  private static void assertStandard(DoubleMatrix x) {
    for (int i = 0; i < x.cols(); i++) {
      int first = i;
      assertMean(N, n -> x.get(n, first), 0);
      for (int j = 0; j <= i; j++) {
        int second = j;
        assertMean(N, n -> x.get(n, first) * x.get(n, second), i == j ? 1 : 0);
      }
    }
  }

  @Test
  void speakersAreStandardNormal() {
    assertStandard(
        new Simulator(ModelRecipe.of(5, 3, 2).draw(5)).draw(N, RecordingCounts.fixed(1), 6).z());
  }

  /** E τ = 1, var τ = 2/ν, E log τ = ψ(ν/2) − log(ν/2). */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1, 2, 5, 30, 1000})
  void tau(double nu) {
    double[] tau =
        new Simulator(ModelRecipe.of(2, 1, nu).draw(7)).draw(N, RecordingCounts.fixed(1), 8).tau();
    assertThat(Arrays.stream(tau)).hasSize(N).allMatch(t -> t > 0 && t < GAUSS);
    assertMean(N, n -> tau[n], 1);
    if (nu >= 0.5) { // below, the squares are too skewed for the standard error to mean much
      assertMean(N, n -> (tau[n] - 1) * (tau[n] - 1), 2 / nu);
    }
    assertMean(N, n -> Math.log(tau[n]), SpecialFunctions.digamma(nu / 2) - Math.log(nu / 2));
  }

  @Test
  void gaussianNoiseHasTauOne() {
    SimulatedDatabase data =
        new Simulator(ModelRecipe.of(3, 1, GAUSS).draw(1)).draw(4, RecordingCounts.fixed(2), 1);
    assertThat(data.tau()).containsOnly(1);
  }

  @Test
  void recordingsOfSpeakers() {
    Simulator simulator = new Simulator(ModelRecipe.of(3, 1, 2).draw(1));
    int speakers = 30_000;
    int[] labels = simulator.draw(speakers, RecordingCounts.between(2, 5), 9).speakers();
    assertThat(labels).isSorted();
    int[] count = new int[speakers];
    for (int l : labels) {
      count[l]++;
    }
    for (int size = 2; size <= 5; size++) {
      int wanted = size;
      assertMean(speakers, s -> count[s] == wanted ? 1 : 0, 0.25);
    }
    assertThat(Arrays.stream(count)).allMatch(c -> c >= 2 && c <= 5);

    assertThat(simulator.draw(3, RecordingCounts.fixed(2), 1).speakers())
        .containsExactly(0, 0, 1, 1, 2, 2);
    SimulatedDatabase none = simulator.draw(0, RecordingCounts.fixed(2), 1);
    assertThat(none.vectors().rows()).isZero();
    assertThat(none.z().rows()).isZero();
  }

  /** More speakers of one seed begin with the same speakers. */
  @Test
  void speakersDoNotDependOnHowManyFollow() {
    Simulator simulator = new Simulator(ModelRecipe.of(4, 2, 2).draw(1));
    DoubleMatrix few = simulator.draw(3, RecordingCounts.between(1, 4), 5).vectors();
    DoubleMatrix many = simulator.draw(30, RecordingCounts.between(1, 4), 5).vectors();
    assertThat(many.rowRange(0, few.rows())).isEqualTo(few);
    assertThat(simulator.draw(3, RecordingCounts.between(1, 4), 6).vectors()).isNotEqualTo(few);
  }

  /**
   * One seed, the same bytes on every machine, JDK, BLAS and thread count. The digests were taken
   * from the first version; a change of them changes everybody's simulated data.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sameBytesForAnyNumberOfThreads(int threads) {
    Workers.setThreads(threads);
    HtPlda model = ModelRecipe.of(20, 5, 2).draw(1);
    SimulatedDatabase data = new Simulator(model).draw(100, RecordingCounts.between(1, 6), 2);
    assertThat(sha256(model.mean(), model.f().array(), model.w().array()))
        .isEqualTo("1773d8f8bfd0be61d7c28c821bc3ea2a63e0706b1bb0a758ac3791529a17dad1");
    assertThat(sha256(data.vectors().array()))
        .isEqualTo("665b924fcde9ab32a7d1c7074f975afadd6e5bab19db0a315045ff747fab850a");
    assertThat(sha256(data.z().array(), data.tau()))
        .isEqualTo("5979598290c5e32e19f807799e6e4477a3c855ce3ed7735872398a0691d68caa");
  }

  private static String sha256(double[]... arrays) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (double[] x : arrays) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * x.length);
        bytes.asDoubleBuffer().put(x);
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusals() {
    HtPlda tooWild = ModelRecipe.of(3, 1, 0.09).draw(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Simulator(tooWild))
        .withMessage("simulation needs nu of at least 0.1, found 0.09");
    Simulator simulator = new Simulator(ModelRecipe.of(3, 1, 2).draw(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> simulator.draw(-1, RecordingCounts.fixed(1), 1))
        .withMessage("the number of speakers must not be negative, found -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordingCounts.fixed(0))
        .withMessageContaining("must be at least 1 and the limits in order, found 0 to 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordingCounts.between(3, 2))
        .withMessageContaining("found 3 to 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PlainAlgebra.inverseCholesky(new double[] {1, 2, 2, 1}, 2))
        .withMessage("not positive definite: pivot 1 is -3.0");
  }

  /** The mean of n independent values is the expected one, by their own standard error. */
  private static void assertMean(int n, IntToDoubleFunction value, double expected) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double difference = value.applyAsDouble(i) - expected;
      sum += difference;
      squares += difference * difference;
    }
    double mean = sum / n;
    double error = Math.sqrt((squares / n - mean * mean) / n);
    assertThat(mean).isCloseTo(0, offset(ERRORS * error));
  }
}
