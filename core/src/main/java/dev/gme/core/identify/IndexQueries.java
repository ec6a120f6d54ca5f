package dev.gme.core.identify;

import dev.gme.core.embedding.MetaEmbeddings;

/**
 * Some tests as a search needs them: for a node u of an enrolled speaker's b the numbers y, c and t
 * with llr = t + Σ_k x_k (y_k + c_k x_k) for the row x (docs/math.md 10.4).
 */
final class IndexQueries {
  private static final double LARGE = 1e100;

  private final double[] lambda;
  private final double[] a;
  private final double[] b;

  IndexQueries(MetaEmbeddings tests) {
    lambda = tests.lambda();
    a = tests.a().array();
    b = tests.b();
  }

  int size() {
    return b.length;
  }

  double b(int query) {
    return b[query];
  }

  /**
   * Sets y and c for a node.
   *
   * @param to filled from {@code off} in steps of {@code step}, y before c
   * @return t
   */
  double coefficients(int query, double u, float[] to, int off, int step) {
    int d = lambda.length;
    double v = b[query];
    double sum = 0;
    // Π(1 + w) − 1, as in the exact formula: one logarithm does for many components.
    double product = 0;
    for (int k = 0; k < d; k++) {
      double l = lambda[k];
      double x = a[query * d + k];
      double ul = u * l;
      double vl = v * l;
      double q = 1 / (1 + ul + vl);
      to[off + k * step] = (float) (x * q);
      to[off + k * step + 1] = (float) (-0.5 * vl * q / (1 + ul));
      sum -= ul * q * x * x / (1 + vl);
      double w = ul * q * vl;
      if (product > LARGE || w > LARGE) {
        sum += Math.log1p(product);
        product = w;
      } else {
        product += w + product * w;
      }
    }
    return 0.5 * (sum + Math.log1p(product));
  }
}
