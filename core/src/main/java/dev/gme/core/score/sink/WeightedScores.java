package dev.gme.core.score.sink;

import java.util.Arrays;

/** Scores, and how many trials have each. */
final class WeightedScores {
  final double[] scores;
  final double[] weights;

  WeightedScores(FloatList list) {
    scores = new double[list.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = list.get(i);
    }
    weights = new double[scores.length];
    Arrays.fill(weights, 1);
  }

  WeightedScores(ScoreBins bins, long[] counts, boolean atUpperEnd) {
    int n = (int) Arrays.stream(counts).filter(c -> c > 0).count();
    scores = new double[n];
    weights = new double[n];
    int to = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0) {
        scores[to] = atUpperEnd ? bins.upper(bin) : bins.lower(bin);
        weights[to++] = counts[bin];
      }
    }
  }

  /** How many trials there are. */
  long total() {
    return (long) Arrays.stream(weights).sum();
  }
}
