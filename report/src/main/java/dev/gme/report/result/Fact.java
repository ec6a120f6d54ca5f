package dev.gme.report.result;

import java.util.Objects;

/**
 * A line of the provenance.
 *
 * @param what what is stated, such as "model"
 * @param text the statement
 */
public record Fact(String what, String text) {
  public Fact {
    Objects.requireNonNull(what);
    Objects.requireNonNull(text);
  }
}
