package dev.gme.core.diarize;

import java.util.Arrays;

/** Who speaks in every window of a recording. Enrolled speakers have the first numbers. */
public final class WindowSpeakers {
  private final int[] labels;
  private final int[] second;
  private final int enrolled;
  private final int startSets;
  private final int speakers;

  private WindowSpeakers(int[] labels, int[] second, int startSets, int enrolled) {
    this.enrolled = enrolled;
    this.startSets = startSets;
    // Others are numbered in the order in which they speak first.
    int most = Math.max(max(labels), max(second)) + 1;
    int[] to = new int[most];
    Arrays.fill(to, -1);
    int heard = 0;
    int free = enrolled;
    for (int s : labels) {
      if (to[s] < 0) {
        to[s] = s < enrolled ? s : free++;
        heard++;
      }
    }
    speakers = heard;
    this.labels = Arrays.stream(labels).map(s -> to[s]).toArray();
    // A speaker who is never the first is no speaker at all.
    this.second = new int[second.length];
    Arrays.setAll(this.second, t -> to[second[t]] < 0 ? this.labels[t] : to[second[t]]);
  }

  private static int max(int[] labels) {
    return Arrays.stream(labels).max().orElse(-1);
  }

  static WindowSpeakers of(VbHmmState state, int startSets, int enrolled) {
    return new WindowSpeakers(state.labels(), state.secondLabels(), startSets, enrolled);
  }

  /** Without second speakers. */
  static WindowSpeakers hard(int[] labels, int startSets, int enrolled) {
    return new WindowSpeakers(labels, labels, startSets, enrolled);
  }

  /** The speaker of every window; a copy. */
  public int[] labels() {
    return labels.clone();
  }

  /** The next most probable speaker; the first again where there is none. A copy. */
  public int[] secondLabels() {
    return second.clone();
  }

  /** How many speakers were heard. */
  public int speakers() {
    return speakers;
  }

  /** How many sets average linkage left. */
  public int startSets() {
    return startSets;
  }

  /** One more than the largest label that can be, heard or not. */
  public int numbers() {
    return Math.max(enrolled, max(labels) + 1);
  }
}
