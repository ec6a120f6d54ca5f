package dev.gme.core.score;

import dev.gme.core.score.sink.ScoreTile;

/** A transform of sides that are numbered from 0, for recordings with higher numbers. */
record MovedTransform(ScoreTransform transform, int firstEnrol, int firstTest)
    implements ScoreTransform {
  @Override
  public double apply(int enrol, int test, double score) {
    return transform.apply(enrol - firstEnrol, test - firstTest, score);
  }

  @Override
  public void apply(ScoreTile tile) {
    transform.apply(tile.moved(-firstEnrol, -firstTest));
  }

  @Override
  public String describe(String scores) {
    return transform.describe(scores);
  }

  @Override
  public String toString() {
    return transform + " from numbers " + firstEnrol + " and " + firstTest;
  }
}
