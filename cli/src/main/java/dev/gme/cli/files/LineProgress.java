package dev.gme.cli.files;

import dev.gme.cli.terminal.ProgressLine;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;

/**
 * Shows the progress of library calls as a {@link ProgressLine}, and tells each new objective of a
 * training as a line that stays.
 *
 * <pre>{@code
 * try (LineProgress progress = LineProgress.of(terminal, "scoring")) {
 *   scorer.score(enrol, test, sink, progress);
 * }
 * }</pre>
 */
public final class LineProgress implements Progress, AutoCloseable {
  private final Terminal terminal;
  private final Shows shows;
  private ProgressLine line;
  private String part = "";

  /** What is shown beside how much is done. */
  private enum Shows {
    WORK,
    OBJECTIVES,
    PARTS
  }

  private LineProgress(Terminal terminal, String what, Shows shows) {
    this.terminal = terminal;
    this.line = terminal.progress(what);
    this.shows = shows;
  }

  /** A line only, which vanishes when the work is done. */
  public static LineProgress of(Terminal terminal, String what) {
    return new LineProgress(terminal, what, Shows.WORK);
  }

  /** A line, and every objective that training reports. */
  public static LineProgress ofTraining(Terminal terminal) {
    return new LineProgress(terminal, "training", Shows.OBJECTIVES);
  }

  /** A line for each part of the work in turn, under the name that the library has for it. */
  public static LineProgress ofParts(Terminal terminal) {
    return new LineProgress(terminal, "", Shows.PARTS);
  }

  @Override
  public synchronized void update(String what, long done, long total) {
    if (shows == Shows.PARTS && !what.equals(part)) {
      line.close();
      part = what;
      line = terminal.progress(what);
    }
    line.update(done, total);
  }

  @Override
  public void objective(Objective objective) {
    if (shows == Shows.OBJECTIVES) {
      say(objective.toString());
    }
  }

  @Override
  public void note(String sentence) {
    say(sentence);
  }

  /** Says something that stays, above the line. */
  public synchronized void say(String sentence) {
    line.close();
    terminal.say(sentence);
  }

  @Override
  public synchronized void close() {
    line.close();
  }
}
