package dev.gme.core.linalg;

class ScalarGemmTest extends GemmKernelsContract {
  @Override
  GemmKernels kernels() {
    return new ScalarGemm();
  }
}
