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
  private final ProgressLine line;
  private final boolean tells;

  private LineProgress(Terminal terminal, ProgressLine line, boolean tells) {
    this.terminal = terminal;
    this.line = line;
    this.tells = tells;
  }

  /** A line only, which vanishes when the work is done. */
  public static LineProgress of(Terminal terminal, String what) {
    return new LineProgress(terminal, terminal.progress(what), false);
  }

  /** A line, and every objective that training reports. */
  public static LineProgress ofTraining(Terminal terminal) {
    return new LineProgress(terminal, terminal.progress("training"), true);
  }

  @Override
  public void update(String what, long done, long total) {
    line.update(done, total);
  }

  @Override
  public void objective(Objective objective) {
    if (tells) {
      line.close();
      terminal.say(objective.toString());
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
