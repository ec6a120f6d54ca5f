package dev.gme.core.embedding;

/** What the factories of this package refuse. */
final class Checks {
  private Checks() {}

  static void length(String name, double[] x, int expected) {
    if (x.length != expected) {
      throw new IllegalArgumentException(
          name + " has " + x.length + " elements, expected " + expected);
    }
  }

  static void finite(String name, double x) {
    if (!Double.isFinite(x)) {
      throw new IllegalArgumentException(name + " must be finite, found " + x);
    }
  }

  static void finite(String name, double[] x) {
    for (int k = 0; k < x.length; k++) {
      if (!Double.isFinite(x[k])) {
        throw new IllegalArgumentException(
            name + " must be finite, found " + x[k] + " at index " + k);
      }
    }
  }

  static void precision(double b) {
    if (!(b >= 0 && b < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("b must be finite and at least 0, found " + b);
    }
  }

  static void lambda(double[] lambda) {
    for (int k = 0; k < lambda.length; k++) {
      if (!(lambda[k] >= 0 && lambda[k] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "lambda must be finite and at least 0, found " + lambda[k] + " at index " + k);
      }
    }
  }
}
