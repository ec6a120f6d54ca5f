package dev.gme.core;

import static org.assertj.core.api.Assertions.assertThat;

/** Wants to hear no more from the first report on. */
public final class CancelledProgress implements Progress {
  @Override
  public void update(String what, long done, long total) {
    assertThat(done).isLessThanOrEqualTo(total);
  }

  @Override
  public boolean isCancelled() {
    return true;
  }
}
