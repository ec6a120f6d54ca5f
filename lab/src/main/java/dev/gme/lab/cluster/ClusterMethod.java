package dev.gme.lab.cluster;

/** How recordings are clustered. */
public enum ClusterMethod {
  /** By pooled meta-embeddings: the sets that gain most are joined, then recordings are moved. */
  POOL,
  /** By average linkage of log-likelihood ratios. */
  AVERAGE,
  /** One recording after the other, in the order of the file. */
  ONLINE
}
