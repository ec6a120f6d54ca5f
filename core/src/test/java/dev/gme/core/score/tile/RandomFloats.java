package dev.gme.core.score.tile;

import java.util.Random;

/** Operands for tests of kernels. */
final class RandomFloats {
  private RandomFloats() {}

  /** So many numbers between centre − ½ and centre + ½. */
  static float[] floats(int n, long seed, float centre) {
    Random random = new Random(seed);
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = random.nextFloat() - 0.5f + centre;
    }
    return out;
  }
}
