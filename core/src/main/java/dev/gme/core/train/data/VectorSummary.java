package dev.gme.core.train.data;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.Arrays;

/**
 * What can be said about vectors whose speakers are not known; {@link DataReport} says more where
 * they are.
 *
 * <pre>{@code
 * VectorSummary summary = VectorSummary.of(vectors);
 * }</pre>
 *
 * @param vectors how many there are
 * @param dimension the dimension of each vector
 * @param notFinite how many hold NaN or infinite elements; lengths are those of the others
 * @param zero how many are zero
 * @param minLength NaN where there is no length, like the others
 * @param medianLength the lower one of two
 */
public record VectorSummary(
    int vectors,
    int dimension,
    int notFinite,
    int zero,
    double minLength,
    double medianLength,
    double maxLength) {
  private static final int ROWS = 1024;

  /** Looks at all vectors, block by block. */
  public static VectorSummary of(RowSource vectors) {
    int n = vectors.rows();
    Builder builder = new Builder();
    for (int from = 0; from < n; from += ROWS) {
      DoubleMatrix block = vectors.doubles(from, Math.min(n, from + ROWS));
      for (int i = 0; i < block.rows(); i++) {
        builder.add(block.row(i));
      }
    }
    return builder.build(vectors.cols());
  }

  /** Takes vector after vector and keeps their lengths only. */
  public static final class Builder {
    private double[] lengths = new double[ROWS];
    private int vectors;
    private int finite;
    private int zero;

    public void add(double[] vector) {
      double sum = 0;
      for (double x : vector) {
        sum += x * x;
      }
      vectors++;
      if (Double.isFinite(sum)) {
        if (finite == lengths.length) {
          lengths = Arrays.copyOf(lengths, 2 * finite);
        }
        lengths[finite++] = Math.sqrt(sum);
        zero += sum == 0 ? 1 : 0;
      }
    }

    public VectorSummary build(int dimension) {
      double[] sorted = Arrays.copyOf(lengths, finite);
      Arrays.sort(sorted);
      return new VectorSummary(
          vectors,
          dimension,
          vectors - finite,
          zero,
          finite == 0 ? Double.NaN : sorted[0],
          finite == 0 ? Double.NaN : sorted[(finite - 1) / 2],
          finite == 0 ? Double.NaN : sorted[finite - 1]);
    }
  }
}
