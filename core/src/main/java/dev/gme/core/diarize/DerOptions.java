package dev.gme.core.diarize;

/**
 * What of a recording counts in a diarization error rate (docs/math.md 9.9).
 *
 * @param collar seconds on either side of every boundary of the reference that do not count
 * @param skipOverlap whether time with more than one speaker in the reference does not count
 */
public record DerOptions(double collar, boolean skipOverlap) {
  /** Everything counts. */
  public static final DerOptions ALL = new DerOptions(0, false);

  /** A collar of 0.25 s and no overlapped speech, the forgiving way of the NIST evaluations. */
  public static final DerOptions FORGIVING = new DerOptions(0.25, true);

  public DerOptions {
    if (!(collar >= 0 && collar < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the collar is at least 0 seconds, found " + collar);
    }
  }
}
