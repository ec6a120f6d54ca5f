package dev.gme.core.train.discriminative;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Recordings in the whitened coordinates of a start, the speakers divided into those to learn from
 * and those that are held out.
 */
final class WhitenedData {
  final WhitenedExtractor space;
  private final RowSource preprocessed;
  private final float[] x;

  /** The speaker of each recording, from 0; −1 for those that are left out. */
  final int[] speaker;

  final int speakers;

  /** Recordings of each training speaker. */
  final int[][] training;

  /** Recordings of each held-out speaker. */
  final int[][] heldOut;

  /**
   * The recordings as a start sees them.
   *
   * @param held which speakers are held out; none, to learn from all
   */
  WhitenedData(TrainingData data, GmeExtractor start, boolean[] held) {
    space = new WhitenedExtractor(start);
    preprocessed = data.vectors();
    x = space.whiten(preprocessed);
    speakers = data.speakers();
    speaker = IntStream.range(0, data.size()).map(data::speaker).toArray();
    for (int j = 0; j < speaker.length; j++) {
      if (speaker[j] >= 0) {
        requireUnitWeight(j, data.weight(j));
        requireFinite(j);
      }
    }
    int[][] recordings = recordings();
    training = pick(recordings, s -> !held[s]);
    heldOut = pick(recordings, s -> held[s]);
    requirePairs("training", training);
    if (heldOut.length > 0) {
      requirePairs("held-out", heldOut);
    }
  }

  /** The recordings as the start's extractor takes them. */
  RowSource preprocessed() {
    return preprocessed;
  }

  private static void requireUnitWeight(int j, double weight) {
    if (weight != 1) {
      throw new GmeException(
          "discriminative training takes recordings of weight 0 or 1 only, but recording "
              + j
              + " (from 0) has weight "
              + weight,
          "train without weights, or leave recordings out by weight 0");
    }
  }

  private void requireFinite(int j) {
    int dim = space.dimension();
    for (int i = j * dim; i < (j + 1) * dim; i++) {
      if (!Float.isFinite(x[i])) {
        throw new GmeException(
            "training vector " + j + " (from 0) holds NaN, infinite or far too large elements",
            "drop the recording or extract its vector again");
      }
    }
  }

  /** The recordings of each speaker. */
  private int[][] recordings() {
    int[] count = new int[speakers];
    for (int s : speaker) {
      if (s >= 0) {
        count[s]++;
      }
    }
    int[][] out = new int[speakers][];
    Arrays.setAll(out, s -> new int[count[s]]);
    for (int j = speaker.length - 1; j >= 0; j--) {
      if (speaker[j] >= 0) {
        out[speaker[j]][--count[speaker[j]]] = j;
      }
    }
    return out;
  }

  private static int[][] pick(int[][] recordings, IntPredicate which) {
    return IntStream.range(0, recordings.length)
        .filter(which)
        .mapToObj(s -> recordings[s])
        .toArray(int[][]::new);
  }

  private static void requirePairs(String kind, int[][] recordings) {
    long n = 0;
    long same = 0;
    for (int[] of : recordings) {
      n += of.length;
      same += (long) of.length * of.length;
    }
    if (same == n || same == n * n) {
      throw new GmeException(
          "discriminative training needs pairs of one speaker and of two among the "
              + kind
              + " recordings, found "
              + (same - n)
              + " and "
              + (n * n - same),
          "give several recordings of more speakers");
    }
  }

  /** All recordings of some speakers, one speaker after the other. */
  static int[] flat(int[][] recordings) {
    return Arrays.stream(recordings).flatMapToInt(Arrays::stream).toArray();
  }

  /**
   * At most so many of the recordings: equally many of each speaker, as far as they have them, for
   * the more speakers there are the more can be told from pairs.
   */
  static int[] forAllPairs(int[][] recordings, int limit) {
    int most = Arrays.stream(recordings).mapToInt(of -> of.length).max().orElse(0);
    int each = 2;
    while (each < most && size(recordings, each + 1) <= limit) {
      each++;
    }
    int of = each;
    return Arrays.stream(recordings)
        .flatMapToInt(all -> Arrays.stream(all, 0, Math.min(of, all.length)))
        .limit(limit)
        .toArray();
  }

  /** How many recordings there are with at most so many of each speaker. */
  private static int size(int[][] recordings, int each) {
    return Arrays.stream(recordings).mapToInt(of -> Math.min(each, of.length)).sum();
  }

  /** The extractor's forward pass over some recordings. */
  ExtractorPass pass(double[] theta, int[] recordings) {
    int dim = space.dimension();
    float[] rows = new float[Math.multiplyExact(recordings.length, dim)];
    for (int i = 0; i < recordings.length; i++) {
      System.arraycopy(x, recordings[i] * dim, rows, i * dim, dim);
    }
    return new ExtractorPass(
        recordings.length, dim, rows, space.matrices(theta), space.lambda(theta), space.nu());
  }

  /** What there is of it, as far as two runs must have the same. */
  @Override
  public String toString() {
    return speaker.length + " recordings of " + speakers + " speakers, from " + space;
  }
}
