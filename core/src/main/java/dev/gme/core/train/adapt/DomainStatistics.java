package dev.gme.core.train.adapt;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.TreeSum;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one pass over vectors of a domain gathers (docs/math.md 11.1): their weights b under a
 * model, the weighted sum and, where asked for, the weighted second moment, all about the model's
 * mean. Those of two parts of the vectors under one model add up: leaves of {@link #leaf} vectors,
 * in their order, by a {@link TreeSum} (docs/math.md 4.7).
 */
public final class DomainStatistics {
  /** Rows that are read at a time: enough for products at full speed. */
  private static final int ROWS = 1024;

  /** Vectors of a leaf at most, and so many leaves are aimed at below that. */
  private static final int MOST = 8 * ROWS;

  private static final int AIM = 64;

  private final long vectors;
  private final double weight;
  private final double[] origin;
  private final double[] sum;
  private final DoubleMatrix second;

  private DomainStatistics(
      long vectors, double weight, double[] origin, double[] sum, DoubleMatrix second) {
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

  /** How many of so many vectors are a leaf; the last may have fewer. */
  public static int leaf(long vectors) {
    return (int) Math.max(ROWS, Math.min(MOST, vectors / AIM / ROWS * ROWS));
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
    return gather(vectors, model, withSecond, leaf(vectors.rows()), progress);
  }

  /** Those of vectors that are one leaf of more. */
  public static DomainStatistics ofLeaf(RowSource leaf, GmeExtractor model, boolean withSecond) {
    return gather(leaf, model, withSecond, Math.max(1, leaf.rows()), Progress.NONE);
  }

  private static DomainStatistics gather(
      RowSource vectors, GmeExtractor model, boolean withSecond, int leaf, Progress progress) {
    int n = vectors.rows();
    int dim = model.inputDimension();
    Dimensions.require(dim, vectors.cols());
    double[] origin = model.mean();
    int[] done = {0};
    Sums sums =
        TreeSum.of(
            Math.max(1, (n + leaf - 1) / leaf),
            l -> {
              Sums own = new Sums(dim, withSecond);
              int end = Math.min(n, (l + 1) * leaf);
              for (int start = l * leaf; start < end; start += ROWS) {
                int from = start;
                int to = Math.min(end, from + ROWS);
                DoubleMatrix rows = vectors.doubles(from, to);
                FiniteVectors.require(rows, row -> vectors.name(from + row));
                DoubleMatrix x = rows.minusFromRows(origin);
                weigh(x, Complement.weights(model, x), own.weight, own.sum);
                if (withSecond) {
                  Blas.syrk(1, x.view().transpose(), 1, MatrixView.of(own.second, dim, dim));
                }
                synchronized (done) {
                  done[0] += to - from;
                  progress.step("statistics of the target domain", done[0], n);
                }
              }
              return own;
            },
            Sums::plus);
    return new DomainStatistics(
        n,
        sums.weight[0],
        origin,
        sums.sum,
        withSecond ? DoubleMatrix.wrap(dim, dim, sums.second) : null);
  }

  /** The sums of a leaf. */
  private static final class Sums {
    final double[] weight = new double[1];
    final double[] sum;
    final double[] second;

    Sums(int dim, boolean withSecond) {
      sum = new double[dim];
      second = new double[withSecond ? dim * dim : 0];
    }

    Sums plus(Sums other) {
      weight[0] += other.weight[0];
      Blas.axpy(sum.length, 1, other.sum, 0, sum, 0);
      Blas.axpy(second.length, 1, other.second, 0, second, 0);
      return this;
    }
  }

  /**
   * As {@link #toMatrices} gave them, say on another machine.
   *
   * @param m by name
   */
  public static DomainStatistics of(Map<String, DoubleMatrix> m) {
    double[] totals = m.get("totals").row(0);
    return new DomainStatistics(
        (long) totals[0], totals[1], m.get("origin").row(0), m.get("sum").row(0), m.get("second"));
  }

  /**
   * All that they are as named matrices, to be written and summed up elsewhere: totals, origin,
   * sum, and second where it was gathered.
   */
  public Map<String, DoubleMatrix> toMatrices() {
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("totals", DoubleMatrix.wrap(1, 2, new double[] {vectors, weight}));
    out.put("origin", DoubleMatrix.wrap(1, origin.length, origin.clone()));
    out.put("sum", DoubleMatrix.wrap(1, sum.length, sum.clone()));
    if (second != null) {
      out.put("second", second);
    }
    return out;
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
  public long vectors() {
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
