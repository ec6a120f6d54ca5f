package dev.gme.core.diarize;

/**
 * How speakers of windows are found (docs/math.md 9.10).
 *
 * <pre>{@code
 * DiarizerOptions four = DiarizerOptions.DEFAULT.withSpeakers(4, 4);
 * }</pre>
 *
 * @param method what follows average linkage
 * @param scale of the log-likelihoods, beside what the overlap of windows asks for; it is learned
 *     from windows of known speakers
 * @param fb F_b, what a speaker costs: the larger, the fewer are found
 * @param dwell seconds after which the next speaker is drawn, on the average: the loop probability
 *     is e^(−h/dwell) for a window every h seconds
 * @param min at least so many speakers
 * @param max at most so many
 */
public record DiarizerOptions(
    Method method, double scale, double fb, double dwell, int min, int max) {
  /** What follows average linkage. */
  public enum Method {
    /** The hidden Markov model of a conversation. */
    VBHMM,
    /** Joins of sets whose pools gain most. */
    POOL,
    /** Nothing. */
    AVERAGE
  }

  /** Found on simulated and stitched conversations (docs/studies/clustering.md). */
  public static final DiarizerOptions DEFAULT =
      new DiarizerOptions(Method.VBHMM, 1, 10, 8, 1, Integer.MAX_VALUE);

  public DiarizerOptions {
    positive("the scale", scale);
    positive("Fb", fb);
    positive("the dwell time", dwell);
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "the number of speakers is at least 1 and from min to max, found " + min + " and " + max);
    }
  }

  private static void positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive and finite, found " + value);
    }
  }

  public DiarizerOptions withMethod(Method other) {
    return new DiarizerOptions(other, scale, fb, dwell, min, max);
  }

  public DiarizerOptions withScale(double other) {
    return new DiarizerOptions(method, other, fb, dwell, min, max);
  }

  public DiarizerOptions withFb(double other) {
    return new DiarizerOptions(method, scale, other, dwell, min, max);
  }

  public DiarizerOptions withDwell(double other) {
    return new DiarizerOptions(method, scale, fb, other, min, max);
  }

  /** At least and at most so many speakers. */
  public DiarizerOptions withSpeakers(int least, int most) {
    return new DiarizerOptions(method, scale, fb, dwell, least, most);
  }
}
