package dev.gme.benchmarks.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One figure of a benchmark.
 *
 * @param name stable, for machines
 * @param unit of the value, empty for a ratio
 * @param goal the value that is aimed at: at most this
 * @param note what was measured, for people
 * @param details further figures that belong to it, by name
 */
public record Measurement(
    String name,
    double value,
    String unit,
    OptionalDouble goal,
    String note,
    Map<String, Double> details) {
  public Measurement {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    Objects.requireNonNull(name);
    Objects.requireNonNull(unit);
    Objects.requireNonNull(goal);
    Objects.requireNonNull(note);
  }

  /** A figure without a goal. */
  public static Measurement of(String name, double value, String unit, String note) {
    return new Measurement(name, value, unit, OptionalDouble.empty(), note, Map.of());
  }

  /** A ratio of two times of one run, which should be at most the goal. */
  public static Measurement ratio(String name, double value, double goal, String note) {
    return new Measurement(name, value, "", OptionalDouble.of(goal), note, Map.of());
  }

  /** This measurement with further figures beside it. */
  public Measurement with(Map<String, Double> newDetails) {
    return new Measurement(name, value, unit, goal, note, newDetails);
  }
}
