package dev.gme.report.drawing;

import java.util.Optional;

/**
 * An entry of a chart's legend, for example {@code LegendEntry.of("targets", Stroke.series(0))}.
 *
 * @param text what it explains
 * @param stroke the line, if there is one
 * @param symbol the symbol, if there is one
 * @param ink colour of the symbol
 */
public record LegendEntry(String text, Optional<Stroke> stroke, Optional<Symbol> symbol, Ink ink) {
  /** The entry of a line. */
  public static LegendEntry of(String text, Stroke stroke) {
    return new LegendEntry(text, Optional.of(stroke), Optional.empty(), stroke.ink());
  }

  /** The entry of marked points. */
  public static LegendEntry of(String text, Symbol symbol, Ink ink) {
    return new LegendEntry(text, Optional.empty(), Optional.of(symbol), ink);
  }

  /** The entry of a line that may have symbols along it. */
  public static LegendEntry of(String text, Stroke stroke, Optional<Symbol> symbol) {
    return new LegendEntry(text, Optional.of(stroke), symbol, stroke.ink());
  }

  /** The entry of a line with marked points. */
  public static LegendEntry of(String text, Stroke stroke, Symbol symbol) {
    return new LegendEntry(text, Optional.of(stroke), Optional.of(symbol), stroke.ink());
  }
}
