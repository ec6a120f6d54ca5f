package dev.gme.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.Simulator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NoiseProfileTest {
  private static double[] uniform(int n, double from, double to, long seed) {
    SeededRandom random = new SeededRandom(seed, 0);
    return IntStream.range(0, n)
        .mapToDouble(i -> from + (to - from) * random.nextDouble())
        .toArray();
  }

  /** Of uniform numbers the share below is known. */
  @Test
  void sharesAreThoseOfTheDistribution() {
    NoiseProfile profile = NoiseProfile.of(uniform(20_000, 0, 1, 1));
    assertThat(profile.shareBelow(uniform(20_000, 0, 1, 2))).isCloseTo(0.5, within(0.02));
    assertThat(profile.shareBelow(new double[] {0.25})).isCloseTo(0.25, within(0.02));
    assertThat(profile.shareBelow(new double[] {2})).isEqualTo(1);
    assertThat(profile.shareBelow(new double[] {-1})).isEqualTo(0);
    // All alike: half of what is equal counts as below.
    NoiseProfile constant = NoiseProfile.of(new double[] {3, 3, 3});
    assertThat(constant.shareBelow(new double[] {3})).isEqualTo(0.5);
  }

  @Test
  void tellsRecordingsThatAreSmallerOrLargerAsAWhole() {
    NoiseProfile profile = NoiseProfile.of(uniform(1000, 10, 20, 1));
    assertThat(profile.isUnlike(uniform(100, 10, 20, 2))).isFalse();
    assertThat(profile.isUnlike(uniform(100, 12, 22, 2))).isFalse();
    assertThat(profile.isUnlike(uniform(100, 25, 30, 2))).isTrue();
    assertThat(profile.isUnlike(uniform(100, 1, 9, 2))).isTrue();
    // Too few to say.
    assertThat(profile.isUnlike(uniform(19, 25, 30, 2))).isFalse();
  }

  @Test
  void isKeptByItsQuantiles() {
    NoiseProfile profile = NoiseProfile.of(uniform(500, 0, 5, 3));
    NoiseProfile same = NoiseProfile.ofQuantiles(profile.quantiles());
    assertThat(same.quantiles()).containsExactly(profile.quantiles());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NoiseProfile.ofQuantiles(new double[] {2, 1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NoiseProfile.ofQuantiles(new double[] {0, Double.NaN}));
  }

  /** q is what b is made of, and does not need a finite ν. */
  @Test
  void qIsThatOfThePrecision() {
    HtPlda truth = ModelRecipe.of(12, 4, 3).draw(1);
    GmeExtractor extractor = truth.extractor();
    DoubleMatrix vectors = new Simulator(truth).draw(200, RecordingCounts.fixed(2), 1).vectors();
    double[] q = extractor.q(vectors);
    double[] b = extractor.extract(vectors).b();
    for (int j = 0; j < q.length; j++) {
      assertThat((3 + 8.0) / (3 + q[j])).isCloseTo(b[j], within(1e-12));
    }
    assertThat(extractor.withNu(Double.POSITIVE_INFINITY).q(vectors)).containsExactly(q);
    assertThat(DoubleStream.of(q).allMatch(x -> x >= 0)).isTrue();
  }
}
