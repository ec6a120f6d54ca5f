package dev.gme.core.train.data;

import java.util.Arrays;

/**
 * How training data are cut for sums (docs/math.md 4.7): into runs of whole speakers, in the order
 * of their names or numbers, with a limit of recordings; a speaker of more is a leaf of its own. A
 * function of the data alone, so that one computer and any cluster add up the same leaves with
 * {@link dev.gme.core.parallel.TreeSum}.
 *
 * <pre>{@code
 * SpeakerLeaves leaves = SpeakerLeaves.of(recordingsOfEachSpeaker);
 * int leaf = leaves.leafOf(speaker);
 * }</pre>
 */
public final class SpeakerLeaves {
  /** Enough rows for matrix products to run at full speed, see docs/decisions/0022. */
  static final int LEAST = 512;

  /** Where there are many recordings, sums are not added up more often than this. */
  static final int MOST = 8192;

  /** So many leaves are aimed at between the two limits. */
  static final int AIM = 64;

  /** The first speaker of each leaf, and the number of speakers at the end. */
  private final int[] first;

  private SpeakerLeaves(int[] first) {
    this.first = first;
  }

  /**
   * The leaves of speakers in their order.
   *
   * @param recordings how many recordings of positive weight each speaker has
   */
  public static SpeakerLeaves of(int[] recordings) {
    long total = 0;
    for (int n : recordings) {
      if (n < 1) {
        throw new IllegalArgumentException("every speaker needs a recording, found " + n);
      }
      total += n;
    }
    return of(recordings, limit(total));
  }

  /** All speakers as a single leaf, whatever the limit. */
  static SpeakerLeaves single(int speakers) {
    return new SpeakerLeaves(new int[] {0, speakers});
  }

  static SpeakerLeaves of(int[] recordings, int limit) {
    return new SpeakerLeaves(runs(recordings, 0, recordings.length, limit));
  }

  /** How many recordings a leaf has at most, unless they are of one speaker. */
  public static int limit(long recordings) {
    return (int) Math.max(LEAST, Math.min(MOST, recordings / AIM));
  }

  /** Where runs of whole speakers begin that have no more than so many recordings, and the end. */
  static int[] runs(int[] recordings, int from, int to, int limit) {
    int[] starts = new int[to - from + 1];
    int runs = 0;
    for (int s = from; s < to; ) {
      starts[runs++] = s;
      long size = recordings[s++];
      while (s < to && size + recordings[s] <= limit) {
        size += recordings[s++];
      }
    }
    starts[runs] = to;
    return Arrays.copyOf(starts, runs + 1);
  }

  /** How many leaves there are. */
  public int size() {
    return first.length - 1;
  }

  /** The first speaker of a leaf; of {@link #size}, the number of speakers. */
  public int first(int leaf) {
    return first[leaf];
  }

  /** The leaf of a speaker. */
  public int leafOf(int speaker) {
    if (speaker < 0 || speaker >= first[size()]) {
      throw new IllegalArgumentException("speaker " + speaker + " of " + first[size()]);
    }
    int at = Arrays.binarySearch(first, speaker);
    return at >= 0 ? at : -at - 2;
  }
}
