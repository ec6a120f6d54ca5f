package dev.gme.report;

import java.util.Objects;

/**
 * A line of the provenance.
 *
 * @param what what is stated, such as "model"
 * @param text the statement
 */
record Fact(String what, String text) {
  Fact {
    Objects.requireNonNull(what);
    Objects.requireNonNull(text);
  }
}
