package dev.gme.core.cluster;

import dev.gme.core.partition.Partition;
import java.util.List;

/** What samples of partitions say (docs/math.md 9.4). */
public final class PartitionSamples {
  private final List<Partition> samples;
  private final int n;

  /** How many samples have recordings i and j together, at i·n + j. */
  private final int[] together;

  /** At least one sample, all of as many recordings. */
  public PartitionSamples(List<Partition> samples) {
    this.samples = List.copyOf(samples);
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("at least one sample is needed");
    }
    n = samples.get(0).size();
    together = new int[Math.multiplyExact(n, n)];
    for (Partition p : samples) {
      if (p.size() != n) {
        throw new IllegalArgumentException(
            "samples of " + n + " and of " + p.size() + " recordings");
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          together[i * n + j] += p.label(i) == p.label(j) ? 1 : 0;
        }
      }
    }
  }

  public List<Partition> samples() {
    return samples;
  }

  /** The share of samples in which recordings i and j are of one speaker. */
  public double same(int i, int j) {
    return together[i * n + j] / (double) samples.size();
  }

  public double meanSets() {
    return samples.stream().mapToInt(Partition::sets).average().orElseThrow();
  }

  /** Σ (p_ij − ½) over the pairs i &lt; j that a partition has together. */
  public double binderScore(Partition partition) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (partition.label(i) == partition.label(j)) {
          sum += same(i, j) - 0.5;
        }
      }
    }
    return sum;
  }

  /**
   * Binder's partition: the sample that disagrees least with all on the average; the first of equal
   * ones.
   */
  public Partition binder() {
    Partition best = samples.get(0);
    // Counted in whole numbers, so that equal ones are equal.
    long most = Long.MIN_VALUE;
    for (Partition p : samples) {
      long score = 0;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          if (p.label(i) == p.label(j)) {
            score += 2L * together[i * n + j] - samples.size();
          }
        }
      }
      if (score > most) {
        most = score;
        best = p;
      }
    }
    return best;
  }
}
