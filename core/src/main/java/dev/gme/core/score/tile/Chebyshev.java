package dev.gme.core.score.tile;

import dev.gme.core.linalg.VectorMath;

/**
 * Interpolation of smooth functions of a precision s at Chebyshev points of t = log(s + c). With −c
 * the singularity of the functions next to the interval, an interval of any width needs few points.
 */
final class Chebyshev {
  private final double offset;
  final double lowest;
  final double highest;
  private final double[] nodes;
  final Lagrange lagrange;

  /** {@code n} points between two values of s. */
  Chebyshev(double lowest, double highest, double offset, int n) {
    this.lowest = lowest;
    this.highest = highest;
    this.offset = offset;
    double[] u = new double[n];
    nodes = new double[n];
    double lo = Math.log(lowest + offset);
    double hi = Math.log(highest + offset);
    for (int p = 0; p < n; p++) {
      double t = Math.cos((2 * p + 1) * Math.PI / (2 * n));
      u[p] = lo + (hi - lo) * (t + 1) / 2;
      nodes[p] = Math.exp(u[p]) - offset;
    }
    lagrange = new Lagrange(u);
  }

  /**
   * Between two values of s, with so many points that the error is about {@code accuracy} times the
   * size of the function: it falls by the factor ρ per point, where ρ belongs to the ellipse that
   * reaches to the singularities, at ±πi in the coordinate t.
   *
   * @param minSpread the points are spread over at least this much of t
   */
  static Chebyshev over(
      double lowest, double highest, double offset, double minSpread, double accuracy) {
    double spread = Math.log((highest + offset) / (lowest + offset));
    double widening = spread >= minSpread ? 1 : Math.exp((minSpread - spread) / 2);
    double lo = (lowest + offset) / widening - offset;
    double hi = (highest + offset) * widening - offset;
    return new Chebyshev(lo, hi, offset, points(Math.max(spread, minSpread) / 2, accuracy));
  }

  private static int points(double half, double accuracy) {
    if (half < 1e-12) {
      return 1;
    }
    double rho = (Math.PI + Math.sqrt(Math.PI * Math.PI + half * half)) / half;
    return Math.max(1, (int) Math.ceil(Math.log(4 / accuracy) / Math.log(rho)));
  }

  int size() {
    return nodes.length;
  }

  double node(int p) {
    return nodes[p];
  }

  /** The coordinates of m numbers s + shift. */
  void coordinates(int m, double[] s, int off, double shift, double[] out) {
    for (int i = 0; i < m; i++) {
      out[i] = s[off + i] + shift + offset;
    }
    VectorMath.log(m, out, 0, out, 0);
  }

  /** The derivative of the coordinate of s. */
  double slope(double s) {
    return 1 / (s + offset);
  }

  /** The weights of these points at the points of {@code other}: row by row, other x these. */
  double[] weightsAt(Chebyshev other) {
    int m = other.size();
    double[] t = new double[m];
    coordinates(m, other.nodes, 0, 0, t);
    double[] byPoint = new double[m * size()];
    lagrange.weights(m, t, 0, byPoint);
    double[] out = new double[m * size()];
    for (int i = 0; i < m; i++) {
      for (int p = 0; p < size(); p++) {
        out[i * size() + p] = byPoint[p * m + i];
      }
    }
    return out;
  }

  /**
   * A bound on the error of interpolating ½ Σ c_k/(1 + λ_k(b + s)) − ¼ Σ log(1 + λ_k(b + s)) with
   * c_k ≥ 0 and d components, by Bernstein's ellipses. One that reaches to ±θi has log|s + c|
   * within θ of the interval, and there |1/(z + δ)| is at most e^θ/cos(θ/2) times its largest value
   * on the interval, while the logarithms stray from a real one by at most θ − log cos(θ/2) each
   * beside the interval's width.
   *
   * @param quadratic the largest value of the first sum, halved
   */
  double errorBound(double quadratic, int d) {
    double half = Math.log((highest + offset) / (lowest + offset)) / 2;
    if (half == 0) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (double theta = 0.5; theta < 3.1; theta += 0.5) {
      double rho = (theta + Math.sqrt(theta * theta + half * half)) / half;
      double cosine = Math.cos(theta / 2);
      double size =
          quadratic * Math.exp(theta) / cosine + 0.25 * d * (2 * half + theta - Math.log(cosine));
      best = Math.min(best, 4 * size * Math.pow(rho, 1 - size()) / (rho - 1));
    }
    return best;
  }

  /** An error in the values becomes at most so many times larger in what is interpolated. */
  double lebesgue() {
    return 1 + 2 / Math.PI * Math.log(size());
  }
}
