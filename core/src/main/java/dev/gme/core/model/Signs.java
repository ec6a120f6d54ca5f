package dev.gme.core.model;

import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * The sign convention of docs/math.md 3.2: in each row the entry of largest magnitude (the first
 * such) is positive.
 */
@Internal
public final class Signs {
  private Signs() {}

  /** The factor +1 or −1 that each row needs. */
  public static double[] ofRows(DoubleMatrix m) {
    double[] signs = new double[m.rows()];
    for (int i = 0; i < signs.length; i++) {
      double largest = 0;
      for (int j = 0; j < m.cols(); j++) {
        if (Math.abs(m.get(i, j)) > Math.abs(largest)) {
          largest = m.get(i, j);
        }
      }
      signs[i] = largest < 0 ? -1 : 1;
    }
    return signs;
  }
}
