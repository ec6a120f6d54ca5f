package dev.gme.core.linalg;

class NativeLapackTest extends LapackProviderContract {
  @Override
  LapackProvider provider() {
    return new NativeLapack();
  }
}
