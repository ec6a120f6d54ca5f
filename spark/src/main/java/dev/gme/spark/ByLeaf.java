package dev.gme.spark;

import org.apache.spark.Partitioner;

/** Leaves in runs, so that sums of neighbours come together early. */
final class ByLeaf extends Partitioner {
  private static final long serialVersionUID = 1L;

  /** Where a row stands that belongs to a leaf. */
  interface Key {
    int leaf();
  }

  private final int partitions;
  private final int leaves;

  ByLeaf(int partitions, int leaves) {
    this.partitions = partitions;
    this.leaves = leaves;
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object key) {
    return (int) ((long) ((Key) key).leaf() * partitions / leaves);
  }
}
