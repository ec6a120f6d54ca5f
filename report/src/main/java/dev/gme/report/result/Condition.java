package dev.gme.report.result;

import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import dev.gme.core.Progress;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What trials differ in: a name, its values, and the value of each trial. */
@Internal
public final class Condition {
  /** A column of ids is no condition that a plot could show. */
  public static final int MAX_VALUES = 40;

  /** If each of so many leaves no targets or no non-targets, there are too few speakers. */
  private static final int DRAWS_TO_TRY = 20;

  private final String name;
  private final List<String> values;
  private final int[] valueOfTrial;

  Condition(String name, List<String> values, int[] valueOfTrial) {
    this.name = name;
    this.values = values;
    this.valueOfTrial = valueOfTrial;
    for (int i = 0; i < valueOfTrial.length; i++) {
      if (valueOfTrial[i] < -1 || valueOfTrial[i] >= values.size()) {
        throw new IllegalArgumentException(
            String.format(
                "trial %d has value %d of condition '%s', which has %d values",
                i, valueOfTrial[i], name, values.size()));
      }
    }
  }

  /** The results of the most frequent values, in the order of the values. */
  List<ConditionResult> evaluate(Subsets subsets, BootstrapOptions intervals, Progress progress) {
    Subsets.Split split = subsets.split(valueOfTrial);
    return mostFrequent().mapToObj(v -> result(split, v, intervals, progress)).toList();
  }

  private ConditionResult result(
      Subsets.Split split, int value, BootstrapOptions intervals, Progress progress) {
    Optional<ScoredTrials> trials = split.trials(value);
    return new ConditionResult(
        name,
        values.get(value),
        Math.max(0, values.size() - MAX_VALUES),
        trials.map(split::figures),
        intervals == null ? Optional.empty() : trials.flatMap(t -> eer(t, intervals, progress)));
  }

  /** Refuses trials for which no part could have intervals. */
  static void requireSpeakers(ScoredTrials trials, BootstrapOptions options) {
    BootstrapOptions few = options.withReplicates(Math.min(options.replicates(), DRAWS_TO_TRY));
    Bootstrap.of(trials, few, Progress.NONE);
  }

  private static Optional<Interval> eer(
      ScoredTrials trials, BootstrapOptions options, Progress progress) {
    try {
      return Optional.of(Bootstrap.of(trials, options, progress).interval(Metrics::eerRocch));
    } catch (GmeException tooFewSpeakers) {
      return Optional.empty();
    }
  }

  private IntStream mostFrequent() {
    int[] count = new int[values.size()];
    for (int v : valueOfTrial) {
      if (v >= 0) {
        count[v]++;
      }
    }
    return IntStream.range(0, count.length)
        .boxed()
        .sorted(Comparator.comparingInt(v -> -count[v]))
        .limit(MAX_VALUES)
        .mapToInt(v -> v)
        .sorted();
  }
}
