package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.score.sink.RowSink;
import java.util.Random;
import java.util.function.IntConsumer;

/** Scores and embeddings for tests. */
public final class Scores {
  private Scores() {}

  /** Normal scores times 10, rounded to the given steps so that there are ties; seed 21. */
  public static FloatMatrix random(int rows, int cols, float step) {
    Random random = new Random(21);
    float[] x = new float[rows * cols];
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.round(10 * random.nextGaussian() / step) * step;
    }
    return FloatMatrix.wrap(rows, cols, x);
  }

  /** Recordings of n / 2 speakers, two of each, with precisions from 0.3 to 3; speakers' seed 7. */
  public static MetaEmbeddings recordings(int n, int d, long seed) {
    SeededRandom speakers = new SeededRandom(7, 0);
    SeededRandom random = new SeededRandom(seed, 1);
    double[] lambda = new double[d];
    for (int k = 0; k < d; k++) {
      lambda[k] = 4 * Math.pow(0.05, k / (double) d);
    }
    double[] a = new double[n * d];
    double[] b = new double[n];
    double[] z = new double[d];
    for (int i = 0; i < n; i++) {
      b[i] = 0.3 * Math.pow(10, random.nextDouble());
      if (i % 2 == 0) {
        z = speakers.gaussians(d);
      }
      for (int k = 0; k < d; k++) {
        double mean = b[i] * lambda[k] * z[k];
        a[i * d + k] = mean + Math.sqrt(b[i] * lambda[k]) * random.nextGaussian();
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }

  /** Rows of which nothing is made but their numbers, for a {@link RowSink}. */
  public static RowSink.Rows<Integer> rowNumbers(IntConsumer taken) {
    return new RowSink.Rows<>() {
      @Override
      public Integer make(int row, float[] scores, int off, int n) {
        return row;
      }

      @Override
      public void take(int row, Integer made) {
        taken.accept(made);
      }
    };
  }

  /** The speakers of {@link #recordings}. */
  public static int[] speakers(int n) {
    int[] out = new int[n];
    for (int i = 0; i < n; i++) {
      out[i] = i / 2;
    }
    return out;
  }
}
