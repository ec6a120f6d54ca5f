/** The suites of {@code gme bench}: building blocks that are timed, and their goals. */
package dev.gme.benchmarks.suite;
