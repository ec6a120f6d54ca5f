package dev.gme.benchmarks;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.GaussianPldaEm;
import dev.gme.core.train.PldaStart;
import dev.gme.core.train.SpeakerStatistics;
import dev.gme.core.train.Stopping;
import dev.gme.core.train.Trained;
import dev.gme.core.train.TrainingData;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** An EM iteration of Gaussian PLDA at the paper's dimension, on all threads. */
public final class EmBench implements Benchmark {
  private static final int DIMENSION = 600;
  private static final int SPEAKERS = 4000;
  private static final int ITERATIONS = 3;
  private static final int ROUNDS = 4;

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    progress.accept("EM: one dgemm of 600 x 600 x 600");
    DoubleMatrix square = new Vectors(1).draw(DIMENSION, 1).toDoubles();
    double dgemm = Stopwatch.best(30, () -> square.times(square));
    progress.accept("EM: 20,000 vectors of 600 dimensions, 4,000 speakers, full rank");
    double full = iteration(SPEAKERS, 5, DIMENSION);
    progress.accept("EM: 10,000 against 100,000 vectors of 2,000 speakers");
    double small = iteration(2000, 5, 200);
    double large = iteration(2000, 50, 200);
    return List.of(
        Measurement.of("em_iteration", 1e3 * full, "ms", "D = d = 600, 4,000 speakers of 5"),
        Measurement.ratio(
            "em_over_dgemm", full / dgemm, 25, "that iteration over a dgemm of 600 x 600 x 600"),
        Measurement.ratio(
            "em_100k_over_10k",
            large / small,
            1.2,
            "an iteration, d = 200, 100,000 recordings over 10,000, 2,000 speakers"));
  }

  /** Seconds of one iteration. */
  private static double iteration(int speakers, int recordings, int d) {
    int n = speakers * recordings;
    int[] labels = new int[n];
    for (int j = 0; j < n; j++) {
      labels[j] = j / recordings;
    }
    FloatMatrix vectors = new Vectors(2).draw(n, recordings);
    SpeakerStatistics statistics =
        SpeakerStatistics.gather(TrainingData.of(vectors, labels), Progress.NONE);
    PldaStart start = PldaStart.fromScatter(statistics, d);
    // The statistics, the start and the model at the end cost time too: the difference is
    // iterations.
    double many = Stopwatch.best(ROUNDS, () -> train(statistics, start, ITERATIONS + 1));
    double one = Stopwatch.best(ROUNDS, () -> train(statistics, start, 1));
    return (many - one) / ITERATIONS;
  }

  private static Trained<HtPlda> train(SpeakerStatistics statistics, PldaStart start, int n) {
    return new GaussianPldaEm(Stopping.after(n), true).train(statistics, start, Progress.NONE);
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
