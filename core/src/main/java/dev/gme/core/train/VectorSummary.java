package dev.gme.core.train;

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
 * @param dimension of each
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
    double[] lengths = new double[n];
    int finite = 0;
    int zero = 0;
    for (int from = 0; from < n; from += ROWS) {
      DoubleMatrix block = vectors.doubles(from, Math.min(n, from + ROWS));
      for (int i = 0; i < block.rows(); i++) {
        double sum = 0;
        for (double x : block.row(i)) {
          sum += x * x;
        }
        if (Double.isFinite(sum)) {
          lengths[finite++] = Math.sqrt(sum);
          zero += sum == 0 ? 1 : 0;
        }
      }
    }
    double[] sorted = Arrays.copyOf(lengths, finite);
    Arrays.sort(sorted);
    return new VectorSummary(
        n,
        vectors.cols(),
        n - finite,
        zero,
        finite == 0 ? Double.NaN : sorted[0],
        finite == 0 ? Double.NaN : sorted[(finite - 1) / 2],
        finite == 0 ? Double.NaN : sorted[finite - 1]);
  }
}
