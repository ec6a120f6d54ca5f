package dev.gme.core.train;

/** Turns gradients into steps. */
interface Optimizer {
  /** Moves the parameters against the gradient. */
  void step(double[] parameters, double[] gradient);

  /** Gradient descent with momentum: steps of the rate times a running sum of gradients. */
  static Optimizer momentum(double rate, double momentum) {
    return new Optimizer() {
      private double[] velocity;

      @Override
      public void step(double[] x, double[] g) {
        if (velocity == null) {
          velocity = new double[x.length];
        }
        for (int i = 0; i < x.length; i++) {
          velocity[i] = momentum * velocity[i] - rate * g[i];
          x[i] += velocity[i];
        }
      }
    };
  }

  /**
   * Adam (Kingma and Ba, 2015) with its usual constants: steps of about the rate in every
   * parameter.
   */
  static Optimizer adam(double rate) {
    return new Optimizer() {
      private static final double FIRST = 0.9;
      private static final double SECOND = 0.999;
      private double[] mean;
      private double[] square;
      private int steps;

      @Override
      public void step(double[] x, double[] g) {
        if (mean == null) {
          mean = new double[x.length];
          square = new double[x.length];
        }
        steps++;
        double ofMean = 1 - Math.pow(FIRST, steps);
        double ofSquare = 1 - Math.pow(SECOND, steps);
        for (int i = 0; i < x.length; i++) {
          mean[i] = FIRST * mean[i] + (1 - FIRST) * g[i];
          square[i] = SECOND * square[i] + (1 - SECOND) * g[i] * g[i];
          x[i] -= rate * (mean[i] / ofMean) / (Math.sqrt(square[i] / ofSquare) + 1e-12);
        }
      }
    };
  }
}
