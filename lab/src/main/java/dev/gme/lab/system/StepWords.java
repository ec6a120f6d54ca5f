package dev.gme.lab.system;

import dev.gme.core.GmeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The words of a step: its name, values, and named values, as in {@code bxe steps=50 prior=0.05}.
 *
 * @param name the first word
 * @param values the words without {@code =}
 * @param named those with it, by name
 */
record StepWords(String name, List<String> values, Map<String, String> named) {
  static StepWords parse(String text) {
    List<String> values = new ArrayList<>();
    Map<String, String> named = new LinkedHashMap<>();
    String[] words = text.strip().split("\\s+", -1);
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 0) {
        values.add(words[i]);
      } else if (named.put(words[i].substring(0, equals), words[i].substring(equals + 1)) != null) {
        throw new GmeException(
            "'" + text + "' names " + words[i].substring(0, equals) + " twice", "keep one of them");
      }
    }
    return new StepWords(words[0], values, named);
  }

  /** Writes a step: values that are what they would be anyway are left out. */
  static final class Writer {
    private final StringJoiner words = new StringJoiner(" ");

    Writer(String name) {
      words.add(name);
    }

    Writer value(Object value) {
      if (!value.toString().isEmpty()) {
        words.add(value.toString());
      }
      return this;
    }

    Writer named(String name, Object value, Object usual) {
      if (!value.equals(usual)) {
        words.add(name + "=" + value);
      }
      return this;
    }

    @Override
    public String toString() {
      return words.toString();
    }
  }

  /** The only value, or what it is without one. */
  String value(String otherwise) {
    return values.isEmpty() ? otherwise : values.get(0);
  }

  /** Refuses more values or other names than a step has. */
  StepWords require(int mostValues, String... names) {
    if (values.size() > mostValues) {
      throw new GmeException(
          "the step '" + name + "' has no place for '" + values.get(mostValues) + "'",
          mostValues == 0 ? "leave it out" : "write '" + name + "' and one value at most");
    }
    for (String given : named.keySet()) {
      if (!List.of(names).contains(given)) {
        throw new GmeException(
            "the step '" + name + "' has no '" + given + "'",
            names.length == 0 ? "leave it out" : "it has " + String.join(", ", names));
      }
    }
    return this;
  }

  /** The step itself, once its words have been checked. */
  Step as(Step step) {
    return step;
  }

  static int integer(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new GmeException("expected a whole number, found '" + text + "'", "correct it");
    }
  }

  static double number(String text) {
    if (text.equals("inf") || text.equals("infinity")) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new GmeException("expected a number, found '" + text + "'", "correct it");
    }
  }
}
