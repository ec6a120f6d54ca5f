package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Embeddings whose log-likelihood ratios are the scores of Kaldi's {@code ivector-plda-scoring}
 * (docs/math.md 3.10): from vectors, or means of several, through y = T (x − μ) with its kinds of
 * length normalization.
 *
 * <pre>{@code
 * PldaScoring plda = PldaScoring.of(mean, transform, psi, PldaScoring.Length.LIKELIHOOD);
 * DoubleMatrix scores = plda.enrol(means, numUtts).llr(plda.test(vectors));
 * }</pre>
 */
public final class PldaScoring {
  /** What happens to the length of y. */
  public enum Length {
    /** Nothing: {@code --normalize-length=false}. */
    NONE,
    /** The length that the model expects of a mean of n recordings: Kaldi's default. */
    LIKELIHOOD,
    /** √D: {@code --simple-length-normalization=true}. */
    SIMPLE
  }

  private final double[] mean;
  private final DoubleMatrix transform;
  private final double[] psi;
  private final Length length;
  private final int[] used;
  private final double[] lambda;

  private PldaScoring(double[] mean, DoubleMatrix transform, double[] psi, Length length) {
    this.mean = mean;
    this.transform = transform;
    this.psi = psi;
    this.length = length;
    used = IntStream.range(0, psi.length).filter(k -> psi[k] > 0).toArray();
    lambda = Arrays.stream(used).mapToDouble(k -> psi[k]).toArray();
  }

  /**
   * For the model in Kaldi's form.
   *
   * @param transform T, a row for each direction
   * @param psi ψ, the variance between speakers of each direction; none may be negative
   */
  public static PldaScoring of(double[] mean, DoubleMatrix transform, double[] psi, Length length) {
    int dim = mean.length;
    Require.shape("the transform", transform, dim, dim);
    Require.length("psi", psi, dim);
    Require.finite("the mean", mean);
    Require.finite("the transform", transform.array());
    Require.finite("psi", psi);
    PldaScoring scoring = new PldaScoring(mean.clone(), transform, psi.clone(), length);
    if (scoring.used.length == 0) {
      throw new GmeException(
          "the model has no speaker variability: psi is 0 everywhere", "train the model again");
    }
    return scoring;
  }

  /** Embeddings of recordings, one a row. */
  public MetaEmbeddings test(DoubleMatrix vectors) {
    return enrol(vectors, ones(vectors.rows()));
  }

  /**
   * Embeddings of models of several recordings.
   *
   * @param means the mean of each model's vectors, one a row
   * @param counts how many recordings each mean is of
   */
  public MetaEmbeddings enrol(DoubleMatrix means, int[] counts) {
    Require.vectorDimension(mean.length, means.cols());
    FiniteVectors.require(means, RowSource::numbered);
    if (counts.length != means.rows()) {
      throw new IllegalArgumentException(counts.length + " counts for " + means.rows() + " means");
    }
    DoubleMatrix y = means.minusFromRows(mean).timesTranspose(transform);
    double[] a = new double[Math.multiplyExact(y.rows(), used.length)];
    double[] b = new double[y.rows()];
    for (int i = 0; i < y.rows(); i++) {
      int n = counts[i];
      if (n < 1) {
        throw new IllegalArgumentException("a mean of " + n + " recordings, expected at least 1");
      }
      double scale = n * factor(y, i, n);
      for (int k = 0; k < used.length; k++) {
        a[i * used.length + k] = scale * Math.sqrt(lambda[k]) * y.get(i, used[k]);
      }
      b[i] = n;
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(y.rows(), used.length, a), b, lambda);
  }

  /** What y is multiplied with. */
  private double factor(DoubleMatrix y, int i, int n) {
    if (length == Length.NONE) {
      return 1;
    }
    double sum = 0;
    for (int k = 0; k < psi.length; k++) {
      double v = y.get(i, k);
      sum += v * v / (length == Length.SIMPLE ? 1 : psi[k] + 1.0 / n);
    }
    if (!(sum > 0)) {
      throw new GmeException(
          "vector " + (i + 1) + " is the mean of the model, its length cannot be normalized",
          "remove the vector, or leave length normalization out");
    }
    return Math.sqrt(psi.length / sum);
  }

  private static int[] ones(int n) {
    int[] out = new int[n];
    Arrays.fill(out, 1);
    return out;
  }
}
