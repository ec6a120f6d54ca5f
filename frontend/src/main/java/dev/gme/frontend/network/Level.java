package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import dev.gme.frontend.audio.Audio;
import java.util.Map;

/**
 * The level that a recording is brought to before its features are made: the root of the mean
 * square of all its samples, in dB below full scale.
 *
 * <pre>{@code
 * Audio levelled = Level.to(-26).apply(audio);
 * }</pre>
 *
 * @param kind what is changed
 * @param db the level, 0 or less
 */
public record Level(Kind kind, double db) {
  /** What is changed. */
  public enum Kind {
    NONE,
    /** Every recording gets the level. */
    SET,
    /** Recordings below the level are raised to it: Resemblyzer's. */
    RAISE
  }

  /** Recordings stay as they are. */
  public static final Level NONE = new Level(Kind.NONE, 0);

  public Level {
    SpecChecks.require(db <= 0 && db >= -120, "a level from -120 to 0 dB", db);
  }

  /** Every recording is brought to so many dB (a negative number) relative to full scale. */
  public static Level to(double db) {
    return new Level(Kind.SET, db);
  }

  /** What {@link #toTree} gives as text: {@code none}, or a number of dB. */
  public static Level parse(String text) {
    if (text.equals("none")) {
      return NONE;
    }
    try {
      return to(Double.parseDouble(text));
    } catch (IllegalArgumentException e) {
      throw new GmeException(
          "expected a level from -120 to 0 dB, or none, found '"
              + GmeException.printable(text)
              + "'",
          "write a number such as -26");
    }
  }

  /** The level of a recording; minus infinity for silence. */
  public static double of(Audio audio) {
    float[] x = audio.samples();
    // Four sums: each addition would else wait for the one before.
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= x.length; i += 4) {
      a += (double) x[i] * x[i];
      b += (double) x[i + 1] * x[i + 1];
      c += (double) x[i + 2] * x[i + 2];
      d += (double) x[i + 3] * x[i + 3];
    }
    for (; i < x.length; i++) {
      a += (double) x[i] * x[i];
    }
    double rms = Math.sqrt((a + b + c + d) / Math.max(1, x.length));
    return 20 * Math.log10(rms / FrontEndSpec.FULL_SCALE);
  }

  /**
   * The recording at this level.
   *
   * @throws GmeException if it is silent, or has a sample that is not finite
   */
  public Audio apply(Audio audio) {
    if (kind == Kind.NONE) {
      return audio;
    }
    double found = of(audio);
    if (!Double.isFinite(found)) {
      throw new GmeException(
          found < 0
              ? "the recording is silent and has no level"
              : "the recording has a sample that is not finite",
          "leave it out, or check its channel");
    }
    if (kind == Kind.RAISE && found >= db) {
      return audio;
    }
    double factor = Math.pow(10, (db - found) / 20);
    float[] out = new float[audio.length()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) (factor * audio.samples()[i]);
    }
    return Audio.wrap(audio.rate(), out);
  }

  /** As {@link DescriptionReader} reads it. */
  Object toTree() {
    return switch (kind) {
      case NONE -> "none";
      case SET -> db;
      case RAISE -> Map.of("raise", db);
    };
  }
}
