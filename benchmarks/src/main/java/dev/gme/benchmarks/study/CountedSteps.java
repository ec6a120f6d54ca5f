package dev.gme.benchmarks.study;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Adds to what is being done how much of a study is done, and how long the rest will take if it
 * goes on as before.
 */
final class CountedSteps implements Consumer<String> {
  private final List<Double> weights;
  private final double total;
  private final Consumer<String> progress;
  private final LongSupplier nanoTime;
  private final long start;
  private int begun;
  private double done;

  /** Steps that take about equally long. */
  CountedSteps(int number, Consumer<String> progress) {
    this(Collections.nCopies(number, 1.0), progress);
  }

  /**
   * Steps of different lengths.
   *
   * @param weights how long each one takes, in any unit
   */
  CountedSteps(List<Double> weights, Consumer<String> progress) {
    this(weights, progress, System::nanoTime);
  }

  CountedSteps(List<Double> weights, Consumer<String> progress, LongSupplier nanoTime) {
    this.weights = List.copyOf(weights);
    this.progress = progress;
    this.nanoTime = nanoTime;
    total = weights.stream().mapToDouble(w -> w).sum();
    start = nanoTime.getAsLong();
  }

  /** Begins the next step. */
  @Override
  public void accept(String what) {
    String left =
        done == 0
            ? ""
            : ", " + duration((nanoTime.getAsLong() - start) * 1e-9 * (total - done) / done);
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s (%d of %d, %d %% done%s)",
            what,
            begun + 1,
            weights.size(),
            (int) (100 * done / total),
            left));
    done += weights.get(begun++);
  }

  private static String duration(double seconds) {
    return seconds < 60
        ? String.format(Locale.ROOT, "about %.0f s left", seconds)
        : String.format(Locale.ROOT, "about %.0f min left", seconds / 60);
  }
}
