package dev.gme.core.score;

import dev.gme.core.score.sink.ScoreTile;

/** Two transforms, one after the other; scores between them are floats, as everywhere. */
record TransformChain(ScoreTransform first, ScoreTransform second) implements ScoreTransform {
  @Override
  public double apply(int enrol, int test, double score) {
    return second.apply(enrol, test, (float) first.apply(enrol, test, score));
  }

  @Override
  public void apply(ScoreTile tile) {
    first.apply(tile);
    second.apply(tile);
  }

  @Override
  public String describe(String scores) {
    return second.describe(first.describe(scores));
  }

  @Override
  public String toString() {
    return first + ", then " + second;
  }
}
