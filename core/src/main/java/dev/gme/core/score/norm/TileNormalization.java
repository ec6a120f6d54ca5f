package dev.gme.core.score.norm;

import dev.gme.core.score.sink.ScoreTile;

/** Normalizes the scores of tiles. */
final class TileNormalization {
  private final ScoreNormalization.Method method;
  private final Side enrol;
  private final Side test;

  /** Means and inverse deviations in floats. */
  private static final class Side {
    final float[] mean;
    final float[] scale;

    Side(CohortStatistics statistics, double factor) {
      mean = new float[statistics.size()];
      scale = new float[statistics.size()];
      for (int i = 0; i < mean.length; i++) {
        mean[i] = (float) statistics.mean(i);
        scale[i] = (float) (factor / statistics.deviation(i));
      }
    }

    private Side(int n) {
      mean = new float[n];
      scale = new float[n];
    }

    /** The means and inverse deviations of a tile's columns. */
    Side columns(ScoreTile tile) {
      Side out = new Side(tile.cols());
      for (int j = 0; j < out.mean.length; j++) {
        out.mean[j] = mean[tile.col(j)];
        out.scale[j] = scale[tile.col(j)];
      }
      return out;
    }
  }

  TileNormalization(
      ScoreNormalization.Method method, CohortStatistics enrol, CohortStatistics test) {
    this.method = method;
    double factor = method == ScoreNormalization.Method.S ? 0.5 : 1;
    this.enrol = enrol == null ? null : new Side(enrol, factor);
    this.test = test == null ? null : new Side(test, factor);
  }

  void accept(ScoreTile tile) {
    Side columns = method == ScoreNormalization.Method.Z ? null : test.columns(tile);
    float[] x = tile.scores();
    int n = tile.cols();
    for (int i = 0; i < tile.rows(); i++) {
      boolean needsRow = method != ScoreNormalization.Method.T;
      float mean = needsRow ? enrol.mean[tile.row(i)] : 0;
      float scale = needsRow ? enrol.scale[tile.row(i)] : 0;
      switch (method) {
        case Z -> z(x, i * n, n, mean, scale);
        case T -> t(x, i * n, n, columns.mean, columns.scale);
        case S -> s(x, i * n, n, mean, scale, columns.mean, columns.scale);
        case ZT -> zt(x, i * n, n, mean, scale, columns.mean, columns.scale);
      }
    }
  }

  // Plain loops over floats, which the compiler vectorizes.

  private static void z(float[] x, int off, int n, float mean, float scale) {
    for (int j = 0; j < n; j++) {
      x[off + j] = (x[off + j] - mean) * scale;
    }
  }

  private static void t(float[] x, int off, int n, float[] mean, float[] scale) {
    for (int j = 0; j < n; j++) {
      x[off + j] = (x[off + j] - mean[j]) * scale[j];
    }
  }

  private static void s(
      float[] x, int off, int n, float mean, float scale, float[] means, float[] scales) {
    for (int j = 0; j < n; j++) {
      float v = x[off + j];
      x[off + j] = (v - mean) * scale + (v - means[j]) * scales[j];
    }
  }

  private static void zt(
      float[] x, int off, int n, float mean, float scale, float[] means, float[] scales) {
    for (int j = 0; j < n; j++) {
      x[off + j] = ((x[off + j] - mean) * scale - means[j]) * scales[j];
    }
  }
}
