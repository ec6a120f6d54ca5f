package dev.gme.benchmarks.study;

import java.util.List;
import java.util.Locale;

/**
 * A cell of a table: a value for programs, and how people read it.
 *
 * <pre>{@code
 * Cell cell = Cell.percent(0.0937); // the value 0.0937, the text "9.37 %"
 * }</pre>
 */
public sealed interface Cell {
  /** A text, a number or a list of numbers; null where it is not known. */
  Object value();

  /** The value as people read it. */
  String text();

  /** A word or a sentence. */
  record Text(String value) implements Cell {
    @Override
    public String text() {
      return value;
    }
  }

  /** A figure; null where it is not known. */
  record Figure(Double value, String text) implements Cell {}

  /** Several figures that are read together, for example the two sizes of a matrix. */
  record FigureList(List<? extends Number> value, String text) implements Cell {
    public FigureList {
      value = List.copyOf(value);
    }
  }

  static Cell text(String text) {
    return new Text(text);
  }

  /**
   * A figure, or a word in its place where it is not known.
   *
   * @param format for {@link String#format}
   * @param otherwise the text for NaN
   */
  static Cell number(String format, double value, String otherwise) {
    return Double.isNaN(value)
        ? new Figure(null, otherwise)
        : new Figure(value, String.format(Locale.ROOT, format, value));
  }

  static Cell number(String format, double value) {
    return number(format, value, "unknown");
  }

  /** A share of 1, shown in percent. */
  static Cell percent(double share) {
    return new Figure(share, String.format(Locale.ROOT, "%.2f %%", 100 * share));
  }

  /** The size of a matrix. */
  static Cell size(int rows, int cols) {
    return new FigureList(List.of(rows, cols), String.format(Locale.ROOT, "%,d x %,d", rows, cols));
  }
}
