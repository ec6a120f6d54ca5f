package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.frontend.network.Windows.Combine;
import dev.gme.neural.network.Embedding;
import org.junit.jupiter.api.Test;

/** The embeddings of windows become one of the recording. */
class WindowMeanTest {
  private static final float[] THREE_FOUR = {3, 4};
  private static final float[] DOWN = {0, -2};

  @Test
  void weightedByFrames() {
    WindowMean mean = new WindowMean(Combine.MEAN);
    mean.add(Embedding.of(THREE_FOUR), 300);
    mean.add(Embedding.of(DOWN), 100);
    assertThat(mean.embedding().vector()).containsExactly(2.25f, 2.5f);
    assertThat(mean.embedding().variances()).isEmpty();
  }

  @Test
  void varianceOfAMeanOfIndependentVectors() {
    WindowMean mean = new WindowMean(Combine.MEAN);
    mean.add(Embedding.of(THREE_FOUR, new float[] {1, 4}), 100);
    mean.add(Embedding.of(DOWN, new float[] {3, 4}), 100);
    assertThat(mean.embedding().vector()).containsExactly(1.5f, 1);
    assertThat(mean.embedding().variances().orElseThrow()).containsExactly(1, 2);
  }

  /** Of length 1 each, and as a whole; their variances with them. */
  @Test
  void normalized() {
    WindowMean mean = new WindowMean(Combine.NORMALIZED_MEAN);
    mean.add(Embedding.of(THREE_FOUR, new float[] {25, 25}), 100);
    mean.add(Embedding.of(DOWN, new float[] {4, 8}), 100);
    double length = Math.sqrt(0.3 * 0.3 + 0.1 * 0.1);
    float[] v = mean.embedding().vector();
    assertThat(v[0]).isCloseTo((float) (0.3 / length), within(1e-6f));
    assertThat(v[1]).isCloseTo((float) (-0.1 / length), within(1e-6f));
    float[] variances = mean.embedding().variances().orElseThrow();
    assertThat(variances[0]).isCloseTo((float) (0.5 / 0.1), within(1e-4f));
    assertThat(variances[1]).isCloseTo((float) (0.75 / 0.1), within(1e-4f));
  }

  @Test
  void metaEmbeddingsAreMultiplied() {
    for (Combine how : Combine.values()) {
      WindowMean product = new WindowMean(how);
      product.add(Embedding.ofMeta(THREE_FOUR, 0.5), 300);
      product.add(Embedding.ofMeta(DOWN, 0.25), 100);
      assertThat(product.embedding().vector()).as("%s", how).containsExactly(3, 2);
      assertThat(product.embedding().precision()).isEqualTo(0.75);
    }
  }

  @Test
  void oneWindowStaysAsItIs() {
    WindowMean mean = new WindowMean(Combine.MEAN);
    Embedding one = Embedding.of(THREE_FOUR);
    mean.add(one, 7);
    assertThat(mean.embedding()).isSameAs(one);
  }

  @Test
  void whatHasNoMean() {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> new WindowMean(Combine.MEAN).embedding())
        .withMessage("the recording holds no sound");
    WindowMean mean = new WindowMean(Combine.NORMALIZED_MEAN);
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> mean.add(Embedding.of(new float[2]), 1))
        .withMessageContaining("a vector of zeros");
  }
}
