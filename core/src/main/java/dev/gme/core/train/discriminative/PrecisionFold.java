package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.parallel.Workers;

/**
 * Recordings of held-out speakers, all pairs of which a {@link dev.gme.core.model.PrecisionHead} is
 * trained or judged on (docs/math.md 5.6).
 */
final class PrecisionFold {
  /** a/b, a recording a row. */
  private final double[] g;

  private final double[] lambda;

  /** 1, log b of the extractor, and the centred side information. */
  private final DoubleMatrix features;

  private final int[] speaker;
  private final int n;
  private final long targets;
  private final long nontargets;

  private PrecisionFold(double[] g, double[] lambda, DoubleMatrix features, int[] speaker) {
    this.g = g;
    this.lambda = lambda;
    this.features = features;
    this.speaker = speaker;
    n = speaker.length;
    long same = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        same += speaker[i] == speaker[j] ? 1 : 0;
      }
    }
    targets = same;
    nontargets = (long) n * (n - 1) / 2 - same;
  }

  static PrecisionFold of(MetaEmbeddings e, DoubleMatrix side, int[] speaker) {
    double[] b = e.b();
    double[] inverse = new double[b.length];
    double[][] features = new double[b.length][side.cols() + 2];
    for (int i = 0; i < b.length; i++) {
      inverse[i] = 1 / b[i];
      features[i][0] = 1;
      features[i][1] = Math.log(b[i]);
      System.arraycopy(side.row(i), 0, features[i], 2, side.cols());
    }
    return new PrecisionFold(
        e.a().scaleRows(inverse).array(), e.lambda(), DoubleMatrix.of(features), speaker.clone());
  }

  /** b under weights, of which only as many are looked at as there are features. */
  private double[] precisions(double[] w) {
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 0; k < features.cols(); k++) {
        sum += w[k] * features.get(i, k);
      }
      // A line search may try anything.
      b[i] = Math.exp(Math.max(-50, Math.min(50, sum)));
    }
    return b;
  }

  /** Whether each pair, row by row above the diagonal, is of one speaker. */
  boolean[] targets() {
    boolean[] out = new boolean[n * (n - 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        out[at++] = speaker[i] == speaker[j];
      }
    }
    return out;
  }

  /** The log-likelihood ratios of the pairs under weights. */
  double[] scores(double[] w) {
    double[] b = precisions(w);
    double[] own = new double[n];
    for (int i = 0; i < n; i++) {
      own[i] = alone(i, b[i], null);
    }
    double[] out = new double[n * (n - 1) / 2];
    Workers.forEach(
        n,
        i -> {
          int at = i * (2 * n - i - 1) / 2;
          for (int j = i + 1; j < n; j++) {
            out[at++] = together(i, j, b[i], b[j], null) - own[i] - own[j];
          }
        });
    return out;
  }

  /** log E of one recording; the derivative with respect to log b is added to {@code slope[0]}. */
  private double alone(int i, double b, double[] slope) {
    int d = lambda.length;
    double quadratic = 0;
    double curve = 0;
    double product = 1;
    double log = 0;
    double trace = 0;
    for (int k = 0; k < d; k++) {
      double precision = 1 + b * lambda[k];
      double r = b * g[i * d + k] / precision;
      quadratic += b * g[i * d + k] * r;
      curve += g[i * d + k] * r - 0.5 * r * r * lambda[k];
      trace += lambda[k] / precision;
      product *= precision;
      if (product > 1e200) {
        log += Math.log(product);
        product = 1;
      }
    }
    if (slope != null) {
      slope[0] += b * (curve - 0.5 * trace);
    }
    return 0.5 * (quadratic - log - Math.log(product));
  }

  /** log E of two recordings of one speaker, and its derivatives with respect to both log b. */
  private double together(int i, int j, double bi, double bj, double[] slope) {
    int d = lambda.length;
    double quadratic = 0;
    double ofI = 0;
    double ofJ = 0;
    double common = 0;
    double product = 1;
    double log = 0;
    for (int k = 0; k < d; k++) {
      double gi = g[i * d + k];
      double gj = g[j * d + k];
      double a = bi * gi + bj * gj;
      double precision = 1 + (bi + bj) * lambda[k];
      double r = a / precision;
      quadratic += a * r;
      ofI += gi * r;
      ofJ += gj * r;
      common += lambda[k] * (r * r + 1 / precision);
      product *= precision;
      if (product > 1e200) {
        log += Math.log(product);
        product = 1;
      }
    }
    if (slope != null) {
      slope[0] = bi * (ofI - 0.5 * common);
      slope[1] = bj * (ofJ - 0.5 * common);
    }
    return 0.5 * (quadratic - log - Math.log(product));
  }

  /**
   * The cross-entropy of all pairs in bits.
   *
   * @param x w, then log scale and offset
   * @param gradient to which that of the cross-entropy is added
   */
  double loss(double[] x, double prior, double[] gradient) {
    int features = this.features.cols();
    double[] b = precisions(x);
    double scale = Math.exp(x[features]);
    double offset = x[features + 1] + Math.log(prior / (1 - prior));
    double ofTarget = prior / Math.max(1, targets) / Math.log(2);
    double ofNontarget = (1 - prior) / Math.max(1, nontargets) / Math.log(2);
    double[] own = new double[n];
    double[] ownSlope = new double[n];
    for (int i = 0; i < n; i++) {
      double[] slope = new double[1];
      own[i] = alone(i, b[i], slope);
      ownSlope[i] = slope[0];
    }
    // Row i adds up what its pairs say of i, and of j in an array of its own part.
    int parts = Math.min(n, PARTS);
    double[][] slopes = new double[parts][n + 3];
    Workers.forEach(
        parts,
        part -> {
          double[] to = slopes[part];
          double[] slope = new double[2];
          for (int i = part; i < n; i += parts) {
            for (int j = i + 1; j < n; j++) {
              double llr = together(i, j, b[i], b[j], slope) - own[i] - own[j];
              double z = scale * llr + offset;
              boolean same = speaker[i] == speaker[j];
              double cost = same ? ofTarget : ofNontarget;
              to[n] += cost * SpecialFunctions.softplus(same ? -z : z);
              double t =
                  same ? -cost * SpecialFunctions.sigmoid(-z) : cost * SpecialFunctions.sigmoid(z);
              to[n + 1] += t * scale * llr;
              to[n + 2] += t;
              to[i] += t * scale * (slope[0] - ownSlope[i]);
              to[j] += t * scale * (slope[1] - ownSlope[j]);
            }
          }
        });
    double loss = 0;
    for (double[] of : slopes) {
      loss += of[n];
      gradient[features] += of[n + 1];
      gradient[features + 1] += of[n + 2];
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < features; k++) {
          gradient[k] += of[i] * this.features.get(i, k);
        }
      }
    }
    return loss;
  }

  /** Fixed, so that sums do not depend on the number of threads. */
  private static final int PARTS = 16;
}
