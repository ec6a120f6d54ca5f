package dev.gme.core.train.data;

import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides speakers by chance into groups of nearly equal size, each of which is held out in turn.
 *
 * <p>The fewer the speakers, the more a division leaves to chance, and the cheaper is another one:
 * fewer than a hundred are divided twice. The more there are, the sooner they tell enough: groups
 * are left away beyond a thousand held-out speakers.
 */
public final class SpeakerFolds {
  private static final int FEW = 100;
  private static final int ENOUGH = 1000;

  private SpeakerFolds() {}

  /**
   * The groups; element s of each says whether speaker s is held out in it.
   *
   * @param groups how many the speakers are divided into, at least 2
   */
  public static List<boolean[]> of(int speakers, int groups, long seed) {
    if (groups < 2) {
      throw new IllegalArgumentException("speakers need at least 2 groups, found " + groups);
    }
    List<boolean[]> folds = new ArrayList<>();
    for (int division = 0; division < (speakers < FEW ? 2 : 1); division++) {
      int[] order = shuffled(speakers, new SeededRandom(seed, division));
      for (int g = 0; g < groups; g++) {
        boolean[] held = new boolean[speakers];
        for (int i = g; i < speakers; i += groups) {
          held[order[i]] = true;
        }
        folds.add(held);
        if ((long) folds.size() * speakers / groups >= ENOUGH) {
          return folds;
        }
      }
    }
    return folds;
  }

  private static int[] shuffled(int n, SeededRandom random) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
