package dev.gme.core.score;

/**
 * Interpolation of smooth functions of a precision s at Chebyshev points of log(s + c). With −c the
 * singularity of the functions next to the interval, an interval of any width needs few points.
 */
final class Chebyshev {
  private final double offset;
  private final double[] u;
  private final double[] nodes;

  /** {@code n} points between two values of s. */
  Chebyshev(double lowest, double highest, double offset, int n) {
    this.offset = offset;
    u = new double[n];
    nodes = new double[n];
    double lo = Math.log(lowest + offset);
    double hi = Math.log(highest + offset);
    for (int p = 0; p < n; p++) {
      double t = Math.cos((2 * p + 1) * Math.PI / (2 * n));
      u[p] = lo + (hi - lo) * (t + 1) / 2;
      nodes[p] = Math.exp(u[p]) - offset;
    }
  }

  /**
   * The number of points that interpolate with an error of about {@code accuracy} times the size of
   * the function: it falls by the factor ρ per point, where ρ belongs to the ellipse that reaches
   * to the singularities, at ±πi in the coordinate log(s + c).
   */
  static int points(double lowest, double highest, double offset, double accuracy) {
    double half = Math.log((highest + offset) / (lowest + offset)) / 2;
    if (half < 1e-12) {
      return 1;
    }
    double rho = (Math.PI + Math.sqrt(Math.PI * Math.PI + half * half)) / half;
    return Math.max(1, (int) Math.ceil(Math.log(4 / accuracy) / Math.log(rho)));
  }

  /**
   * The factor on both ends of s + c that gives the interval at least this spread of log(s + c).
   */
  static double widening(double lowest, double highest, double offset, double minSpread) {
    double spread = Math.log((highest + offset) / (lowest + offset));
    return spread >= minSpread ? 1 : Math.exp((minSpread - spread) / 2);
  }

  int size() {
    return u.length;
  }

  double node(int p) {
    return nodes[p];
  }

  /** The weight of each point for the interpolated value at s. */
  void weights(double s, double[] out, int off) {
    double x = Math.log(s + offset);
    for (int p = 0; p < u.length; p++) {
      double w = 1;
      for (int q = 0; q < u.length; q++) {
        if (q != p) {
          w *= (x - u[q]) / (u[p] - u[q]);
        }
      }
      out[off + p] = w;
    }
  }

  /** The derivative of each weight with respect to s. */
  void slopes(double s, double[] out, int off) {
    double x = Math.log(s + offset);
    for (int p = 0; p < u.length; p++) {
      double sum = 0;
      for (int r = 0; r < u.length; r++) {
        if (r != p) {
          double w = 1 / (u[p] - u[r]);
          for (int q = 0; q < u.length; q++) {
            if (q != p && q != r) {
              w *= (x - u[q]) / (u[p] - u[q]);
            }
          }
          sum += w;
        }
      }
      out[off + p] = sum / (s + offset);
    }
  }
}
