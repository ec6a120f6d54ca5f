package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one pass over the rows of training data shows, each row by itself. Recordings of weight 0
 * are passed over.
 */
final class RowScan {
  /** A block of 600 dimensions takes 5 MB. */
  private static final int ROWS = 1024;

  private final double[] norm;
  private final long[] hash;

  /** The first element of a row that is not usable, −1 for none. */
  private final int[] unusable;

  private final double[] unusableValue;

  private RowScan(int n) {
    norm = new double[n];
    hash = new long[n];
    unusable = new int[n];
    unusableValue = new double[n];
    Arrays.fill(norm, Double.NaN);
    Arrays.fill(unusable, -1);
  }

  static RowScan of(TrainingData data, Progress progress) {
    int n = data.size();
    int blocks = (n + ROWS - 1) / ROWS;
    RowScan scan = new RowScan(n);
    int[] done = {0};
    Workers.forEach(
        blocks,
        block -> {
          int from = block * ROWS;
          int to = Math.min(n, from + ROWS);
          DoubleMatrix x = data.vectors().doubles(from, to);
          for (int j = from; j < to; j++) {
            if (data.weight(j) > 0) {
              scan.look(j, x.array(), (j - from) * x.cols(), x.cols());
            }
          }
          synchronized (done) {
            done[0] += to - from;
            progress.step("looking at the vectors", done[0], n);
          }
        });
    return scan;
  }

  private void look(int j, double[] x, int at, int dim) {
    double sum = 0;
    long h = dim;
    for (int i = at; i < at + dim; i++) {
      if (!FiniteVectors.isUsable(x[i])) {
        unusable[j] = i - at;
        unusableValue[j] = x[i];
        return;
      }
      sum += x[i] * x[i];
      // 0.0 and −0.0 are one number.
      h = Long.rotateLeft((h ^ Double.doubleToLongBits(x[i] + 0.0)) * 0x9E3779B97F4A7C15L, 29);
    }
    norm[j] = Math.sqrt(sum);
    hash[j] = h;
  }

  /** Whether recording j counts and can be trained on. */
  boolean isUsable(int j) {
    return !Double.isNaN(norm[j]);
  }

  double norm(int j) {
    return norm[j];
  }

  /**
   * Equal for rows that are equal; rows that differ have different ones, but for rare accidents.
   */
  long hash(int j) {
    return hash[j];
  }

  /** Where the rows that training refuses are first not usable. */
  List<DataReport.Place> unusable() {
    List<DataReport.Place> out = new ArrayList<>();
    for (int j = 0; j < unusable.length; j++) {
      if (unusable[j] >= 0) {
        out.add(new DataReport.Place(j, unusable[j], unusableValue[j]));
      }
    }
    return out;
  }
}
