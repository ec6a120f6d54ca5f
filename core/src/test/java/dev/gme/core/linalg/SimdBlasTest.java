package dev.gme.core.linalg;

class SimdBlasTest extends BlasProviderContract {
  @Override
  BlasProvider provider() {
    return new JavaBlas(Kernels.simd());
  }
}
