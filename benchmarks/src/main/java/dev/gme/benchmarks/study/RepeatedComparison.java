package dev.gme.benchmarks.study;

import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Metrics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A system compared with several trainings that start from it, on the same trials: the mean
 * difference over the trainings, and its standard error when speakers are drawn again.
 */
final class RepeatedComparison {
  private static final BootstrapOptions OPTIONS = BootstrapOptions.DEFAULT.withReplicates(200);

  private final Metrics before;
  private final List<Metrics> after;
  private final List<Metrics> drawnBefore;
  private final List<List<Metrics>> drawnAfter;
  private final int trainings;

  /**
   * The comparison.
   *
   * @param changed the scores of the trainings that changed any
   * @param trainings how many there were
   */
  RepeatedComparison(
      EmbeddingExperiment experiment, double[] before, List<double[]> changed, int trainings) {
    this.trainings = trainings;
    this.before = metrics(experiment, before);
    after = changed.stream().map(scores -> metrics(experiment, scores)).toList();
    drawnBefore = changed.isEmpty() ? List.of() : draws(experiment, before);
    drawnAfter = changed.stream().map(scores -> draws(experiment, scores)).toList();
  }

  private static Metrics metrics(EmbeddingExperiment experiment, double[] scores) {
    return Evaluation.of(experiment.scored(scores), EvaluationOptions.DEFAULT).metrics();
  }

  private static List<Metrics> draws(EmbeddingExperiment experiment, double[] scores) {
    return Bootstrap.of(experiment.scored(scores), OPTIONS).replicates();
  }

  /** The mean over all trainings, those that changed nothing included. */
  DiscriminativeStudy.Change change(ToDoubleFunction<Metrics> metric) {
    double mean = 0;
    for (Metrics m : after) {
      mean += (metric.applyAsDouble(m) - metric.applyAsDouble(before)) / trainings;
    }
    double[] drawn = new double[drawnBefore.size()];
    for (int r = 0; r < drawn.length; r++) {
      double of = metric.applyAsDouble(drawnBefore.get(r));
      for (List<Metrics> draws : drawnAfter) {
        drawn[r] += (metric.applyAsDouble(draws.get(r)) - of) / trainings;
      }
    }
    // Draws scatter around their mean as the figure itself would with other speakers.
    double spread =
        DiscriminativeStudy.Change.of(drawn).standardError() * Math.sqrt(Math.max(1, drawn.length));
    return new DiscriminativeStudy.Change(mean, after.isEmpty() ? 0 : spread);
  }
}
