package dev.gme.core.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How uncertain measures of a clustering are: recordings are drawn again, with replacement
 * (docs/math.md 9.8). A recording that is drawn twice counts twice, but makes no pair with itself.
 *
 * <pre>{@code
 * ClusterBootstrap bootstrap =
 *     ClusterBootstrap.of(reference, found, null, BootstrapOptions.DEFAULT, Progress.NONE);
 * Interval ari = bootstrap.interval(ClusterMeasures::adjustedRand);
 * }</pre>
 *
 * <p>It tells what other recordings of these speakers would change, not what other speakers would,
 * and it takes the clustering as it is.
 */
public final class ClusterBootstrap {
  private final ClusterMeasures drawnFrom;
  private final ClusterMeasures perfect;
  private final List<ClusterMeasures> replicates;
  private final double confidence;

  private ClusterBootstrap(
      ClusterMeasures drawnFrom,
      ClusterMeasures perfect,
      List<ClusterMeasures> replicates,
      double confidence) {
    this.drawnFrom = drawnFrom;
    this.perfect = perfect;
    this.replicates = replicates;
    this.confidence = confidence;
  }

  /**
   * Makes the replicates; the same options give the same ones, whatever the number of threads.
   *
   * @param weights of the recordings, null for all alike
   */
  public static ClusterBootstrap of(
      Partition reference,
      Partition found,
      double[] weights,
      BootstrapOptions options,
      Progress progress) {
    int n = reference.size();
    if (n < 2) {
      throw new GmeException(
          "a bootstrap over recordings needs at least 2 of them, found " + n,
          "evaluate more recordings");
    }
    ClusterMeasures[] out = new ClusterMeasures[options.replicates()];
    int round = 16 * Workers.threads();
    for (int from = 0; from < out.length; from += round) {
      progress.step("bootstrap over recordings", from, out.length);
      int first = from;
      Workers.forEach(
          Math.min(round, out.length - from),
          t -> out[first + t] = replicate(reference, found, weights, options.seed(), first + t));
    }
    progress.step("bootstrap over recordings", out.length, out.length);
    return new ClusterBootstrap(
        ClusterMeasures.of(reference, found, weights),
        ClusterMeasures.of(reference, reference, weights),
        List.of(out),
        options.confidence());
  }

  private static ClusterMeasures replicate(
      Partition reference, Partition found, double[] weights, long seed, int number) {
    int n = reference.size();
    SeededRandom random = new SeededRandom(seed, number);
    double[] times = new double[n];
    for (int i = 0; i < n; i++) {
      times[random.nextInt(n)]++;
    }
    double[] weighted = times.clone();
    if (weights != null) {
      Arrays.setAll(weighted, i -> times[i] * weights[i]);
    }
    SparseContingency counts = new SparseContingency(reference, found, times);
    SparseContingency table =
        weights == null ? counts : new SparseContingency(reference, found, weighted);
    double squares = Arrays.stream(times).map(m -> m * m).sum();
    return ClusterMeasures.of(
        table,
        new ClusterMeasures.PairCounts(
            pairs(counts.weight, squares),
            pairs(counts.rowSum, squares),
            pairs(counts.colSum, squares),
            0.5 * ((double) n * n - squares)));
  }

  /**
   * Pairs of different recordings that are together: those of a recording with itself taken out.
   */
  private static double pairs(double[] sums, double squares) {
    return 0.5 * (Arrays.stream(sums).map(x -> x * x).sum() - squares);
  }

  /**
   * The interval of a measure: as wide as the replicates are spread, about the measure itself.
   * Recordings that are drawn twice, and speakers who are not drawn at all, make small sets look
   * purer and fewer than they are, so that the replicates lie beside what they were drawn from.
   */
  public Interval interval(ToDoubleFunction<ClusterMeasures> measure) {
    double[] values = replicates.stream().mapToDouble(measure).toArray();
    double shift = measure.applyAsDouble(drawnFrom) - Arrays.stream(values).average().orElseThrow();
    Interval drawn = Interval.ofQuantiles(values, confidence);
    // No further than the measure goes.
    double least = Math.min(0, Arrays.stream(values).min().orElseThrow());
    return new Interval(
        Math.max(least, drawn.lo() + shift),
        Math.min(measure.applyAsDouble(perfect), drawn.hi() + shift),
        confidence);
  }
}
