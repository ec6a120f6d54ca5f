package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * An EM iteration of Gaussian PLDA at the paper's dimension, and the passes over the data before it
 * and in variational Bayes, on all threads.
 */
public final class EmBench implements Benchmark {
  private static final int DIMENSION = 600;
  private static final int SPEAKERS = 4000;
  private static final int VB_DIMENSION = 200;
  private static final int ITERATIONS = 5;
  private static final int ROUNDS = 4;

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    progress.accept("EM: 20,000 vectors of 600 dimensions, 4,000 speakers, full rank");
    DoubleMatrix square = new Vectors(1).draw(DIMENSION, 1).toDoubles();
    Case full = new Case(SPEAKERS, 5, DIMENSION);
    Case small = new Case(2000, 5, 200);
    progress.accept("EM: 10,000 against 100,000 vectors of 2,000 speakers");
    Case large = new Case(2000, 50, 200);
    double dgemm = Double.POSITIVE_INFINITY;
    // In alternation, so that all see the same machine.
    for (int round = 0; round < ROUNDS; round++) {
      dgemm = Math.min(dgemm, Stopwatch.best(20, () -> square.times(square)));
      full.run();
      small.run();
      large.run();
      full.passes();
    }
    return List.of(
        Measurement.of("em_iteration", 1e3 * full.best, "ms", "D = d = 600, 4,000 speakers of 5"),
        Measurement.of(
            "em_statistics", 1e3 * full.statisticsBest, "ms", "one pass over 20,000 x 600"),
        Measurement.of(
            "vb_pass", 1e3 * full.vbBest, "ms", "an E-step of variational Bayes on them, d = 200"),
        Measurement.ratio(
            "em_over_dgemm",
            full.best / dgemm,
            14,
            "that iteration over a dgemm of 600 x 600 x 600, both on all threads"),
        Measurement.ratio(
            "em_100k_over_10k",
            large.best / small.best,
            1.2,
            "an iteration, d = 200, 100,000 recordings over 10,000, 2,000 speakers"));
  }

  /** One data set, and the shortest iteration on it so far. */
  private static final class Case {
    private final TrainingData data;
    private final SpeakerStatistics statistics;
    private final PldaStart start;

    /** The shortest iteration so far, in seconds. */
    double best = Double.POSITIVE_INFINITY;

    /** The shortest passes so far, in seconds. */
    double statisticsBest = Double.POSITIVE_INFINITY;

    double vbBest = Double.POSITIVE_INFINITY;

    Case(int speakers, int recordings, int d) {
      int n = speakers * recordings;
      int[] labels = new int[n];
      for (int j = 0; j < n; j++) {
        labels[j] = j / recordings;
      }
      FloatMatrix vectors = new Vectors(2).draw(n, recordings);
      data = TrainingData.of(vectors, labels);
      statistics = SpeakerStatistics.gather(data);
      start = PldaStart.fromScatter(statistics, d);
    }

    /**
     * Gathers statistics, and an E-step of variational Bayes, which is the most of an iteration.
     */
    void passes() {
      statisticsBest =
          Math.min(statisticsBest, Stopwatch.best(1, () -> SpeakerStatistics.gather(data)));
      HtPlda model =
          new GaussianPldaEm(Stopping.after(1))
              .train(statistics, PldaStart.fromScatter(statistics, VB_DIMENSION))
              .model()
              .withNu(2);
      HtPldaVb vb = HtPldaVb.DEFAULT.withIterations(0);
      vbBest = Math.min(vbBest, Stopwatch.best(1, () -> vb.train(data, model)));
    }

    void run() {
      // Training reports before every iteration; from one report to the next is an iteration.
      long[] last = {0};
      Progress clock =
          (what, done, total) -> {
            long now = System.nanoTime();
            if (done > 0) {
              best = Math.min(best, (now - last[0]) * 1e-9);
            }
            last[0] = now;
          };
      new GaussianPldaEm(Stopping.after(ITERATIONS)).train(statistics, start, clock);
    }
  }

  /** Vectors with a speaker part; what exactly they are does not matter to the time. */
  private record Vectors(long seed) {
    FloatMatrix draw(int n, int recordings) {
      Random random = new Random(seed);
      float[] speaker = new float[DIMENSION];
      float[] out = new float[n * DIMENSION];
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < DIMENSION; i++) {
          if (j % recordings == 0) {
            speaker[i] = random.nextFloat() - 0.5f;
          }
          out[j * DIMENSION + i] = speaker[i] + random.nextFloat() - 0.5f;
        }
      }
      return FloatMatrix.wrap(n, DIMENSION, out);
    }
  }
}
