package dev.gme.core.train;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;

/** Simulated training data of many kinds; all of it depends on the seed alone. */
public final class TrainingCases {
  public static final double GAUSS = Double.POSITIVE_INFINITY;

  private TrainingCases() {}

  /** A model and a database drawn from it. */
  public record Drawn(HtPlda truth, SimulatedDatabase database) {
    public TrainingData data() {
      return TrainingData.of(database.vectors(), database.speakers());
    }

    /** The vectors rounded to floats, as floats. */
    public TrainingData inFloats() {
      return TrainingData.of(FloatMatrix.of(database.vectors()), database.speakers());
    }

    /** The vectors rounded to floats, as doubles. */
    public TrainingData roundedToFloats() {
      return TrainingData.of(FloatMatrix.of(database.vectors()).toDoubles(), database.speakers());
    }

    /** The recordings in another order. */
    public TrainingData shuffled(int[] order) {
      int[] speakers = database.speakers();
      return TrainingData.of(
          database.vectors().selectRows(order),
          Arrays.stream(order).map(j -> speakers[j]).toArray());
    }

    public TrainingData weighted(double[] weights) {
      return TrainingData.of(database.vectors(), database.speakers(), weights);
    }

    public int size() {
      return database.vectors().rows();
    }
  }

  /** Speakers with 2 to 7 recordings each. */
  public static Drawn draw(int dim, int d, double nu, int speakers, long seed) {
    return draw(dim, d, nu, speakers, RecordingCounts.between(2, 7), seed);
  }

  public static Drawn draw(
      int dim, int d, double nu, int speakers, RecordingCounts counts, long seed) {
    HtPlda truth = ModelRecipe.of(dim, d, nu).draw(seed);
    return new Drawn(truth, new Simulator(truth).draw(speakers, counts, seed));
  }

  /** Between 0.1 and 3, every tenth 0. */
  public static double[] weights(int n, long seed) {
    SeededRandom random = new SeededRandom(seed);
    double[] w = new double[n];
    for (int j = 0; j < n; j++) {
      w[j] = random.nextInt(10) == 0 ? 0 : 0.1 + 2.9 * random.nextDouble();
    }
    return w;
  }

  public static int[] permutation(int n, long seed) {
    SeededRandom random = new SeededRandom(seed);
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return order;
  }

  /** The largest difference, relative to the largest element of the second. */
  public static double distance(DoubleMatrix x, DoubleMatrix y) {
    return x.minus(y).maxAbs() / y.maxAbs();
  }

  /** |x − y| / |y|. */
  public static double distance(double[] x, double[] y) {
    double difference = 0;
    double size = 0;
    for (int i = 0; i < y.length; i++) {
      difference += (x[i] - y[i]) * (x[i] - y[i]);
      size += y[i] * y[i];
    }
    return Math.sqrt(difference / size);
  }
}
