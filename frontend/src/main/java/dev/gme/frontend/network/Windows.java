package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The pieces of a recording that a network sees one by one, and how their embeddings become one.
 *
 * @param length of a window in seconds; 0 for the whole recording
 * @param shift from a window to the next, in seconds; 0 for the length
 * @param combine what becomes of the embeddings of several windows
 */
public record Windows(double length, double shift, Combine combine) {
  /** What becomes of the embeddings of several windows. */
  public enum Combine {
    /** Their mean, weighted by frames. */
    MEAN,
    /** The same, of embeddings of length 1, and made so again. */
    NORMALIZED_MEAN
  }

  /** The longest piece that a network sees unless another is allowed, in seconds. */
  public static final double MOST_SECONDS = 60;

  /** Recordings are seen whole. */
  public static final Windows WHOLE = new Windows(0, 0, Combine.MEAN);

  /**
   * A piece of a recording.
   *
   * @param from its first sample
   * @param to one behind its last
   */
  public record Part(int from, int to) {
    public Part {
      if (from < 0 || to < from) {
        throw new IllegalArgumentException("a part from " + from + " to " + to);
      }
    }

    /** Samples. */
    public int length() {
      return to - from;
    }
  }

  public Windows {
    SpecChecks.require(length >= 0 && length <= 86400, "windows from 0 to 86400 seconds", length);
    SpecChecks.require(
        shift >= 0 && shift <= length, "a shift up to the length of the windows", shift);
  }

  /** Length and shift in seconds, such as {@code 1.5:0.75}, or the length alone. */
  public static Windows parse(String text) {
    String[] words = text.split(":", -1);
    try {
      if (words.length <= 2) {
        double shift = words.length == 1 ? 0 : Double.parseDouble(words[1]);
        return new Windows(Double.parseDouble(words[0]), shift, Combine.MEAN);
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new GmeException(
        "expected LENGTH:SHIFT in seconds, the shift up to the length, found '"
            + GmeException.printable(text)
            + "'",
        "write windows such as 1.5:0.75");
  }

  /**
   * The windows of a recording, in order. Together they cover it: the last one ends with it, and is
   * no shorter than the others, where the recording is long enough for one. A whole recording that
   * is longer than allowed is cut into as few pieces as can be, of the same length.
   *
   * @param most seconds of a piece of a recording that is seen whole
   */
  public List<Part> parts(int samples, int rate, double most) {
    if (!(most > 0)) {
      throw new IllegalArgumentException("pieces of at most " + most + " s");
    }
    List<Part> parts = new ArrayList<>();
    if (length == 0) {
      long pieces = Math.max(1, (long) Math.ceil(samples / (most * rate)));
      for (long i = 0; i < pieces; i++) {
        parts.add(new Part((int) (samples * i / pieces), (int) (samples * (i + 1) / pieces)));
      }
      return List.copyOf(parts);
    }
    int n = (int) Math.max(1, Math.min(Math.rint(length * rate), Integer.MAX_VALUE));
    int step = (int) Math.max(1, Math.rint((shift == 0 ? length : shift) * rate));
    int at = 0;
    for (; at + (long) n < samples; at = (int) Math.min((long) at + step, samples)) {
      parts.add(new Part(at, at + n));
    }
    parts.add(new Part(Math.max(0, samples - n), samples));
    return List.copyOf(parts);
  }

  /** As {@link DescriptionReader} reads it. */
  Map<String, Object> toTree() {
    Map<String, Object> map = new java.util.LinkedHashMap<>();
    map.put("length", length);
    map.put("shift", shift);
    map.put("combine", StftSpec.word(combine));
    return map;
  }
}
