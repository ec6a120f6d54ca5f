package dev.gme.frontend.gmm;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The start of a mixture by k-means. Distances are in standard deviations of all frames; the first
 * means are frames drawn with a probability that grows with the squared distance to the means
 * before them (k-means++).
 */
final class KMeansStart {
  /** Frames per component that the first means are drawn from. */
  private static final int SAMPLE = 50;

  private static final int CHUNK = 1024;

  private final UbmTrainer.Options options;

  KMeansStart(UbmTrainer.Options options) {
    this.options = options;
  }

  /** Lloyd's algorithm is EM of equal Gaussians where each frame has one component only. */
  DiagonalGmm start(DiagonalGmm one, RowSource frames, double[] floors, Progress progress) {
    int c = options.components();
    if (frames.rows() < c) {
      throw new GmeException(
          c + " components need as many frames, found " + frames.rows(),
          "add recordings, or choose fewer components");
    }
    double[] weights = new double[c];
    Arrays.fill(weights, 1.0 / c);
    double[][] variances = new double[c][];
    Arrays.fill(variances, one.variances().row(0));
    DiagonalGmm model =
        DiagonalGmm.of(
            weights, firstMeans(frames, one.variances().row(0)), DoubleMatrix.of(variances));
    GmmUpdate keepAll = new GmmUpdate(options.update().minWeight(), 0, 0, 1e4, false);
    for (int i = 0; i <= options.startIterations(); i++) {
      progress.step("k-means", i, options.startIterations() + 1);
      Alignment nearest = Alignment.of(model, new Pruning(1, 0, false));
      GmmStatistics s = PartGathering.gather(model, nearest, frames);
      DiagonalGmm next = keepAll.apply(model, s, floors);
      model =
          i == options.startIterations()
              ? next
              : DiagonalGmm.of(weights, next.means(), DoubleMatrix.of(variances));
    }
    return model;
  }

  private DoubleMatrix firstMeans(RowSource frames, double[] variances) {
    SeededRandom random = new SeededRandom(options.seed());
    int c = options.components();
    int n = (int) Math.min(frames.rows(), (long) SAMPLE * c);
    DoubleMatrix x = frames.doubles(sample(frames.rows(), n, random));
    double[] distance = new double[n];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    int[] chosen = new int[c];
    chosen[0] = random.nextInt(n);
    for (int i = 1; i < c; i++) {
      double[] last = x.row(chosen[i - 1]);
      Workers.forEach(
          (n + CHUNK - 1) / CHUNK, chunk -> shorten(distance, x, last, variances, chunk));
      chosen[i] = draw(distance, random);
    }
    return x.selectRows(chosen);
  }

  private static void shorten(
      double[] distance, DoubleMatrix x, double[] mean, double[] variances, int chunk) {
    int p = mean.length;
    for (int t = chunk * CHUNK; t < Math.min(distance.length, (chunk + 1) * CHUNK); t++) {
      double sum = 0;
      for (int k = 0; k < p; k++) {
        double v = x.array()[t * p + k] - mean[k];
        sum += v * v / variances[k];
      }
      distance[t] = Math.min(distance[t], sum);
    }
  }

  /** An index, with a probability proportional to its weight. */
  private static int draw(double[] weights, SeededRandom random) {
    double target = random.nextDouble() * Arrays.stream(weights).sum();
    double sum = 0;
    int last = 0;
    for (int t = 0; t < weights.length; t++) {
      sum += weights[t];
      if (weights[t] > 0) {
        last = t;
        if (sum > target) {
          return t;
        }
      }
    }
    return last;
  }

  /** k different numbers below n, ascending, all subsets alike. */
  private static int[] sample(int n, int k, SeededRandom random) {
    int[] out = new int[k];
    int size = 0;
    for (int i = 0; size < k; i++) {
      if (random.nextInt(n - i) < k - size) {
        out[size++] = i;
      }
    }
    return out;
  }
}
