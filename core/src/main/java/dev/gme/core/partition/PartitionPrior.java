package dev.gme.core.partition;

/** A probability for every partition of a set. */
public interface PartitionPrior {
  /** log P(partition); −∞ where it is impossible. */
  double logProbability(Partition partition);

  /** All partitions of a set alike. */
  static PartitionPrior flat() {
    return p -> -Math.log((double) Partitions.count(p.size()));
  }
}
