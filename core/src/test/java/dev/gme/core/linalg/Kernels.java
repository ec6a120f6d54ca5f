package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;

/** The kernels under test. */
public final class Kernels {
  private Kernels() {}

  /** Those of the Vector API; a test run without the module would otherwise test nothing. */
  static GemmKernels simd() {
    GemmKernels kernels = Backend.gemmKernels();
    assertThat(kernels.floatLanes()).as("floats in a vector").isGreaterThan(1);
    return kernels;
  }

  /** Products in plain loops. */
  public static BlasProvider scalarBlas() {
    return new JavaBlas(new ScalarGemm());
  }
}
