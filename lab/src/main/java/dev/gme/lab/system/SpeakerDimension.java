package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;

/**
 * Which d a PLDA gets: the one rule of all commands.
 *
 * <pre>{@code
 * int d = SpeakerDimension.USUAL.of(data);        // a third of D, at most 200, fewer than speakers
 * int e = SpeakerDimension.atMost(60).of(data);   // 60, or less where the data carry no more
 * }</pre>
 *
 * @param kind what the number means
 * @param number d, or its limit; 0 for the usual one
 */
public record SpeakerDimension(Kind kind, int number) {
  /** What the number means. */
  public enum Kind {
    /** No number: {@link PldaRecipe#usualSpeakerDimension}. */
    USUAL,
    /** That many; refused in training where the data carry fewer. */
    EXACTLY,
    /** That many, or as many as the data carry. */
    AT_MOST
  }

  /** What suits the data, for those who have no better idea. */
  public static final SpeakerDimension USUAL = new SpeakerDimension(Kind.USUAL, 0);

  private static final String UP_TO = "up-to-";

  public SpeakerDimension {
    if (kind != Kind.USUAL && number < 1) {
      throw new GmeException(
          "a speaker dimension must be at least 1, found " + number, "give a positive number");
    }
  }

  public static SpeakerDimension exactly(int d) {
    return new SpeakerDimension(Kind.EXACTLY, d);
  }

  public static SpeakerDimension atMost(int d) {
    return new SpeakerDimension(Kind.AT_MOST, d);
  }

  /** Reads {@code 120} or {@code up-to-60}. */
  static SpeakerDimension parse(String text) {
    return text.startsWith(UP_TO)
        ? atMost(StepWords.integer(text.substring(UP_TO.length())))
        : exactly(StepWords.integer(text));
  }

  /**
   * The number for these data.
   *
   * @param ready the vectors that PLDA is trained on, after preprocessing
   */
  public int of(TrainingData ready) {
    return of(ready, List.of());
  }

  /** The number for these data before preprocessing, and what is done to them. */
  public int of(TrainingData data, List<StepSpec> preprocessing) {
    int dim = StepSpec.outputDimension(preprocessing, data.dimension());
    return switch (kind) {
      case USUAL -> PldaRecipe.usualSpeakerDimension(data, preprocessing);
      case EXACTLY -> number;
      case AT_MOST -> Math.max(1, Math.min(number, Math.min(data.speakers() - 1, dim - 1)));
    };
  }

  /** As {@link #parse} reads it; empty for the usual one. */
  @Override
  public String toString() {
    return switch (kind) {
      case USUAL -> "";
      case EXACTLY -> Integer.toString(number);
      case AT_MOST -> UP_TO + number;
    };
  }
}
