package dev.gme.core.score.sink;

/**
 * The scores of a list of trials.
 *
 * @param scores the scores in the order of the list: the array itself
 * @param report how many scores were made, and how far off they may be
 * @param oneByOne how many trials were scored one by one, in double, because few others were near
 */
public record TrialScores(float[] scores, ScoreReport report, long oneByOne) {
  /** The score of one trial, counted from 0. */
  public float score(int trial) {
    return scores[trial];
  }

  /** How many trials there are. */
  public int size() {
    return scores.length;
  }

  @Override
  public String toString() {
    return size() + " trials, " + oneByOne + " of them scored one by one";
  }
}
