package dev.gme.neural.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nobody hears of what is done with gme. */
class OnnxRuntimeTest {
  @Test
  void onlyTheVariableKeepsItQuiet() {
    assertThat(OnnxRuntime.isReported(null, "Linux")).isTrue();
    assertThat(OnnxRuntime.isReported("0", "Mac OS X")).isTrue();
    assertThat(OnnxRuntime.isReported("1", "Linux")).isFalse();
    assertThat(OnnxRuntime.isReported(null, "Windows 11")).isFalse();
  }

  @Test
  void testsTellNobody() {
    assertThat(System.getenv(OnnxRuntime.TELEMETRY_VARIABLE)).isEqualTo("1");
  }
}
