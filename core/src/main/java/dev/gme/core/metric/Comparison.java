package dev.gme.core.metric;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Whether two systems differ on the same trials: the speakers of both are drawn together, and the
 * difference of each replicate is kept (docs/math.md 7.7). What makes a speaker hard makes him hard
 * for both as a rule, so the difference is known far better than either figure.
 *
 * <pre>{@code
 * Comparison c = Comparison.of(ours, theirs, BootstrapOptions.DEFAULT);
 * Interval gain = c.interval(Metrics::eerRocch); // of ours − theirs
 * boolean better = gain.hi() < 0;
 * }</pre>
 */
public final class Comparison {
  private final Bootstrap first;
  private final Bootstrap second;

  private Comparison(Bootstrap first, Bootstrap second) {
    this.first = first;
    this.second = second;
  }

  /** Compares two systems without telling how far it is. */
  public static Comparison of(ScoredTrials first, ScoredTrials second, BootstrapOptions options) {
    return of(first, second, options, Progress.NONE);
  }

  /** Makes the replicates of both systems; their trials must agree in everything but scores. */
  public static Comparison of(
      ScoredTrials first, ScoredTrials second, BootstrapOptions options, Progress progress) {
    SameTrials.require(first, second);
    return new Comparison(
        Bootstrap.of(first, options, progress), Bootstrap.of(second, options, progress));
  }

  /** Compares two systems whose replicates have been made, of the same draws and trials. */
  public static Comparison of(Bootstrap first, Bootstrap second) {
    if (!first.isPairedWith(second)) {
      throw new IllegalArgumentException(
          "systems are compared by the same draws of speakers on the same trials, but these"
              + " replicates are of others");
    }
    return new Comparison(first, second);
  }

  /** The interval of a metric of the first system less that of the second. */
  public Interval interval(ToDoubleFunction<Metrics> metric) {
    return Interval.ofQuantiles(differences(metric), first.options().confidence());
  }

  /** The share of replicates in which the metric of the first system is lower. */
  public double shareLower(ToDoubleFunction<Metrics> metric) {
    double[] d = differences(metric);
    return (double) IntStream.range(0, d.length).filter(r -> d[r] < 0).count() / d.length;
  }

  private double[] differences(ToDoubleFunction<Metrics> metric) {
    // The same draws of the same trials: they were skipped together.
    double[] out = new double[first.replicates().size()];
    for (int r = 0; r < out.length; r++) {
      out[r] =
          metric.applyAsDouble(first.replicates().get(r))
              - metric.applyAsDouble(second.replicates().get(r));
      if (Double.isNaN(out[r])) {
        throw new GmeException(
            "the metric is infinite for both systems in some replicates, so there is no difference",
            "compare another metric, or find out which trials have infinite scores of the wrong"
                + " sign");
      }
    }
    return out;
  }

  /** How many replicates left no target or no non-target trials. */
  public int skipped() {
    return first.skipped();
  }
}
