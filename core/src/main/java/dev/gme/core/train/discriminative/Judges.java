package dev.gme.core.train.discriminative;

import java.util.Arrays;

/**
 * The held-out speakers of all folds as judges of a change (docs/math.md 5.5). They allow what does
 * not raise any of the figures that users look at, and call a gain shown that is larger than its
 * standard error over speakers.
 */
final class Judges {
  private static final double MARGIN = 1;

  /** The speaker of each place in the results of all folds. */
  private final int[] speaker;

  private final int speakers;

  Judges(int[] speaker) {
    this.speaker = speaker.clone();
    speakers = (int) Arrays.stream(speaker).distinct().count();
  }

  /**
   * What the judges say of a change.
   *
   * @param gain by how much the mean loss falls
   * @param standardError of the gain, over speakers
   */
  record Verdict(double gain, double standardError) {
    boolean isShown() {
      return gain > MARGIN * standardError;
    }
  }

  /** Whether no figure is worse than before. */
  boolean allow(HeldOutResult before, HeldOutResult after) {
    return after.rates().noWorseThan(before.rates());
  }

  Verdict verdict(HeldOutResult before, HeldOutResult after) {
    int most = Arrays.stream(speaker).max().orElse(0) + 1;
    double[] gain = new double[most];
    int[] times = new int[most];
    for (int i = 0; i < speaker.length; i++) {
      gain[speaker[i]] += before.ofSpeakers()[i] - after.ofSpeakers()[i];
      times[speaker[i]]++;
    }
    double sum = 0;
    for (int s = 0; s < most; s++) {
      gain[s] = times[s] == 0 ? 0 : gain[s] / times[s];
      sum += gain[s];
    }
    double mean = sum / speakers;
    double squares = 0;
    for (int s = 0; s < most; s++) {
      squares += times[s] == 0 ? 0 : (gain[s] - mean) * (gain[s] - mean);
    }
    return new Verdict(
        before.loss() - after.loss(), Math.sqrt(squares / Math.max(1, speakers - 1) / speakers));
  }
}
