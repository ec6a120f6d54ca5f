package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * Turns vectors into meta-embeddings (docs/math.md 3.2). With x = r − μ:
 *
 * <pre>
 *   b = (ν + D − d) / (ν + |Hx|²)   (1 for ν = ∞),     a = b P x
 * </pre>
 *
 * and all embeddings share λ. A bad recording lies far out in the directions H that carry no
 * speaker information, gets a small b, and so a score near 0.
 *
 * <p>Every (P, H, λ) whose T = [Λ^-½ P; H] is invertible is a heavy-tailed PLDA model, see {@link
 * #model}; T whitens the noise. So the paper's alternative of a learned linear transform before an
 * extractor with W = I is this same parametrization, the transform being T (docs/math.md 3.3).
 */
public final class GmeExtractor {
  /** Rows whose embeddings are extracted at a time: their products fit the second-level cache. */
  private static final int CHUNK = 256;

  private final double[] mean;
  private final DoubleMatrix p;
  private final DoubleMatrix h;
  private final double[] lambda;
  private final double nu;

  private GmeExtractor(double[] mean, DoubleMatrix p, DoubleMatrix h, double[] lambda, double nu) {
    this.mean = mean;
    this.p = p;
    this.h = h;
    this.lambda = lambda;
    this.nu = nu;
  }

  /**
   * The extractor of these parameters.
   *
   * @param mean μ, D numbers
   * @param p P, d x D
   * @param h H, (D−d) x D, without rows for d = D
   * @param lambda λ, d numbers, at least 0
   * @param nu ν &gt; 0, infinite for Gaussian PLDA
   */
  public static GmeExtractor of(
      double[] mean, DoubleMatrix p, DoubleMatrix h, double[] lambda, double nu) {
    int dim = mean.length;
    int d = lambda.length;
    Require.speakerDimension(d, dim);
    Require.shape("P", p, d, dim);
    // A matrix without rows may have lost its number of columns.
    DoubleMatrix complement = h.rows() == 0 ? DoubleMatrix.zeros(0, dim) : h;
    Require.shape("H", complement, dim - d, dim);
    Require.degreesOfFreedom(nu, d, dim);
    Require.finite("the mean", mean);
    Require.finite("P", p.array());
    Require.finite("H", complement.array());
    Require.finite("lambda", lambda);
    for (double l : lambda) {
      if (l < 0) {
        throw new GmeException(
            "lambda must not be negative, found " + l,
            "the model is damaged or its training failed: train it again");
      }
    }
    return new GmeExtractor(mean.clone(), p, complement, lambda.clone(), nu);
  }

  /**
   * The variant of the paper's FAQ for x-vectors: the vector is split as [x; y], a = b x, b = (ν +
   * D − d)/(ν + |y|²) and B = b diag(λ) with a trainable diagonal λ (docs/math.md 3.7). It is the
   * canonical form itself with P = [I 0], H = [0 I] and mean 0; λ keeps the order of x.
   */
  public static GmeExtractor splitVector(double[] lambda, int inputDimension, double nu) {
    int d = lambda.length;
    if (d > inputDimension) {
      throw new IllegalArgumentException(
          "lambda has " + d + " elements, more than the vectors: " + inputDimension);
    }
    DoubleMatrix identity = DoubleMatrix.identity(inputDimension);
    return of(
        new double[inputDimension],
        identity.rowRange(0, d),
        identity.rowRange(d, inputDimension),
        lambda,
        nu);
  }

  public double[] mean() {
    return mean.clone();
  }

  /** P, d x D. */
  public DoubleMatrix p() {
    return p;
  }

  /** H, (D−d) x D; defined up to a rotation from the left. */
  public DoubleMatrix h() {
    return h;
  }

  public double[] lambda() {
    return lambda.clone();
  }

  public double nu() {
    return nu;
  }

  /** D, the dimension of the vectors. */
  public int inputDimension() {
    return mean.length;
  }

  /** d, the dimension of the speaker variable. */
  public int speakerDimension() {
    return lambda.length;
  }

  /** The same extractor with other degrees of freedom: the paper's plug-in of ν. */
  public GmeExtractor withNu(double newNu) {
    return of(mean, p, h, lambda, newNu);
  }

  /** The meta-embeddings of the rows of r, computed in double. */
  public MetaEmbeddings extract(RowSource r) {
    int n = r.rows();
    int d = speakerDimension();
    Require.vectorDimension(inputDimension(), r.cols());
    double[] a = new double[Math.multiplyExact(n, d)];
    double[] b = new double[n];
    int chunks = (n + CHUNK - 1) / CHUNK;
    Workers.forEach(
        chunks,
        c -> {
          int from = c * CHUNK;
          int to = Math.min(n, from + CHUNK);
          DoubleMatrix rows = r.doubles(from, to);
          FiniteVectors.require(rows, row -> r.name(from + row));
          extractRows(rows, from, a, b);
        });
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }

  private void extractRows(DoubleMatrix r, int at, double[] a, double[] b) {
    DoubleMatrix x = r.minusFromRows(mean);
    int rows = x.rows();
    int d = speakerDimension();
    Blas.gemm(1, x.view(), p.view().transpose(), 0, MatrixView.of(a, at * d, rows, d, d));
    if (nu == Double.POSITIVE_INFINITY) {
      Arrays.fill(b, at, at + rows, 1);
      return;
    }
    int complement = h.rows();
    double[] y = x.timesTranspose(h).array();
    for (int i = 0; i < rows; i++) {
      double q = Blas.dot(complement, y, i * complement, y, i * complement);
      double bi = (nu + complement) / (nu + q);
      b[at + i] = bi;
      for (int k = 0; k < d; k++) {
        a[(at + i) * d + k] *= bi;
      }
    }
  }

  /**
   * q = |H(r−μ)|² of the rows of r, r'Gr of the paper: what b is made of, and for ν = ∞ as well.
   * Under the model it does not depend on who speaks.
   */
  public double[] q(RowSource r) {
    int n = r.rows();
    Require.vectorDimension(inputDimension(), r.cols());
    double[] q = new double[n];
    int complement = h.rows();
    Workers.forEach(
        (n + CHUNK - 1) / CHUNK,
        c -> {
          int from = c * CHUNK;
          int to = Math.min(n, from + CHUNK);
          DoubleMatrix rows = r.doubles(from, to);
          FiniteVectors.require(rows, row -> r.name(from + row));
          double[] y = rows.minusFromRows(mean).timesTranspose(h).array();
          for (int i = from; i < to; i++) {
            int at = (i - from) * complement;
            q[i] = Blas.dot(complement, y, at, y, at);
          }
        });
    return q;
  }

  /**
   * The model that this extractor belongs to (docs/math.md 3.3); its F is in the canonical basis.
   * Refused when T = [Λ^-½ P; H] is singular: such an extractor scores, but no model has it.
   */
  public HtPlda model() {
    int dim = inputDimension();
    int d = speakerDimension();
    double[] root = new double[d];
    double[] inverseRoot = new double[d];
    for (int k = 0; k < d; k++) {
      root[k] = Math.sqrt(lambda[k]);
      inverseRoot[k] = 1 / root[k];
    }
    DoubleMatrix t = p.scaleRows(inverseRoot).above(h);
    Lu lu = Lu.of(t);
    if (!(lu.condition() < 1e14)) {
      throw new GmeException(
          "this extractor has no PLDA model: its matrix [Λ^-½ P; H] is singular",
          "it can still score; to get a model, start its training from one and keep H");
    }
    DoubleMatrix top = DoubleMatrix.diagonal(root).above(DoubleMatrix.zeros(dim - d, d));
    return HtPlda.of(mean, lu.solve(top), t.gram(), nu);
  }

  @Override
  public String toString() {
    return "extractor, D = " + inputDimension() + ", d = " + speakerDimension() + ", nu = " + nu;
  }
}
