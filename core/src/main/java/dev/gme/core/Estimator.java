package dev.gme.core;

/**
 * Trains a model from data and a start, iteration by iteration.
 *
 * <pre>{@code
 * Trained<HtPlda> trained = new GaussianPldaEm(Stopping.DEFAULT).train(statistics, start);
 * }</pre>
 *
 * @param <D> the training data
 * @param <S> what training starts from
 * @param <M> the model
 */
@FunctionalInterface
public interface Estimator<D, S, M> {
  /** Trains from a start, or goes on from the last checkpoint with the same result. */
  Trained<M> train(D data, S start, Checkpoints checkpoints, Progress progress);

  /** Trains with a listener, and cannot be interrupted without starting anew. */
  default Trained<M> train(D data, S start, Progress progress) {
    return train(data, start, Checkpoints.NONE, progress);
  }

  /** Trains without checkpoints and without a listener. */
  default Trained<M> train(D data, S start) {
    return train(data, start, Progress.NONE);
  }
}
