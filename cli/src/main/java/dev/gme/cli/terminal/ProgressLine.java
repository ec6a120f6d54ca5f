package dev.gme.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * One line on the terminal, written over and over: what is done, how far it is, how long it will
 * take. It vanishes when closed. Many threads may report to it.
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

  /** One less than the usual width: some terminals wrap when the last column is written. */
  private static final int WIDTH = 79;

  private final String what;
  private final PrintStream err;
  private final LongSupplier nanoTime;
  private final long start;
  private long last;
  private int shown;

  /** Shows nothing where {@code err} is null. */
  public ProgressLine(String what, PrintStream err, LongSupplier nanoTime) {
    this.what = what;
    this.err = err;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    last = start - BETWEEN_NANOS;
  }

  /** Says how much is done; a total of 0 means that it is not known. */
  public synchronized void update(long done, long total) {
    long now = nanoTime.getAsLong();
    if (err == null || now - last < BETWEEN_NANOS) {
      return;
    }
    last = now;
    show(text(done, total, (now - start) / 1e9));
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

  private void show(String text) {
    String line = text.length() > WIDTH ? text.substring(0, WIDTH) : text;
    err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
    shown = line.length();
  }

  /** Leaves the terminal without the line. */
  @Override
  public synchronized void close() {
    if (shown > 0) {
      show("");
      err.print("\r");
    }
  }
}
