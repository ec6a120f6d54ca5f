package dev.gme.report.chart;

import java.util.Optional;

/**
 * An entry of a legend.
 *
 * @param text what it explains
 * @param stroke the line, if there is one
 * @param symbol the symbol, if there is one
 * @param ink colour of the symbol
 */
public record Key(String text, Optional<Stroke> stroke, Optional<Symbol> symbol, Ink ink) {
  /** Of a line. */
  public static Key of(String text, Stroke stroke) {
    return new Key(text, Optional.of(stroke), Optional.empty(), stroke.ink());
  }

  /** Of marked points. */
  public static Key of(String text, Symbol symbol, Ink ink) {
    return new Key(text, Optional.empty(), Optional.of(symbol), ink);
  }

  /** Of a line with marked points. */
  public static Key of(String text, Stroke stroke, Symbol symbol) {
    return new Key(text, Optional.of(stroke), Optional.of(symbol), stroke.ink());
  }
}
