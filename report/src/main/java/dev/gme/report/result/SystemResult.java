package dev.gme.report.result;

import dev.gme.core.Progress;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.RocPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a report says about one system. It holds figures and thinned curves, not the trials: a
 * builder reads them once, so that systems with many trials can be evaluated one after the other.
 *
 * <pre>{@code
 * ScoredTrials trials = ScoredTrials.of(scores, isTarget).withSpeakers(enrolSpeaker, testSpeaker);
 * Evaluation evaluation = Evaluation.of(trials, EvaluationOptions.of(CostPreset.SRE16));
 * SystemResult plda =
 *     SystemResult.of("heavy-tailed PLDA", evaluation)
 *         .intervals(Bootstrap.of(trials, BootstrapOptions.DEFAULT, Progress.NONE))
 *         .condition("gender", List.of("f", "m"), genderOfTrial) // 0, 1, or -1 where not known
 *         .precisions(enrolB, enrolOfTrial, testB, testOfTrial)
 *         .provenance("model", "plda.gme, sha256 1f3a…")
 *         .build();
 * }</pre>
 *
 * <p>Arrays "of each trial" are in the order in which the trials were given to {@code
 * ScoredTrials.of}. Names may hold any text: the page escapes it.
 */
public final class SystemResult {
  private final String name;
  private final boolean scoresAreLlrs;
  private final Metrics metrics;
  private final List<Evaluation.Cost> costs;
  private final int targets;
  private final int nontargets;
  private final boolean weighted;
  private final List<RocPoint> det;
  private final ScoreCurves curves;
  private final Optional<Bootstrap> bootstrap;
  private final List<ConditionResult> conditions;
  private final Optional<PrecisionCurves> precisions;
  private final List<Fact> provenance;

  private SystemResult(Builder b) {
    Evaluation evaluation = b.evaluation;
    name = b.name;
    scoresAreLlrs = b.scoresAreLlrs;
    metrics = evaluation.metrics();
    costs = evaluation.costs();
    targets = evaluation.targets();
    nontargets = evaluation.nontargets();
    weighted = isWeighted(evaluation);
    det = evaluation.det();
    curves = ScoreCurves.of(evaluation);
    bootstrap = Optional.ofNullable(b.bootstrap);
    Subsets subsets = new Subsets(evaluation, b.weights);
    if (b.conditionIntervals != null) {
      Condition.requireSpeakers(evaluation.trials(), b.conditionIntervals);
    }
    List<ConditionResult> byCondition = new ArrayList<>();
    for (Condition c : b.conditions) {
      byCondition.addAll(c.evaluate(subsets, b.conditionIntervals, b.progress));
    }
    conditions = List.copyOf(byCondition);
    precisions = Optional.ofNullable(b.precisions).map(p -> p.evaluate(subsets));
    provenance = List.copyOf(b.provenance);
  }

  private static boolean isWeighted(Evaluation e) {
    return e.trials().partitions().isPresent()
        || e.trials().targetWeight() != e.targets()
        || e.trials().nontargetWeight() != e.nontargets();
  }

  /**
   * Begins the result of a system.
   *
   * @param name what the system is called in tables and legends
   * @param evaluation its figures; the systems of one report have the same operating points
   */
  public static Builder of(String name, Evaluation evaluation) {
    return new Builder(name, evaluation);
  }

  /** What the system is called. */
  public String name() {
    return name;
  }

  public boolean scoresAreLlrs() {
    return scoresAreLlrs;
  }

  public Metrics metrics() {
    return metrics;
  }

  public List<Evaluation.Cost> costs() {
    return costs;
  }

  public int targets() {
    return targets;
  }

  public int nontargets() {
    return nontargets;
  }

  /** Whether a rate is more than a number of errors over a number of trials. */
  public boolean isWeighted() {
    return weighted;
  }

  public List<RocPoint> det() {
    return det;
  }

  public ScoreCurves curves() {
    return curves;
  }

