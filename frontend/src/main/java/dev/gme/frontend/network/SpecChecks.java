package dev.gme.frontend.network;

/**
 * Checks of the values of a description: for programmers. Who reads values from people adds the
 * place, and the help.
 */
final class SpecChecks {
  private SpecChecks() {}

  static void require(boolean condition, String expected, Object found) {
    if (!condition) {
      throw new IllegalArgumentException("expected " + expected + ", found " + found);
    }
  }

  static void scale(double scale) {
    require(scale > 0 && scale <= 1e9, "a scale above 0", scale);
  }
}
