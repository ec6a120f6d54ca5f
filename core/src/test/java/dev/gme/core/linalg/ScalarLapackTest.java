package dev.gme.core.linalg;

class ScalarLapackTest extends LapackProviderContract {
  @Override
  LapackProvider provider() {
    return new JavaLapack(new ScalarGemm());
  }
}
