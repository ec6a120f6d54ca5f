package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.Progress;

/** The progress of a list of trials, told by many threads. */
@Internal
public final class TrialProgress {
  private final Progress progress;
  private final long total;
  private long done;

  public TrialProgress(Progress progress, long total) {
    this.progress = progress;
    this.total = total;
  }

  public synchronized void add(int trials) {
    done += trials;
    progress.step("scoring", done, total);
  }
}
