package dev.gme.core.linalg;

import dev.gme.core.Internal;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/**
 * Sums over the lanes of a vector, by halves. {@code reduceLanes} promises no order, and newer JDKs
 * take another one once a method has been compiled, so the same sum could change within a run.
 */
@Internal
public final class LaneSum {
  private LaneSum() {}

  /** The sum of floats. */
  public static float of(FloatVector v) {
    float[] x = new float[v.length()];
    v.intoArray(x, 0);
    for (int half = x.length / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        x[i] += x[i + half];
      }
    }
    return x[0];
  }

  /** The sum of doubles. */
  public static double of(DoubleVector v) {
    double[] x = new double[v.length()];
    v.intoArray(x, 0);
    for (int half = x.length / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        x[i] += x[i + half];
      }
    }
    return x[0];
  }
}
