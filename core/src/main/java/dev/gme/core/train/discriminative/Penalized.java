package dev.gme.core.train.discriminative;

/**
 * An objective as a function of the free parameters of a stage, with a penalty that keeps the
 * extractor near where training started. The calibration is free of it.
 */
final class Penalized {
  private final FreeParameters parameters;
  private final double[] begin;
  private final double[] start;
  private final int held;
  private final double penalty;

  /**
   * The objective of one stage.
   *
   * @param begin the parameters where the stage began
   * @param start the parameters where training started
   * @param held so many of them, from the first, are held back
   */
  Penalized(FreeParameters parameters, double[] begin, double[] start, int held, double penalty) {
    this.parameters = parameters;
    this.begin = begin;
    this.start = start;
    this.held = held;
    this.penalty = penalty;
  }

  int size() {
    return parameters.size();
  }

  /** The value; the gradient with respect to the free parameters is written to {@code out}. */
  double evaluate(Criterion.Objective objective, double[] free, double[] out) {
    double[] theta = parameters.at(begin, free);
    double[] gradient = new double[theta.length];
    double value = objective.evaluate(theta, gradient);
    double sum = 0;
    for (int i = 0; i < held; i++) {
      double away = theta[i] - start[i];
      gradient[i] += penalty * away;
      sum += away * away;
    }
    System.arraycopy(parameters.gradient(theta, gradient), 0, out, 0, out.length);
    return value + 0.5 * penalty * sum;
  }
}
