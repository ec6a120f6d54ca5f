package dev.gme.core.model;

import dev.gme.core.linalg.DoubleMatrix;
import java.util.function.IntFunction;

/** One learned step of a {@link Preprocessing} chain (docs/math.md 3.9). */
public sealed interface PreprocessingStep {
  /** The dimension of the vectors it takes. */
  int inputDimension();

  /**
   * The dimension of the vectors it gives; that of those it takes, unless a step says otherwise.
   */
  default int outputDimension() {
    return inputDimension();
  }

  /** The rows of x after this step. */
  DoubleMatrix apply(DoubleMatrix x);

  /** What it does, in words. */
  String describe();

  /** Subtracts a mean: x − m. */
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
    public DoubleMatrix apply(DoubleMatrix x) {
      return x.minusFromRows(mean);
    }

    @Override
    public String describe() {
      return "centre";
    }
  }

  /** A x, without subtracting a mean: LDA and the whitenings. */
  record Linear(String name, DoubleMatrix matrix) implements PreprocessingStep {
    /**
     * A step of this name.
     *
     * @param matrix output dimension x input dimension
     */
    public Linear {
      Require.finite(name, matrix.array());
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
    public DoubleMatrix apply(DoubleMatrix x) {
      return apply(x, x::name);
    }

    DoubleMatrix apply(DoubleMatrix x, IntFunction<String> name) {
      return RowLengths.scaledTo(Math.sqrt(dimension), x, name);
    }

    @Override
    public String describe() {
      return "length";
    }
  }
}
