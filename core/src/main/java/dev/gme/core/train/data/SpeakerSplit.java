package dev.gme.core.train.data;

import dev.gme.core.Internal;
import dev.gme.core.math.SeededRandom;

/** Divides speakers by chance into those to learn from and those that are held out. */
@Internal
public final class SpeakerSplit {
  private SpeakerSplit() {}

  /**
   * Which of n speakers are held out.
   *
   * @param share the share of the speakers; at least one speaker is held out
   */
  public static boolean[] heldOut(int n, double share, long seed) {
    int count = Math.max(1, (int) Math.round(n * share));
    SeededRandom random = new SeededRandom(seed, 0);
    boolean[] held = new boolean[n];
    for (int s = 0; s < Math.min(count, n); ) {
      int pick = random.nextInt(n);
      if (!held[pick]) {
        held[pick] = true;
        s++;
      }
    }
    return held;
  }
}
