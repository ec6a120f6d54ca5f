package dev.gme.core.score.sink;

/** The scores of a list of trials. */
public final class TrialScores {
  private final float[] scores;
  private final ScoreReport report;
  private final long oneByOne;

  public TrialScores(float[] scores, ScoreReport report, long oneByOne) {
    this.scores = scores;
    this.report = report;
    this.oneByOne = oneByOne;
  }

  /** The scores in the order of the list: the array itself. */
  public float[] scores() {
    return scores;
  }

  public float score(int trial) {
    return scores[trial];
  }

  public int size() {
    return scores.length;
  }

  /** How many scores were made, and how far off they may be. */
  public ScoreReport report() {
    return report;
  }

  /** How many trials were scored one by one, in double, because few others were near. */
  public long oneByOne() {
    return oneByOne;
  }

  @Override
  public String toString() {
    return size() + " trials, " + oneByOne + " of them scored one by one";
  }
}
