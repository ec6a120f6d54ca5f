package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SgemmProbeTest {
  @ParameterizedTest
  @CsvSource({"native, OpenBLAS", "java, Java"})
  void multiplies(String provider, String name) {
    float[] a = {1, 2, 3, 4, 5, 6};
    float[] b = {1, 0, 0, 1, 1, 1};
    SgemmProbe probe = SgemmProbe.of(provider, 2, 2, 3, a, b).orElseThrow();
    assertThat(probe.describe()).contains(name);
    assertThat(probe.result()).containsOnly(0);
    probe.run();
    assertThat(probe.result()).containsExactly(4, 5, 10, 11);
  }

  @Test
  void anUnknownProviderIsRefused() {
    assertThatThrownBy(() -> SgemmProbe.of("cuda", 1, 1, 1, new float[1], new float[1]))
        .isInstanceOf(GmeException.class);
  }
}
