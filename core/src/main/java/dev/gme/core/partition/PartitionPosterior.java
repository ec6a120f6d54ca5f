package dev.gme.core.partition;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The posterior over all partitions of a set, in the order of {@link Partitions#all}. */
public final class PartitionPosterior {
  private final List<Partition> partitions;
  private final double[] logLr;
  private final double[] logPosterior;

  PartitionPosterior(List<Partition> partitions, double[] logLr, double[] logPrior) {
    this.partitions = List.copyOf(partitions);
    this.logLr = logLr;
    double[] joint = new double[logLr.length];
    for (int p = 0; p < joint.length; p++) {
      joint[p] = logLr[p] + logPrior[p];
    }
    double total = logSumExp(joint);
    this.logPosterior = joint;
    for (int p = 0; p < joint.length; p++) {
      joint[p] -= total;
    }
  }

  private static double logSumExp(double[] x) {
    double max = Arrays.stream(x).max().orElseThrow();
    double sum = 0;
    for (double v : x) {
      sum += Math.exp(v - max);
    }
    return max + Math.log(sum);
  }

  public List<Partition> partitions() {
    return partitions;
  }

  /** The log-likelihood ratio of each partition against "all different"; a copy. */
  public double[] logLrAgainstFinest() {
    return logLr.clone();
  }

  /** The log-probability of each partition given the recordings; a copy. */
  public double[] logProbability() {
    return logPosterior.clone();
  }

  /** Indices of the {@code n} most probable partitions, best first; ties in list order. */
  public int[] best(int n) {
    return IntStream.range(0, logPosterior.length)
        .boxed()
        .sorted((p, q) -> Double.compare(logPosterior[q], logPosterior[p]))
        .limit(n)
        .mapToInt(i -> i)
        .toArray();
  }

  /** For example {@code 5 partitions, best {0,2} {1} with probability 0.834}. */
  @Override
  public String toString() {
    int best = best(1)[0];
    return String.format(
        Locale.ROOT,
        "%d partitions, best %s with probability %.3g",
        partitions.size(),
        partitions.get(best),
        Math.exp(logPosterior[best]));
  }

  /** The probability that recordings i and j are of one speaker. */
  public double probabilitySame(int i, int j) {
    double sum = 0;
    for (int p = 0; p < logPosterior.length; p++) {
      if (partitions.get(p).label(i) == partitions.get(p).label(j)) {
        sum += Math.exp(logPosterior[p]);
      }
    }
    return Math.min(sum, 1);
  }
}
