package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;

class BackendTest {
  @Test
  void theProviderCanBeForced() {
    assertThat(Backend.chooseBlas("java")).isInstanceOf(JavaBlas.class);
    assertThat(Backend.chooseBlas("JAVA")).isInstanceOf(JavaBlas.class);
    assertThat(Backend.chooseBlas("native")).isInstanceOf(OpenBlas.class);
    assertThat(Backend.chooseBlas("required")).isInstanceOf(OpenBlas.class);
    assertThat(Backend.chooseLapack("required", true)).isInstanceOf(NativeLapack.class);
    assertThat(Backend.chooseLapack(null, false)).isInstanceOf(JavaLapack.class);
  }

  @Test
  void theDefaultIsNativeWhereItsLibraryIs() {
    assertThat(Backend.chooseBlas(null)).isInstanceOf(OpenBlas.class);
    assertThat(Backend.chooseBlas("")).isInstanceOf(OpenBlas.class);
  }

  @Test
  void aWrongWishIsRefused() {
    assertThatThrownBy(() -> Backend.chooseBlas("cuda"))
        .isInstanceOf(GmeException.class)
        .hasMessage("gme.blas must be 'native', 'required' or 'java', found 'cuda'");
  }

  @Test
  void whatWasAskedForAndCannotBeLoadedIsRefusedEachTime() {
    Backend.Chosen<Object> chosen =
        Backend.Chosen.of(
            () ->
                Backend.load(
                    "required",
                    () -> {
                      throw new UnsatisfiedLinkError("no jniopenblas");
                    }));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(chosen::get)
          .isInstanceOf(GmeException.class)
          .hasMessage("gme.blas is 'required', but OpenBLAS could not be loaded (no jniopenblas)");
    }
  }

  @Test
  void productsAndFactorizationsComeFromTheSamePlace() {
    boolean java = "java".equals(System.getProperty(Backend.BLAS_PROPERTY));
    assertThat(Backend.isNative()).isEqualTo(!java);
    assertThat(Backend.blas()).isInstanceOf(java ? JavaBlas.class : OpenBlas.class);
    assertThat(Backend.lapack()).isInstanceOf(java ? JavaLapack.class : NativeLapack.class);
    assertThat(Backend.describe())
        .startsWith(
            java ? "matrix products in Java with the Vector API" : "matrix products in OpenBLAS")
        .contains("elementary functions by the Vector API, ")
        .endsWith(" bits");
  }

  @Test
  void plainLoopsSaySo() {
    assertThat(new JavaBlas(new ScalarGemm()).describe())
        .isEqualTo("matrix products in plain Java");
  }
}
