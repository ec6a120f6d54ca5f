package dev.gme.core;

import java.util.Optional;

/**
 * Keeps checkpoints, so that training can be interrupted and continued with the same result.
 * Training asks once for the last one and saves one after every iteration or evaluation of the
 * held-out speakers.
 */
public interface Checkpoints {
  /** Checkpoints that are forgotten at once: training always begins anew. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public Optional<Checkpoint> last() {
          return Optional.empty();
        }

        @Override
        public void save(Checkpoint checkpoint) {}
      };

  /** Where to go on, or empty to begin anew. */
  Optional<Checkpoint> last();

  void save(Checkpoint checkpoint);
}
