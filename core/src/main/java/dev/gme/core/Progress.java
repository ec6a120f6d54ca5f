package dev.gme.core;

import java.util.concurrent.CancellationException;

/** Listens to long work, and may stop it. */
public interface Progress {
  /** Hears nothing and stops nothing. */
  Progress NONE = (what, done, total) -> {};

  /**
   * Called now and then, by one thread at a time.
   *
   * @param what the work, for people
   * @param done how much of it is done
   * @param total how much there is
   */
  void update(String what, long done, long total);

  /** Whether the work should stop; it then ends with a {@link CancellationException}. */
  default boolean isCancelled() {
    return false;
  }

  /** Reports, and throws if the work should stop. */
  default void step(String what, long done, long total) {
    if (isCancelled()) {
      throw new CancellationException(what + " was cancelled");
    }
    update(what, done, total);
  }
}
