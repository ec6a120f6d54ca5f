package dev.gme.core.score.sink;

/**
 * What a pair is to an evaluation. Must give the same answers to all threads.
 *
 * <pre>{@code
 * TrialKey sameGender = (row, col) ->
 *     gender[row] != testGender[col] ? Kind.NONE
 *         : speaker[row] == testSpeaker[col] ? Kind.TARGET : Kind.NONTARGET;
 * }</pre>
 */
@FunctionalInterface
public interface TrialKey {
  /** What a pair of recordings may be. */
  enum Kind {
    /** A trial of one speaker. */
    TARGET,
    /** A trial of two speakers. */
    NONTARGET,
    /** The pair is no trial. */
    NONE
  }

  /** The kind of a pair, by the caller's numbers. */
  Kind kind(int row, int col);
}