  public Optional<Interval> interval(ToDoubleFunction<Metrics> metric) {
    return bootstrap.map(b -> b.interval(metric));
  }

  /** The replicates behind the intervals. */
  public Optional<Bootstrap> bootstrap() {
    return bootstrap;
  }

  public List<ConditionResult> conditions() {
    return conditions;
  }

  public Optional<PrecisionCurves> precisions() {
    return precisions;
  }

  public List<Fact> provenance() {
    return provenance;
  }

  /** Gathers what is known of a system; all but the evaluation is optional. */
  public static final class Builder {
    private final String name;
    private final Evaluation evaluation;
    private boolean scoresAreLlrs = true;
    private Bootstrap bootstrap;
    private BootstrapOptions conditionIntervals;
    private Progress progress = Progress.NONE;
    private double[] weights;
    private final List<Condition> conditions = new ArrayList<>();
    private TrialPrecisions precisions;
    private final List<Fact> provenance = new ArrayList<>();

    private Builder(String name, Evaluation evaluation) {
      this.name = Objects.requireNonNull(name);
      this.evaluation = Objects.requireNonNull(evaluation);
    }

    /**
     * The scores are no log-likelihood ratios (cosines, normalized scores): leaves out all that
     * would take them for such, as the actual costs, Cllr and the calibration plot.
     */
    public Builder scoresAreNotLlrs() {
      scoresAreLlrs = false;
      return this;
    }

    /** Intervals for the summary, drawn at the evaluated operating points or more. */
    public Builder intervals(Bootstrap drawn) {
      if (!drawn.replicates().get(0).points().containsAll(evaluation.metrics().points())) {
        throw new IllegalArgumentException(
            "the intervals lack some of the evaluated points " + evaluation.metrics().points());
      }
      bootstrap = drawn;
      return this;
    }

    /** Also draws intervals for every value of every condition; the trials need speakers. */
    public Builder conditionIntervals(BootstrapOptions options, Progress listener) {
      conditionIntervals = options.withPoints(List.of());
      progress = listener;
      return this;
    }

    /** The weight of each trial, if the evaluated trials have weights and there are conditions. */
    public Builder weights(double[] weightOfTrial) {
      requireTrials("weights", weightOfTrial.length);
      weights = weightOfTrial;
      return this;
    }

    /**
     * Errors are also shown for each value of this condition (gender, language, duration, …).
     *
     * @param condition its name
     * @param values its values, in the order in which they are shown
     * @param valueOfTrial for each trial an index into the values, or −1 where it is not known;
     *     read when the result is built
     */
    public Builder condition(String condition, List<String> values, int[] valueOfTrial) {
      requireTrials("values of condition '" + condition + "'", valueOfTrial.length);
      conditions.add(new Condition(condition, List.copyOf(values), valueOfTrial));
      return this;
    }

    /**
     * The precisions b of the meta-embeddings that were compared: shows how they spread and how
     * errors depend on them.
     *
     * @param enrolB of each enrolled model (the sum of its recordings' b if it is pooled)
     * @param enrolOfTrial for each trial an index into these
     * @param testB of each test recording
     * @param testOfTrial for each trial an index into these
     */
    public Builder precisions(
        double[] enrolB, int[] enrolOfTrial, double[] testB, int[] testOfTrial) {
      requireTrials("enrolments", enrolOfTrial.length);
      requireTrials("tests", testOfTrial.length);
      precisions = new TrialPrecisions(enrolB, enrolOfTrial, testB, testOfTrial);
      return this;
    }

    /** A line of the provenance, such as "model" and its file and checksum. */
    public Builder provenance(String what, String text) {
      provenance.add(new Fact(what, text));
      return this;
    }

    private void requireTrials(String what, int found) {
      if (found != evaluation.trials().size()) {
        throw new IllegalArgumentException(
            found + " " + what + " for " + evaluation.trials().size() + " trials");
      }
    }

    /** Computes the curves and the figures of conditions; linear in the trials. */
    public SystemResult build() {
      return new SystemResult(this);
    }
  }
}
