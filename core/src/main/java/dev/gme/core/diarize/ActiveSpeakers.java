package dev.gme.core.diarize;

/** Who speaks at a moment; a speaker who overlaps himself counts once. */
final class ActiveSpeakers {
  private final int[] turns;
  private final int[] active;
  private final int[] place;
  private int count;

  ActiveSpeakers(int speakers) {
    turns = new int[speakers];
    active = new int[speakers];
    place = new int[speakers];
  }

  /** A turn of a speaker begins (1) or ends (−1). */
  void change(int speaker, int by) {
    boolean was = turns[speaker] > 0;
    turns[speaker] += by;
    boolean is = turns[speaker] > 0;
    if (is && !was) {
      place[speaker] = count;
      active[count++] = speaker;
    } else if (was && !is) {
      int last = active[--count];
      active[place[speaker]] = last;
      place[last] = place[speaker];
    }
  }

  int count() {
    return count;
  }

  int speaker(int k) {
    return active[k];
  }

  boolean isActive(int speaker) {
    return turns[speaker] > 0;
  }
}
