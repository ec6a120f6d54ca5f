package dev.gme.lab.evaluate;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MisleadingEvidence;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.ScoredTrials;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The figures of one system on some trials, with intervals where they were asked for.
 *
 * @param system the name of the system
 * @param trials which trials: a condition, or all
 * @param isLlr whether the scores claim to be log-likelihood ratios; cosines do not
 */
public record SystemFigures(
    String system,
    String trials,
    boolean isLlr,
    Evaluation evaluation,
    Optional<Bootstrap> bootstrap) {
  /** What {@link #trials} is for all trials. */
  public static final String ALL = "all";

  /**
   * The figures of every system on all trials, each followed by those on the parts of conditions;
   * those that need log-likelihood ratios are left out where the scores are none.
   *
   * @param names of the systems, in the order of their scores
   * @param conditions whose parts are evaluated too
   */
  public static List<SystemFigures> of(
      ScoredKey trials,
      List<String> names,
      List<String> conditions,
      List<OperatingPoint> points,
      Optional<BootstrapOptions> draws,
      Progress progress) {
    List<SystemFigures> out = new ArrayList<>();
    for (int k = 0; k < names.size(); k++) {
      String name = names.get(k);
      List<SystemFigures> figures = new ArrayList<>();
      figures.add(of(name, ALL, trials.of(k), points, draws, progress));
      for (String condition : conditions) {
        trials
            .by(condition, k)
            .forEach(
                (word, some) ->
                    figures.add(
                        ofPart(name, condition + "=" + word, some, points, draws, progress)));
      }
      boolean llrs = trials.mayBeLlrs(k);
      figures.forEach(f -> out.add(llrs ? f : f.notLlr()));
    }
    return out;
  }

  /** Evaluates log-likelihood ratios, with bootstrap intervals if there are options for them. */
  public static SystemFigures of(
      String system,
      String trials,
      ScoredTrials scored,
      List<OperatingPoint> points,
      Optional<BootstrapOptions> draws,
      Progress progress) {
    return new SystemFigures(
        system,
        trials,
        true,
        Evaluation.of(scored, EvaluationOptions.of(points)),
        draws.map(options -> Bootstrap.of(scored, options, progress)));
  }

  /** Evaluates a part of the trials, without intervals if it has too few speakers to draw from. */
  public static SystemFigures ofPart(
      String system,
      String trials,
      ScoredTrials scored,
      List<OperatingPoint> points,
      Optional<BootstrapOptions> draws,
      Progress progress) {
    try {
      return of(system, trials, scored, points, draws, progress);
    } catch (GmeException e) {
      return of(system, trials, scored, points, Optional.empty(), progress);
    }
  }

  /** These figures, marked as those of scores that are no log-likelihood ratios. */
  public SystemFigures notLlr() {
    return new SystemFigures(system, trials, false, evaluation, bootstrap);
  }

  /** How often the scores support the wrong side; for log-likelihood ratios only. */
  public MisleadingEvidence misleading() {
    return MisleadingEvidence.of(evaluation.trials());
  }

  public Optional<Interval> interval(Measure measure) {
    return bootstrap.map(b -> b.interval(measure.value()));
  }

  /** For example {@code 16.79 [12.3, 18.0]}; a dash where the figure makes no sense. */
  public String text(Measure measure) {
    if (!isLlr && measure.needsLlrs()) {
      return "-";
    }
    String value = measure.text(evaluation.metrics());
    return value + interval(measure).map(i -> " [" + measure.text(i) + "]").orElse("");
  }
}
