package dev.gme.benchmarks.study;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Adds to what is being done how much of a study is done, and how long the rest will take if its
 * steps take as long as those before.
 */
final class CountedSteps implements Consumer<String> {
  private final int total;
  private final Consumer<String> progress;
  private final LongSupplier nanoTime;
  private final long start;
  private int begun;

  CountedSteps(int total, Consumer<String> progress) {
    this(total, progress, System::nanoTime);
  }

  CountedSteps(int total, Consumer<String> progress, LongSupplier nanoTime) {
    this.total = total;
    this.progress = progress;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
  }

  /** Begins the next step. */
  @Override
  public void accept(String what) {
    int done = begun++;
    String left =
        done == 0
            ? ""
            : ", " + duration((nanoTime.getAsLong() - start) * 1e-9 * (total - done) / done);
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s (%d of %d, %d %% done%s)",
            what,
            begun,
            total,
            100 * done / total,
            left));
  }

  private static String duration(double seconds) {
    return seconds < 60
        ? String.format(Locale.ROOT, "about %.0f s left", seconds)
        : String.format(Locale.ROOT, "about %.0f min left", seconds / 60);
  }
}
