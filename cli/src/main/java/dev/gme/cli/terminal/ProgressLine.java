package dev.gme.cli.terminal;

import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says what is done, how far it is and how long it will take: on a terminal in one line, which
 * vanishes when closed, and elsewhere in a line now and then. Many threads may report to it.
 *
 * <pre>{@code
 * try (ProgressLine line = terminal.progress("scoring")) {
 *   for (int tile = 0; tile < tiles; tile++) {
 *     score(tile);
 *     line.update(tile + 1, tiles);
 *   }
 * }
 * }</pre>
 */
public final class ProgressLine implements AutoCloseable {
  /** Often enough to look alive, seldom enough to cost nothing. */
  private static final long BETWEEN_NANOS = 100_000_000;

  /** An estimate made from less than this would jump about. */
  private static final double ESTIMATE_AFTER_SECONDS = 2;

  private final String what;
  private final ProgressDisplay display;
  private final LongSupplier nanoTime;
  private final long start;
  private long last;

  ProgressLine(String what, ProgressDisplay display, LongSupplier nanoTime) {
    this.what = what;
    this.display = display;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    last = start - BETWEEN_NANOS;
  }

  /** Says how much is done; a total of 0 means that it is not known. */
  public synchronized void update(long done, long total) {
    long now = nanoTime.getAsLong();
    if (now - last < BETWEEN_NANOS) {
      return;
    }
    last = now;
    display.show(
        what, total <= 0 ? 0 : (double) done / total, text(done, total, (now - start) / 1e9));
  }

  private String text(long done, long total, double seconds) {
    if (total <= 0) {
      return String.format(Locale.ROOT, "%s: %,d", what, done);
    }
    String text =
        String.format(Locale.ROOT, "%s: %,d of %,d (%d %%)", what, done, total, 100 * done / total);
    return done <= 0 || done >= total || seconds < ESTIMATE_AFTER_SECONDS
        ? text
        : text + ", " + duration(seconds * (total - done) / done) + " left";
  }

  private static String duration(double seconds) {
    long s = Math.round(seconds);
    return s < 60
        ? s + " s"
        : s < 3600 ? s / 60 + " min" : s / 3600 + " h " + s % 3600 / 60 + " min";
  }

  /** Leaves the terminal without the line. */
  @Override
  public void close() {
    display.erase();
  }
}
