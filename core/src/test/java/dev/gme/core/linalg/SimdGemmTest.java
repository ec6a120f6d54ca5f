package dev.gme.core.linalg;

class SimdGemmTest extends GemmKernelsContract {
  @Override
  GemmKernels kernels() {
    return Kernels.simd();
  }
}
