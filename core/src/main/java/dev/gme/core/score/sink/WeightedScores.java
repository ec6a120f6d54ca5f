package dev.gme.core.score.sink;

import java.util.Arrays;

/** Scores, and how many trials have each. */
final class WeightedScores {
  final double[] scores;
  final double[] weights;

  WeightedScores(float[] all) {
    scores = new double[all.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = all[i];
    }
    weights = new double[scores.length];
    Arrays.fill(weights, 1);
  }

  WeightedScores(ScoreHistogram histogram, boolean atUpperEnd) {
    int[] used = histogram.usedBins();
    ScoreBins bins = histogram.bins();
    scores = new double[used.length];
    weights = new double[used.length];
    for (int i = 0; i < used.length; i++) {
      scores[i] = atUpperEnd ? bins.upper(used[i]) : bins.lower(used[i]);
      weights[i] = histogram.count(used[i]);
    }
  }
}
