package dev.gme.core.linalg;

class SimdLapackTest extends LapackProviderContract {
  @Override
  LapackProvider provider() {
    return new JavaLapack(Kernels.simd());
  }
}
