package dev.gme.core.score.tile;

/** Memory of one thread; grows to what the largest tile needs. */
final class TileWorkspace {
  static final int LEFT = 0;
  static final int RIGHT_PANELS = 1;
  static final int RIGHT_ROWS = 2;
  static final int SCORES = 3;
  static final int GRADIENT = 4;

  private final float[][] floats = new float[5][0];
  private final double[][] doubles = new double[2][0];

  float[] floats(int which, int n) {
    if (floats[which].length < n) {
      floats[which] = new float[n];
    }
    return floats[which];
  }

  double[] doubles(int which, int n) {
    if (doubles[which].length < n) {
      doubles[which] = new double[n];
    }
    return doubles[which];
  }
}
