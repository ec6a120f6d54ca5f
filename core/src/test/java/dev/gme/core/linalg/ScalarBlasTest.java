package dev.gme.core.linalg;

class ScalarBlasTest extends BlasProviderContract {
  @Override
  BlasProvider provider() {
    return new JavaBlas(new ScalarGemm());
  }
}
