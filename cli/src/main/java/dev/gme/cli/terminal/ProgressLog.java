package dev.gme.cli.terminal;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * Lines in a file, now and then: none of work that is done within half a minute, and few of work
 * that takes hours.
 */
final class ProgressLog implements ProgressDisplay {
  private static final long SECOND = 1_000_000_000L;
  private static final long LEAST_BETWEEN = 30 * SECOND;

  /** As long as this without a line, one would think that the work hangs. */
  private static final long MOST_BETWEEN = 300 * SECOND;

  private static final double NEWS = 0.1;

  private final PrintStream file;
  private final LongSupplier nanoTime;
  private long last;
  private String part = "";
  private double share;

  ProgressLog(PrintStream file, LongSupplier nanoTime) {
    this.file = file;
    this.nanoTime = nanoTime;
    last = nanoTime.getAsLong();
  }

  @Override
  public synchronized void show(String what, double done, String text) {
    long since = nanoTime.getAsLong() - last;
    boolean news = !what.equals(part) || done - share >= NEWS || since >= MOST_BETWEEN;
    if (since >= LEAST_BETWEEN && news) {
      file.print(text + System.lineSeparator());
      last += since;
      part = what;
      share = done;
    }
  }

  @Override
  public void erase() {}
}
