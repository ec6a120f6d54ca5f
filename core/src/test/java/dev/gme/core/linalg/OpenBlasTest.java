package dev.gme.core.linalg;

class OpenBlasTest extends BlasProviderContract {
  @Override
  BlasProvider provider() {
    return new OpenBlas();
  }
}
