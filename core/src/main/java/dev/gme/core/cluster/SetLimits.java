package dev.gme.core.cluster;

/**
 * How many sets a clustering may have.
 *
 * @param min at least so many
 * @param max at most so many
 */
public record SetLimits(int min, int max) {
  /** Any number. */
  public static final SetLimits NONE = new SetLimits(1, Integer.MAX_VALUE);

  public SetLimits {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "limits on the number of sets must be 1 <= min <= max, found " + min + " and " + max);
    }
  }

  /** A given number of speakers. */
  public static SetLimits exactly(int sets) {
    return new SetLimits(sets, sets);
  }

  /** The same for a set that cannot have as many. */
  SetLimits within(int most) {
    return new SetLimits(Math.min(min, Math.max(most, 1)), max);
  }
}
