package dev.gme.cli.audio;

import dev.gme.cli.terminal.ProgressLine;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;

/** Shows work of many parts on the terminal, a line for each part in turn. */
final class LiveProgress implements Progress, AutoCloseable {
  private final Terminal terminal;
  private String what = "";
  private ProgressLine line;

  LiveProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void update(String part, long done, long total) {
    if (!part.equals(what)) {
      close();
      what = part;
      line = terminal.progress(part);
    }
    line.update(done, total);
  }

  /** Says something between two parts. */
  synchronized void say(String sentence) {
    close();
    what = "";
    terminal.say(sentence);
  }

  @Override
  public synchronized void close() {
    if (line != null) {
      line.close();
      line = null;
      what = "";
    }
  }
}
