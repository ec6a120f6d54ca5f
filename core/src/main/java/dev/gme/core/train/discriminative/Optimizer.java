package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoint;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Map;

/** Turns gradients into steps; what it remembers of earlier ones can be saved and restored. */
interface Optimizer {
  /** Moves the parameters against the gradient. */
  void step(double[] parameters, double[] gradient);

  /** Adds all it remembers to the state of a checkpoint. */
  void save(Map<String, DoubleMatrix> state);

  void restore(Checkpoint checkpoint);

  /**
   * Gradient descent with momentum: steps of the rate times a running sum of gradients.
   *
   * @param size number of parameters
   */
  static Optimizer momentum(int size, double rate, double momentum) {
    return new Optimizer() {
      private double[] velocity = new double[size];

      @Override
      public void step(double[] x, double[] g) {
        for (int i = 0; i < x.length; i++) {
          velocity[i] = momentum * velocity[i] - rate * g[i];
          x[i] += velocity[i];
        }
      }

      @Override
      public void save(Map<String, DoubleMatrix> state) {
        state.put("velocity", DoubleMatrix.wrap(1, size, velocity.clone()));
      }

      @Override
      public void restore(Checkpoint checkpoint) {
        velocity = checkpoint.get("velocity").row(0);
      }
    };
  }

  /**
   * Adam (Kingma and Ba, 2015) with its usual constants: steps of about the rate in every
   * parameter.
   *
   * @param size number of parameters
   */
  static Optimizer adam(int size, double rate) {
    return new Optimizer() {
      private static final double FIRST = 0.9;
      private static final double SECOND = 0.999;
      private double[] mean = new double[size];
      private double[] square = new double[size];
      private int steps;

      @Override
      public void step(double[] x, double[] g) {
        steps++;
        double ofMean = 1 - Math.pow(FIRST, steps);
        double ofSquare = 1 - Math.pow(SECOND, steps);
        for (int i = 0; i < x.length; i++) {
          mean[i] = FIRST * mean[i] + (1 - FIRST) * g[i];
          square[i] = SECOND * square[i] + (1 - SECOND) * g[i] * g[i];
          x[i] -= rate * (mean[i] / ofMean) / (Math.sqrt(square[i] / ofSquare) + 1e-12);
        }
      }

      @Override
      public void save(Map<String, DoubleMatrix> state) {
        state.put("mean", DoubleMatrix.wrap(1, size, mean.clone()));
        state.put("square", DoubleMatrix.wrap(1, size, square.clone()));
        state.put("steps", DoubleMatrix.wrap(1, 1, new double[] {steps}));
      }

      @Override
      public void restore(Checkpoint checkpoint) {
        mean = checkpoint.get("mean").row(0);
        square = checkpoint.get("square").row(0);
        steps = (int) checkpoint.number("steps");
      }
    };
  }
}
