package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;

class SimdTest {
  @Test
  void theVectorApiCanBeSwitchedOffButNotMisspelt() {
    assertThat(Simd.isOff(null)).isFalse();
    assertThat(Simd.isOff("")).isFalse();
    assertThat(Simd.isOff("OFF")).isTrue();
    assertThatThrownBy(() -> Simd.isOff("of"))
        .isInstanceOf(GmeException.class)
        .hasMessage("gme.simd must be 'off', found 'of'");
  }

  @Test
  void aMissingImplementationFallsBackToTheScalarOne() {
    GemmKernels scalar = new ScalarGemm();
    assertThat(Simd.orScalar("NoSuchClass", GemmKernels.class, scalar)).isSameAs(scalar);
  }
}
