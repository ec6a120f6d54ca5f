package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmbedRunTest {
  private static final long GIB = 1L << 30;

  /** Samples as floats, four times: 16,000 · 4 · 4 bytes are 256 kB for a second. */
  @Test
  void memoryOfLongRecordingsIsSaidBefore() {
    double[] seconds = {36_000, 10, 7_200};
    assertThat(EmbedRun.memory(new double[] {4000, 10}, 16_000, 2, 8 * GIB)).isEmpty();
    assertThat(EmbedRun.memory(seconds, 16_000, 1, 16 * GIB))
        .hasValue(
            "Embedding takes up to 8.6 GiB of memory: recordings are heard whole, and the longest"
                + " has 10.0 hours.");
    assertThat(EmbedRun.memory(seconds, 16_000, 2, 8 * GIB).orElseThrow())
        .startsWith("warning: Embedding takes up to 10.3 GiB")
        .contains("this program may use 8.0 GiB");
    assertThat(EmbedRun.memory(new double[0], 16_000, 2, GIB)).isEmpty();
  }
}
