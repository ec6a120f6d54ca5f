package dev.gme.cli.audio;

import dev.gme.core.GmeException;

/** Checks numbers that must be at least 1. */
final class Positive {
  private Positive() {}

  static void check(String option, int found) {
    if (found < 1) {
      throw new GmeException(
          option + " must be at least 1, found " + found, "choose a larger number");
    }
  }
}
