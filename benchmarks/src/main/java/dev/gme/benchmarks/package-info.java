/** The workloads of {@code gme bench}. */
package dev.gme.benchmarks;
