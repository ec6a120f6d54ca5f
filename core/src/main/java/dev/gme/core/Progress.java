package dev.gme.core;

import java.util.Locale;
import java.util.concurrent.CancellationException;

/**
 * Listens to long work, and may stop it.
 *
 * <pre>{@code
 * Progress progress = (what, done, total) -> System.err.println(what + ": " + done + "/" + total);
 * }</pre>
 */
@FunctionalInterface
public interface Progress {
  /** Hears nothing and stops nothing. */
  Progress NONE = (what, done, total) -> {};

  /**
   * A value of what training optimizes.
   *
   * @param stage what is trained, for people: for example EM, or BXE scales
   * @param iteration how many iterations or steps led to the value, 0 at the start
   * @param name what the value is, for example log-likelihood
   * @param remark other figures, for people; empty where there are none
   */
  record Objective(String stage, int iteration, String name, double value, String remark) {
    public Objective(String stage, int iteration, String name, double value) {
      this(stage, iteration, name, value, "");
    }

    /** For example {@code EM: iteration 3, log-likelihood -1234.5678}. */
    @Override
    public String toString() {
      String end = remark.isEmpty() ? "" : ", " + remark;
      return String.format(
          Locale.ROOT, "%s: iteration %d, %s %.4f%s", stage, iteration, name, value, end);
    }
  }

  /**
   * Called now and then, by one thread at a time.
   *
   * @param what the work, for people
   * @param done how much of it is done
   * @param total how much there is
   */
  void update(String what, long done, long total);

  /** Called by training at its start and after every iteration that computes its objective. */
  default void objective(Objective objective) {}

  /** Called with what a user should know of the work, as a sentence or warning that stays. */
  default void note(String sentence) {}

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
