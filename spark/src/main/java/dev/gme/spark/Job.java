package dev.gme.spark;

/** Work for a cluster, with all its options read and checked. */
@FunctionalInterface
interface Job {
  JobResult run(Cluster cluster);
}
