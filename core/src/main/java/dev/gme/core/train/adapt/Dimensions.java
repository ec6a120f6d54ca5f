package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;

/** What all ways to adapt refuse. */
final class Dimensions {
  private Dimensions() {}

  static void require(int expected, int found) {
    if (found != expected) {
      throw new GmeException(
          "the model takes vectors of dimension " + expected + ", found " + found,
          "use vectors of the kind that the model was trained with");
    }
  }

  /** Refuses a share that is none. */
  static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new GmeException(
          name + " must be from 0 to 1, found " + value, "0 keeps the source, 1 takes all");
    }
  }

  static void requireNotNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new GmeException(
          name + " must be finite and not negative, found " + value, "correct it");
    }
  }
}
