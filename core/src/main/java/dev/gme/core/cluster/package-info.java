/**
 * Which recordings are of one speaker, and how many speakers there are (docs/math.md 9): clustering
 * by pooled meta-embeddings under a prior over partitions, by average linkage, one recording after
 * the other, and for large sets by rounds over lists of nearest sets; moves of single recordings
 * and samples of the posterior; how far a clustering agrees with another.
 *
 * <p>Start with {@link dev.gme.core.cluster.StartingSets} and {@link
 * dev.gme.core.cluster.Agglomeration}, or with {@link dev.gme.core.cluster.SparseClustering} where
 * there are more than some thousand recordings; {@link dev.gme.core.cluster.ClusterMeasures}
 * compares with a reference.
 *
 * <p>Partitions themselves, and their enumeration for a few recordings, are in {@link
 * dev.gme.core.partition}.
 */
package dev.gme.core.cluster;
