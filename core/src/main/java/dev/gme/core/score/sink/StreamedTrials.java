package dev.gme.core.score.sink;

import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.ScoredTrials;
import java.util.Arrays;

/**
 * What an {@link EvaluationSink} has gathered. That of parts adds up, in any order, to that of the
 * whole, and so do its figures, to the last bit.
 *
 * <pre>{@code
 * StreamedTrials all = ofOneCell.trials().plus(ofAnotherCell.trials());
 * StreamedEvaluation e = all.evaluate(EvaluationOptions.DEFAULT);
 * }</pre>
 */
public record StreamedTrials(StreamedScores targets, StreamedScores nontargets) {
  /** These trials and others. */
  public StreamedTrials plus(StreamedTrials other) {
    return new StreamedTrials(targets.plus(other.targets), nontargets.plus(other.nontargets));
  }

  /** The figures of all scores. */
  public StreamedEvaluation evaluate(EvaluationOptions options) {
    boolean exact = targets.isExact() && nontargets.isExact();
    Evaluation worst = evaluate(targets.weighted(false), nontargets.weighted(true), options);
    Evaluation best =
        exact ? worst : evaluate(targets.weighted(true), nontargets.weighted(false), options);
    return new StreamedEvaluation(
        best.metrics(), worst.metrics(), worst.det(), targets.total(), nontargets.total(), exact);
  }

  private static Evaluation evaluate(
      WeightedScores t, WeightedScores n, EvaluationOptions options) {
    boolean[] isTarget = new boolean[t.scores.length + n.scores.length];
    Arrays.fill(isTarget, 0, t.scores.length, true);
    double[] scores = concat(t.scores, n.scores);
    double[] weights = concat(t.weights, n.weights);
    return Evaluation.of(ScoredTrials.of(scores, isTarget, weights), options);
  }

  private static double[] concat(double[] a, double[] b) {
    double[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }
}
