package dev.gme.report.result;

import dev.gme.core.Internal;
import dev.gme.core.metric.EqualizedPartitions;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Parts of the trials, evaluated like all of them; the order of the scores serves all parts. */
@Internal
public final class Subsets {
  /** No part shows a curve of its own, so it may be as coarse as can be. */
  private static final double NO_CURVE = 1;

  /** Weights are sums in another order than those of the trials. */
  private static final double ROUNDING = 1e-9;

  private final ScoredTrials trials;
  private final EvaluationOptions options;
  private final double[] weights;

  /** The figures of one part. */
  public record SubsetFigures(Metrics metrics, int targets, int nontargets) {}

  /**
   * Prepares to evaluate parts of trials.
   *
   * @param weights of the trials; null if each weighs 1
   */
  Subsets(Evaluation evaluation, double[] weights) {
    trials = evaluation.trials();
    options = new EvaluationOptions(evaluation.metrics().points(), NO_CURVE);
    this.weights = weights;
  }

  /**
   * Splits the trials into parts.
   *
   * @param partOfTrial the number of its part for each trial; negative for none
   */
  Split split(int[] partOfTrial) {
    requireWeights();
    EqualizedPartitions parts = trials.equalized(partOfTrial).partitions().orElseThrow();
    Set<Integer> lacking = new HashSet<>(parts.lackingTargets());
    lacking.addAll(parts.lackingNontargets());
    return new Split(partOfTrial, lacking);
  }

  /** The trials do not tell their weights one by one, but their sum must be right. */
  private void requireWeights() {
    double sum = weights == null ? trials.size() : Arrays.stream(weights).sum();
    double expected = trials.targetWeight() + trials.nontargetWeight();
    if (Math.abs(sum - expected) > ROUNDING * expected) {
      throw new IllegalArgumentException(
          "the trials weigh " + expected + " but the weights given for them sum up to " + sum);
    }
  }

  /** Trials in numbered parts. */
  final class Split {
    private final int[] partOfTrial;
    private final Set<Integer> lacking;

    private Split(int[] partOfTrial, Set<Integer> lacking) {
      this.partOfTrial = partOfTrial;
      this.lacking = lacking;
    }

    /** The trials of a part; empty if it lacks targets or non-targets. */
    Optional<ScoredTrials> trials(int part) {
      double[] w = new double[partOfTrial.length];
      boolean occurs = false;
      for (int i = 0; i < w.length; i++) {
        if (partOfTrial[i] == part) {
          occurs = true;
          w[i] = weights == null ? 1 : weights[i];
        }
      }
      return occurs && !lacking.contains(part)
          ? Optional.of(trials.withWeights(w))
          : Optional.empty();
    }

    SubsetFigures figures(ScoredTrials part) {
      Evaluation e = Evaluation.of(part, options);
      return new SubsetFigures(e.metrics(), e.targets(), e.nontargets());
    }
  }
}
