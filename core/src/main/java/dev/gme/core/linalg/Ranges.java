package dev.gme.core.linalg;

import dev.gme.core.Internal;

/** Checks that ranges lie within arrays, before loops that no longer look. */
@Internal
public final class Ranges {
  private Ranges() {}

  /** Refuses n elements from {@code off} on if an array of that size does not have them. */
  public static void check(String name, int n, int size, int off) {
    if (n < 0 || off < 0 || (long) off + n > size) {
      throw new IllegalArgumentException(
          name + ": " + n + " elements at offset " + off + " do not fit into " + size);
    }
  }
}
