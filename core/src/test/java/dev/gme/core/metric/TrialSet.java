package dev.gme.core.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Trials in the hands of a caller, and small random ones to try properties on. */
final class TrialSet {
  final double[] scores;
  final boolean[] isTarget;
  final double[] weights;

  TrialSet(double[] scores, boolean[] isTarget, double[] weights) {
    this.scores = scores;
    this.isTarget = isTarget;
    this.weights = weights;
  }

  /** Scores as an array, for short calls. */
  static double[] scores(double... scores) {
    return scores;
  }

  /** Targets first, then non-targets, all of weight 1. */
  static TrialSet of(double[] targets, double[] nontargets) {
    double[] scores = Arrays.copyOf(targets, targets.length + nontargets.length);
    System.arraycopy(nontargets, 0, scores, targets.length, nontargets.length);
    boolean[] isTarget = new boolean[scores.length];
    Arrays.fill(isTarget, 0, targets.length, true);
    double[] weights = new double[scores.length];
    Arrays.fill(weights, 1);
    return new TrialSet(scores, isTarget, weights);
  }

  /**
   * Between 2 and 40 trials with at least one of each kind. By the seed, scores lie on a coarse
   * grid or are continuous, some are infinite, and weights are all 1, small integers or reals (0
   * among both).
   */
  static TrialSet random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 2 + random.nextInt(39);
    boolean grid = random.nextBoolean();
    boolean infinite = random.nextInt(3) == 0;
    int kindOfWeight = random.nextInt(3);
    TrialSet out = new TrialSet(new double[n], new boolean[n], new double[n]);
    for (int i = 0; i < n; i++) {
      out.isTarget[i] = i == 0 || (i > 1 && random.nextInt(3) == 0);
      double score = random.nextDouble(-4, 4) + (out.isTarget[i] ? 1 : -1);
      out.scores[i] = grid ? Math.rint(score) : score;
      if (infinite && random.nextInt(8) == 0) {
        out.scores[i] = Math.copySign(Double.POSITIVE_INFINITY, random.nextDouble() - 0.5);
      }
      out.weights[i] =
          switch (kindOfWeight) {
            case 0 -> 1;
            case 1 -> random.nextInt(4);
            default -> random.nextInt(5) == 0 ? 0 : random.nextDouble(0.01, 3);
          };
    }
    out.weights[0] = 1;
    out.weights[1] = 1;
    return out;
  }

  int size() {
    return scores.length;
  }

  ScoredTrials trials() {
    return ScoredTrials.of(scores, isTarget, weights);
  }

  TrialSet mapScores(DoubleUnaryOperator map) {
    return new TrialSet(Arrays.stream(scores).map(map).toArray(), isTarget, weights);
  }

  TrialSet withWeights(double[] other) {
    return new TrialSet(scores, isTarget, other);
  }

  /** Each trial as often as its weight (rounded) says, with weight 1. */
  TrialSet repeated() {
    List<Integer> index = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      for (int k = 0; k < Math.rint(weights[i]); k++) {
        index.add(i);
      }
    }
    double[] targets =
        index.stream().filter(i -> isTarget[i]).mapToDouble(i -> scores[i]).toArray();
    double[] others =
        index.stream().filter(i -> !isTarget[i]).mapToDouble(i -> scores[i]).toArray();
    return of(targets, others);
  }

  double[] roundedWeights() {
    return Arrays.stream(weights).map(Math::rint).toArray();
  }

  boolean hasInfiniteScore() {
    return IntStream.range(0, size()).anyMatch(i -> Double.isInfinite(scores[i]));
  }
}
