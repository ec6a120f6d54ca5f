package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoint;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** How the free parameters of a stage move; what it remembers can be saved and restored. */
interface DescentSteps {
  /** Why a stage ended. */
  String OVERFLOW = "ended because the steps led where numbers overflow";

  /** Takes a step, numbered from 0; or says why there is none to take. */
  Optional<String> next(int number);

  /** The free parameters now; only to be read. */
  double[] free();

  /** Steps between two evaluations of the held-out speakers. */
  int evaluateEvery();

  /** Adds all it remembers to the state of a checkpoint. */
  void save(Map<String, DoubleMatrix> state);

  /** Goes on as if it had made the steps before the checkpoint. */
  void restore(Checkpoint checkpoint);

  /** Along the gradients of minibatches, each a function of the step's number. */
  static DescentSteps minibatches(
      Penalized objective,
      LongFunction<Criterion.Objective> minibatch,
      Optimizer optimizer,
      int evaluateEvery) {
    return new DescentSteps() {
      private final double[] free = new double[objective.size()];

      @Override
      public Optional<String> next(int number) {
        double[] gradient = new double[free.length];
        double value = objective.evaluate(minibatch.apply(number), free, gradient);
        if (!Double.isFinite(value) || !DoubleMatrix.wrap(1, free.length, gradient).isFinite()) {
          return Optional.of(OVERFLOW);
        }
        optimizer.step(free, gradient);
        return Optional.empty();
      }

      @Override
      public double[] free() {
        return free;
      }

      @Override
      public int evaluateEvery() {
        return evaluateEvery;
      }

      @Override
      public void save(Map<String, DoubleMatrix> state) {
        state.put("free", DoubleMatrix.wrap(1, free.length, free.clone()));
        optimizer.save(state);
      }

      @Override
      public void restore(Checkpoint checkpoint) {
        System.arraycopy(checkpoint.get("free").array(), 0, free, 0, free.length);
        optimizer.restore(checkpoint);
      }
    };
  }

  /** By L-BFGS over recordings that stay the same. */
  static DescentSteps fixed(Penalized objective, Criterion.Objective fixed, double firstStep) {
    Lbfgs search =
        new Lbfgs(
            (x, gradient) -> objective.evaluate(fixed, x, gradient),
            new double[objective.size()],
            firstStep);
    return new DescentSteps() {
      @Override
      public Optional<String> next(int number) {
        return search.step()
            ? Optional.empty()
            : Optional.of("ended where no step lowered the objective");
      }

      @Override
      public double[] free() {
        return search.point();
      }

      @Override
      public int evaluateEvery() {
        return 1;
      }

      @Override
      public void save(Map<String, DoubleMatrix> state) {
        search.save(state);
      }

      @Override
      public void restore(Checkpoint checkpoint) {
        search.restore(checkpoint);
      }
    };
  }
}
