package dev.gme.cli.terminal;

import java.io.PrintStream;

/** One line of a terminal, written over and over. */
final class ScreenLine implements ProgressDisplay {
  private final PrintStream screen;
  private final int width;
  private int shown;

  /** A line on a terminal that has so many columns. */
  ScreenLine(PrintStream screen, int columns) {
    this.screen = screen;
    width = columns - 1; // some terminals wrap when the last column is written
  }

  @Override
  public synchronized void show(String what, double share, String text) {
    String line = text.length() > width ? text.substring(0, width) : text;
    screen.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
    shown = line.length();
  }

  @Override
  public synchronized void erase() {
    if (shown > 0) {
      show("", 0, "");
      screen.print("\r");
      screen.flush();
    }
  }
}
