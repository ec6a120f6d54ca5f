package dev.gme.benchmarks;

import java.util.Objects;

/**
 * One figure of a benchmark.
 *
 * @param name stable, for machines
 * @param unit of the value, empty for a ratio
 * @param note what was measured, for people
 */
public record Measurement(String name, double value, String unit, String note) {
  public Measurement {
    Objects.requireNonNull(name);
    Objects.requireNonNull(unit);
    Objects.requireNonNull(note);
  }
}
