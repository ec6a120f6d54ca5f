package dev.gme.core.train.plda;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.TwoCovariance;

/**
 * Adapts a PLDA to a new domain by vectors without labels (docs/math.md 4.5), as Kaldi's {@code
 * ivector-adapt-plda} does: the mean becomes that of the vectors, and what they vary more than the
 * model expects is divided between speakers and noise.
 *
 * <pre>{@code
 * PldaAdaptation.Result r = new PldaAdaptation(PldaAdaptation.Options.DEFAULT).adapt(model, x);
 * TwoCovariance adapted = r.model();
 * }</pre>
 */
public final class PldaAdaptation {
  /** Vectors that are read at a time. */
  private static final int ROWS = 1024;

  private final Options options;

  /**
   * Kaldi's options of the same names.
   *
   * @param meanDiffScale γ: how much the distance of the means counts as variance
   * @param withinScale β: the part of the excess variance that becomes noise
   * @param betweenScale α: the part that becomes speaker variability
   */
  public record Options(double meanDiffScale, double withinScale, double betweenScale) {
    /** The defaults of Kaldi's {@code ivector-adapt-plda}. */
    public static final Options DEFAULT = new Options(1, 0.3, 0.7);

    public Options {
      check("the scale of the mean's difference", meanDiffScale);
      check("the within-covariance scale", withinScale);
      check("the between-covariance scale", betweenScale);
    }

    private static void check(String name, double value) {
      if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            name + " must be finite and not negative, found " + value,
            "the defaults are 1 (mean), 0.3 (within) and 0.7 (between)");
      }
    }
  }

  /**
   * The adapted model and what has changed. Variances are traces, that is sums over all dimensions.
   *
   * @param vectors how many there were
   * @param meanShift the distance from the old mean to the new one
   * @param directions in how many directions the vectors vary more than the old model expects
   * @param withinBefore the noise variance of the old model
   * @param betweenBefore the speaker variance of the old model
   */
  public record Result(
      TwoCovariance model,
      int vectors,
      double meanShift,
      int directions,
      double withinBefore,
      double withinAfter,
      double betweenBefore,
      double betweenAfter) {
    /**
     * The extractor of the adapted model. Speakers may vary in more directions than before, so that
     * its speaker dimension may have grown; below D it is kept if ν is finite.
     */
    public GmeExtractor extractor(double nu) {
      GmeExtractor gaussian = model.extractor();
      int dim = gaussian.inputDimension();
      int d = gaussian.speakerDimension();
      boolean heavy = nu < Double.POSITIVE_INFINITY;
      return heavy ? model.extractor(Math.min(d, dim - 1), nu) : gaussian;
    }
  }

  public PldaAdaptation(Options options) {
    this.options = options;
  }

  /**
   * Moves a model towards vectors of another domain.
   *
   * @param vectors vectors of the new domain, preprocessed as the model's training vectors were
   */
  public Result adapt(TwoCovariance model, RowSource vectors) {
    int dim = model.mean().length;
    if (vectors.cols() != dim) {
      throw new GmeException(
          "the model takes vectors of dimension " + dim + ", found " + vectors.cols(),
          "use the preprocessing that the model was trained with");
    }
    if (vectors.rows() < 2) {
      throw new GmeException(
          "adaptation needs at least 2 vectors, found " + vectors.rows(),
          "give vectors of the new domain, the more the better");
    }
    double[] mean = mean(vectors);
    double[] before = model.mean();
    double[] shift = mean.clone();
    double distance = 0;
    for (int i = 0; i < dim; i++) {
      shift[i] -= before[i];
      distance += shift[i] * shift[i];
    }
    DoubleMatrix column = DoubleMatrix.wrap(dim, 1, shift);
    DoubleMatrix variance =
        covariance(vectors, mean).plus(column.outerGram().times(options.meanDiffScale));
    DoubleMatrix total = model.between().plus(model.within());
    Cholesky factor =
        Cholesky.of(total)
            .orThrow(
                "the total covariance of the model", "adapt a model whose noise has full rank");
    SymmetricEigen eigen = SymmetricEigen.of(variance, factor);
    double[] s = eigen.values();
    int directions = 0;
    while (directions < dim && s[directions] > 1) {
      directions++;
    }
    double[] root = new double[directions];
    for (int k = 0; k < directions; k++) {
      root[k] = Math.sqrt(s[k] - 1);
    }
    // Rows √(s−1) u'.
    DoubleMatrix u = eigen.vectorsAsRows().rowRange(0, directions).times(total).scaleRows(root);
    DoubleMatrix excess = u.gram();
    TwoCovariance adapted =
        TwoCovariance.of(
            mean,
            model.between().plus(excess.times(options.betweenScale)),
            model.within().plus(excess.times(options.withinScale)));
    return new Result(
        adapted,
        vectors.rows(),
        Math.sqrt(distance),
        directions,
        model.within().trace(),
        adapted.within().trace(),
        model.between().trace(),
        adapted.between().trace());
  }

  /** Adapts a model with preprocessing, which the vectors pass through; ν plays no part. */
  public Result adapt(Pipeline pipeline, RowSource vectors) {
    return adapt(
        pipeline.extractor().model().twoCovariance(), pipeline.preprocessing().view(vectors));
  }

  private static double[] mean(RowSource vectors) {
    int dim = vectors.cols();
    double[] sum = new double[dim];
    for (int from = 0; from < vectors.rows(); from += ROWS) {
      int to = Math.min(vectors.rows(), from + ROWS);
      int first = from;
      DoubleMatrix block = vectors.doubles(from, to);
      FiniteVectors.require(block, row -> vectors.name(first + row));
      double[] x = block.array();
      for (int i = 0; i < x.length; i++) {
        sum[i % dim] += x[i];
      }
    }
    for (int i = 0; i < dim; i++) {
      sum[i] /= vectors.rows();
    }
    return sum;
  }

  private static DoubleMatrix covariance(RowSource vectors, double[] mean) {
    DoubleMatrix sum = DoubleMatrix.zeros(mean.length, mean.length);
    for (int from = 0; from < vectors.rows(); from += ROWS) {
      int to = Math.min(vectors.rows(), from + ROWS);
      sum = sum.plus(vectors.doubles(from, to).minusFromRows(mean).gram());
    }
    return sum.times(1.0 / vectors.rows());
  }
}
