/**
 * Who is who in a set of recordings: partitions of the set among speakers, likelihood ratios
 * between any two of them, priors over them and the posterior over all (docs/math.md 2). A binary
 * trial is the smallest case.
 */
package dev.gme.core.partition;
