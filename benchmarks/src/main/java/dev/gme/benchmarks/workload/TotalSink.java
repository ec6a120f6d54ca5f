package dev.gme.benchmarks.workload;

import dev.gme.core.linalg.Blas;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;
import java.util.Arrays;

/** The sum of all scores: touches each of them once, and nothing else. */
public final class TotalSink implements ScoreSink<double[]> {
  private static final float[] ONES = new float[1024];

  static {
    Arrays.fill(ONES, 1);
  }

  private double total;

  @Override
  public double[] open(ScoreBand band) {
    return new double[1];
  }

  @Override
  public void accept(double[] part, ScoreTile tile) {
    int n = tile.rows() * tile.cols();
    for (int i = 0; i < n; i += ONES.length) {
      part[0] += Blas.dot(Math.min(ONES.length, n - i), tile.scores(), i, ONES, 0);
    }
  }

  @Override
  public void merge(double[] part) {
    total += part[0];
  }

  double total() {
    return total;
  }
}
