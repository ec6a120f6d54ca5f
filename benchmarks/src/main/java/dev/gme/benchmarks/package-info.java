/** The workloads of {@code gme bench}, and studies of how well the methods do. */
package dev.gme.benchmarks;
