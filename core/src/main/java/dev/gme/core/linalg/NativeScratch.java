package dev.gme.core.linalg;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/** Native memory of one thread for operands; each piece grows to the largest it has seen. */
final class NativeScratch {
  private final FloatBuffer[] floats;
  private final DoubleBuffer[] doubles;

  NativeScratch(int pieces) {
    floats = new FloatBuffer[pieces];
    doubles = new DoubleBuffer[pieces];
  }

  FloatBuffer floats(int which, int n) {
    if (floats[which] == null || floats[which].capacity() < n) {
      floats[which] = NativeBuffers.floats(n);
    }
    return floats[which];
  }

  DoubleBuffer doubles(int which, int n) {
    if (doubles[which] == null || doubles[which].capacity() < n) {
      doubles[which] = NativeBuffers.doubles(n);
    }
    return doubles[which];
  }
}
