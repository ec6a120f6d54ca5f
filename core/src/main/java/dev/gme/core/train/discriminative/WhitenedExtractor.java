package dev.gme.core.train.discriminative;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * The coordinates that discriminative training walks in: vectors are seen through T = [Λ^-½ P; H]
 * of the start (docs/math.md 3.3), which makes the noise white, so that P starts as [Λ^½ 0] and H
 * as [0 I] and a step of one size means the same in every direction.
 */
final class WhitenedExtractor {
  private static final int CHUNK = 512;

  private final GmeExtractor start;
  private final DoubleMatrix t;

  WhitenedExtractor(GmeExtractor start) {
    this.start = start;
    double[] inverseRoot = new double[start.speakerDimension()];
    double[] lambda = start.lambda();
    for (int k = 0; k < inverseRoot.length; k++) {
      if (!(lambda[k] > 0)) {
        throw new GmeException(
            "discriminative training cannot start from lambda = "
                + lambda[k]
                + " at component "
                + k,
            "start from a trained PLDA model");
      }
      inverseRoot[k] = 1 / Math.sqrt(lambda[k]);
    }
    t = start.p().scaleRows(inverseRoot).above(start.h());
  }

  int dimension() {
    return start.inputDimension();
  }

  int speakerDimension() {
    return start.speakerDimension();
  }

  double nu() {
    return start.nu();
  }

  /** T(r − μ) of every row. */
  float[] whiten(RowSource vectors) {
    int dim = dimension();
    int n = vectors.rows();
    if (vectors.cols() != dim) {
      throw new GmeException(
          "the model takes vectors of dimension " + dim + ", found " + vectors.cols(),
          "train on the vectors that the model was made for");
    }
    float[] out = new float[Math.multiplyExact(n, dim)];
    double[] mean = start.mean();
    Workers.forEach(
        (n + CHUNK - 1) / CHUNK,
        c -> {
          int from = c * CHUNK;
          DoubleMatrix x = vectors.doubles(from, Math.min(n, from + CHUNK)).minusFromRows(mean);
          double[] w = new double[x.rows() * dim];
          Blas.gemm(1, x.view(), t.view().transpose(), 0, MatrixView.of(w, x.rows(), dim));
          for (int i = 0; i < w.length; i++) {
            out[from * dim + i] = (float) w[i];
          }
        });
    return out;
  }

  /** How many parameters P, H and log λ have. */
  int size() {
    return dimension() * dimension() + speakerDimension();
  }

  /** The start in these coordinates: P = [Λ^½ 0] row by row, then H = [0 I], then log λ. */
  double[] parameters() {
    int dim = dimension();
    int d = speakerDimension();
    double[] lambda = start.lambda();
    double[] out = new double[size()];
    for (int k = 0; k < dim; k++) {
      out[k * dim + k] = k < d ? Math.sqrt(lambda[k]) : 1;
    }
    for (int k = 0; k < d; k++) {
      out[dim * dim + k] = Math.log(lambda[k]);
    }
    return out;
  }

  /** P and H of these parameters, one above the other. */
  float[] matrices(double[] parameters) {
    float[] out = new float[dimension() * dimension()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) parameters[i];
    }
    return out;
  }

  double[] lambda(double[] parameters) {
    double[] out = new double[speakerDimension()];
    for (int k = 0; k < out.length; k++) {
      out[k] = Math.exp(parameters[dimension() * dimension() + k]);
    }
    return out;
  }

  /**
   * Writes the gradient with respect to the parameters, from those with respect to P and H, one
   * above the other, and to λ; all are multiplied by a factor.
   */
  void gradient(double[] parameters, float[] dPH, double[] dLambda, double factor, double[] out) {
    for (int i = 0; i < dPH.length; i++) {
      out[i] = factor * dPH[i];
    }
    double[] lambda = lambda(parameters);
    for (int k = 0; k < lambda.length; k++) {
      out[dPH.length + k] = factor * lambda[k] * dLambda[k];
    }
  }

  /** The extractor of parameters in these coordinates; where these are the start's, the start. */
  GmeExtractor extractor(double[] parameters) {
    int dim = dimension();
    int d = speakerDimension();
    if (Arrays.equals(parameters, 0, size(), parameters(), 0, size())) {
      return start;
    }
    DoubleMatrix ph = DoubleMatrix.wrap(dim, dim, Arrays.copyOf(parameters, dim * dim)).times(t);
    return GmeExtractor.of(
        start.mean(), ph.rowRange(0, d), ph.rowRange(d, dim), lambda(parameters), start.nu());
  }

  /** Sizes, and a mark by which another start is known. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "extractor %08x of %d to %d dimensions with nu = %s",
        Objects.hash(t, start.p(), DoubleMatrix.wrap(1, dimension(), start.mean())),
        dimension(),
        speakerDimension(),
        nu());
  }
}
