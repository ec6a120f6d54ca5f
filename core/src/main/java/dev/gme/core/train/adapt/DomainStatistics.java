package dev.gme.core.train.adapt;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * What one pass over vectors of a domain gathers (docs/math.md 11.1): their weights b under a
 * model, the weighted sum and, where asked for, the weighted second moment, all about the model's
 * mean. Those of two parts of the vectors under one model add up.
 */
public final class DomainStatistics {
  /** Rows that are read at a time: enough for products at full speed. */
  private static final int ROWS = 1024;

  /** As many threads as this can work at once; sums per lane cost memory. */
  private static final int LANES = 8;

  private final int vectors;
  private final double weight;
  private final double[] origin;
  private final double[] sum;
  private final DoubleMatrix second;

  private DomainStatistics(
      int vectors, double weight, double[] origin, double[] sum, DoubleMatrix second) {
    this.vectors = vectors;
    this.weight = weight;
    this.origin = origin;
    this.sum = sum;
    this.second = second;
  }

  /**
   * Weights, sum and second moment of all vectors, see {@link #gather(RowSource, GmeExtractor,
   * boolean, Progress)}.
   */
  public static DomainStatistics gather(RowSource vectors, GmeExtractor model) {
    return gather(vectors, model, true, Progress.NONE);
  }

  /**
   * Goes through the vectors once.
   *
   * @param model whose mean is the origin, and under which each vector has its weight b; all have
   *     weight 1 where ν = ∞
   * @param withSecond whether the second moment is gathered too, which takes most of the time
   */
  public static DomainStatistics gather(
      RowSource vectors, GmeExtractor model, boolean withSecond, Progress progress) {
    int n = vectors.rows();
    int dim = model.inputDimension();
    Dimensions.require(dim, vectors.cols());
    int blocks = (n + ROWS - 1) / ROWS;
    int lanes = Math.max(1, Math.min(LANES, blocks));
    double[] origin = model.mean();
    double[][] weight = new double[lanes][1];
    double[][] sum = new double[lanes][dim];
    double[][] second = new double[lanes][withSecond ? dim * dim : 0];
    int[] done = {0};
    Workers.forEach(
        lanes,
        lane -> {
          for (int b = lane; b < blocks; b += lanes) {
            int from = b * ROWS;
            int to = Math.min(n, from + ROWS);
            DoubleMatrix rows = vectors.doubles(from, to);
            FiniteVectors.require(rows, row -> vectors.name(from + row));
            DoubleMatrix x = rows.minusFromRows(origin);
            weigh(x, Complement.weights(model, x), weight[lane], sum[lane]);
            if (withSecond) {
              Blas.syrk(1, x.view().transpose(), 1, MatrixView.of(second[lane], dim, dim));
            }
            synchronized (done) {
              done[0] += to - from;
              progress.step("statistics of the target domain", done[0], n);
            }
          }
        });
    return new DomainStatistics(
        n,
        total(weight)[0],
        origin,
        total(sum),
        withSecond ? DoubleMatrix.wrap(dim, dim, total(second)) : null);
  }

  /** Adds the weighted rows to their sum, and leaves the rows times √b. */
  private static void weigh(DoubleMatrix x, double[] b, double[] weight, double[] sum) {
    int dim = x.cols();
    double[] values = x.array();
    for (int i = 0; i < b.length; i++) {
      weight[0] += b[i];
      Blas.axpy(dim, b[i], values, i * dim, sum, 0);
      if (b[i] != 1) {
        double root = Math.sqrt(b[i]);
        for (int k = i * dim; k < (i + 1) * dim; k++) {
          values[k] *= root;
        }
      }
    }
  }

  private static double[] total(double[][] lanes) {
    for (int lane = 1; lane < lanes.length; lane++) {
      for (int i = 0; i < lanes[0].length; i++) {
        lanes[0][i] += lanes[lane][i];
      }
    }
    return lanes[0];
  }

  /** Statistics of the vectors of both, which must have been gathered under one model. */
  public DomainStatistics plus(DomainStatistics other) {
    if (!Arrays.equals(origin, other.origin) || (second == null) != (other.second == null)) {
      throw new IllegalArgumentException("statistics about different means cannot be added");
    }
    return new DomainStatistics(
        vectors + other.vectors,
        weight + other.weight,
        origin,
        DoubleMatrix.wrap(1, sum.length, sum.clone())
            .plus(DoubleMatrix.wrap(1, sum.length, other.sum.clone()))
            .array(),
        second == null ? null : second.plus(other.second));
  }

  /** How many vectors there were. */
  public int vectors() {
    return vectors;
  }

  /** Σb. */
  public double weight() {
    return weight;
  }

  /** Σ b x / Σ b. */
  public double[] mean() {
    double[] mean = origin.clone();
    Blas.axpy(mean.length, 1 / weight, sum, 0, mean, 0);
    return mean;
  }

  /** Σ b (x−μ)(x−μ)' / Σ b about the origin μ, the mean of the model they were weighted by. */
  public DoubleMatrix secondMoment() {
    if (second == null) {
      throw new IllegalStateException("the second moment was not gathered");
    }
    return second.times(1 / weight);
  }

  /** Σ b (x−m)(x−m)' / Σ b about their own mean m. */
  public DoubleMatrix covariance() {
    DoubleMatrix shift = DoubleMatrix.wrap(sum.length, 1, sum.clone()).times(1 / weight);
    return secondMoment().minus(shift.outerGram());
  }
}
