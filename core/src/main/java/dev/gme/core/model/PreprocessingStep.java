package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;

/** One learned step of a {@link Preprocessing} chain (docs/math.md 3.9). */
public sealed interface PreprocessingStep {
  /** The dimension of the vectors it takes. */
  int inputDimension();

  /** The dimension of the vectors it gives. */
  int outputDimension();

  /** The rows of x after this step. */
  DoubleMatrix apply(DoubleMatrix x);

  /** What it does, in words. */
  String describe();

  /** x − m. */
  final class Centre implements PreprocessingStep {
    private final double[] mean;

    public Centre(double[] mean) {
      Require.finite("the mean", mean);
      this.mean = mean.clone();
    }

    public double[] mean() {
      return mean.clone();
    }

    @Override
    public int inputDimension() {
      return mean.length;
    }

    @Override
    public int outputDimension() {
      return mean.length;
    }

    @Override
    public DoubleMatrix apply(DoubleMatrix x) {
      return x.minusFromRows(mean);
    }

    @Override
    public String describe() {
      return "centre";
    }
  }

  /** A x, without subtracting a mean: LDA and the whitenings. */
  final class Linear implements PreprocessingStep {
    private final String name;
    private final DoubleMatrix matrix;

    /**
     * A step of this name.
     *
     * @param matrix output dimension x input dimension
     */
    public Linear(String name, DoubleMatrix matrix) {
      Require.finite(name, matrix.array());
      this.name = name;
      this.matrix = matrix;
    }

    public DoubleMatrix matrix() {
      return matrix;
    }

    @Override
    public int inputDimension() {
      return matrix.cols();
    }

    @Override
    public int outputDimension() {
      return matrix.rows();
    }

    @Override
    public DoubleMatrix apply(DoubleMatrix x) {
      return x.timesTranspose(matrix);
    }

    @Override
    public String describe() {
      return name;
    }
  }

  /** Length normalization: every vector is scaled to length √D. */
  record Length(int dimension) implements PreprocessingStep {
    @Override
    public int inputDimension() {
      return dimension;
    }

    @Override
    public int outputDimension() {
      return dimension;
    }

    @Override
    public DoubleMatrix apply(DoubleMatrix x) {
      double[] factor = new double[x.rows()];
      double target = Math.sqrt(dimension);
      for (int i = 0; i < factor.length; i++) {
        double norm = norm(x, i);
        if (norm == 0) {
          throw new GmeException(
              "vector " + i + " (from 0) is zero and has no direction",
              "drop the recording, or length normalization");
        }
        factor[i] = target / norm;
      }
      return x.scaleRows(factor);
    }

    @Override
    public String describe() {
      return "length";
    }
  }

  /** The length of row i. */
  static double norm(DoubleMatrix x, int i) {
    double sum = 0;
    for (int j = 0; j < x.cols(); j++) {
      sum += x.get(i, j) * x.get(i, j);
    }
    return Math.sqrt(sum);
  }
}
