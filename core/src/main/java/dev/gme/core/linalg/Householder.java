package dev.gme.core.linalg;

/** Reflections H = I − tau v v', the building block of the orthogonal reductions in Java. */
final class Householder {
  private Householder() {}

  /**
   * The reflection that maps the n elements x at {@code off} to beta times the unit vector of index
   * {@code pivot}. Overwrites x[pivot] by beta and the others by v, whose element {@code pivot} is
   * 1 and not stored. All |v| are at most 1, and no square overflows or vanishes.
   *
   * @return tau; 0, that is H = I, where x already has the wanted form
   */
  static double reflect(int n, double[] x, int off, int pivot) {
    double alpha = x[off + pivot];
    x[off + pivot] = 0;
    double rest = norm(n, x, off);
    if (rest == 0) {
      x[off + pivot] = alpha;
      return 0;
    }
    double beta = -Math.copySign(Math.hypot(alpha, rest), alpha);
    double v0 = alpha - beta;
    for (int i = 0; i < n; i++) {
      x[off + i] /= v0;
    }
    x[off + pivot] = beta;
    return -v0 / beta;
  }

  /** The Euclidean norm, scaled so that no square overflows or vanishes. */
  static double norm(int n, double[] x, int off) {
    double max = 0;
    for (int i = 0; i < n; i++) {
      max = Math.max(max, Math.abs(x[off + i]));
    }
    if (max == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double s = x[off + i] / max;
      sum += s * s;
    }
    return max * Math.sqrt(sum);
  }

  /**
   * Multiplies all elements by the power of two that brings the largest magnitude into [1, 2), so
   * that products of elements stay within range. Exact but for elements that vanish beside the
   * largest one.
   *
   * @return the exponent to give to {@link Math#scalb} to undo it
   */
  static int scaleToOne(double[] a) {
    double max = 0;
    for (double v : a) {
      max = Math.max(max, Math.abs(v));
    }
    if (max == 0) {
      return 0;
    }
    int exponent = Math.getExponent(max);
    if (exponent != 0) {
      for (int i = 0; i < a.length; i++) {
        a[i] = Math.scalb(a[i], -exponent);
      }
    }
    return exponent;
  }
}
