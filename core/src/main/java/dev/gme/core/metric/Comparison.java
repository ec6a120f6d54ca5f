package dev.gme.core.metric;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import java.util.List;
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
  private final List<Metrics> first;
  private final List<Metrics> second;
  private final int skipped;
  private final double confidence;

  private Comparison(List<Metrics> first, List<Metrics> second, int replicates, double confidence) {
    this.first = first;
    this.second = second;
    this.skipped = replicates - first.size();
    this.confidence = confidence;
    Bootstrap.requireReplicates(first.size(), replicates);
  }

  /** Compares two systems without telling how far it is. */
  public static Comparison of(ScoredTrials first, ScoredTrials second, BootstrapOptions options) {
    return of(first, second, options, Progress.NONE);
  }

  /** Makes the replicates of both systems; their trials must agree in everything but scores. */
  public static Comparison of(
      ScoredTrials first, ScoredTrials second, BootstrapOptions options, Progress progress) {
    SameTrials.require(first, second);
    Metrics[] a =
        BootstrapReplicates.of(new BootstrapTrials(first, options.points()), options, progress);
    Metrics[] b =
        BootstrapReplicates.of(new BootstrapTrials(second, options.points()), options, progress);
    // The same draws of the same trials: they are skipped together.
    int[] usable = IntStream.range(0, a.length).filter(r -> a[r] != null).toArray();
    return new Comparison(
        IntStream.of(usable).mapToObj(r -> a[r]).toList(),
        IntStream.of(usable).mapToObj(r -> b[r]).toList(),
        a.length,
        options.confidence());
  }

  /** The interval of a metric of the first system less that of the second. */
  public Interval interval(ToDoubleFunction<Metrics> metric) {
    return Interval.ofQuantiles(differences(metric), confidence);
  }

  /** The share of replicates in which the metric of the first system is lower. */
  public double shareLower(ToDoubleFunction<Metrics> metric) {
    double[] d = differences(metric);
    return (double) IntStream.range(0, d.length).filter(r -> d[r] < 0).count() / d.length;
  }

  private double[] differences(ToDoubleFunction<Metrics> metric) {
    double[] out = new double[first.size()];
    for (int r = 0; r < out.length; r++) {
      out[r] = metric.applyAsDouble(first.get(r)) - metric.applyAsDouble(second.get(r));
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
    return skipped;
  }
}
