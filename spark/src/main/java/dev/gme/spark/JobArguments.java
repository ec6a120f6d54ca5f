package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.NearestWord;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a job was told: names with values. A job asks for all that it knows, then {@link
 * #requireAllKnown} refuses the rest.
 *
 * <pre>{@code
 * JobArguments arguments = JobArguments.parse("--top", "100", "--out=s3a://b/top");
 * int k = arguments.whole("top", 10, 1, 1000);
 * }</pre>
 */
final class JobArguments {
  private static final String TRUE = "true";

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> asked = new LinkedHashSet<>();

  private JobArguments() {}

  /** Words {@code --name value}, {@code --name=value}, or {@code --name} alone for yes. */
  static JobArguments parse(String... words) {
    JobArguments out = new JobArguments();
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (!word.startsWith("--") || word.length() == 2) {
        throw new GmeException(
            "expected an option that begins with --, found '" + word + "'",
            "give options as --name=value");
      }
      int equals = word.indexOf('=');
      String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
      String value;
      if (equals >= 0) {
        value = word.substring(equals + 1);
      } else if (i + 1 < words.length && !words[i + 1].startsWith("--")) {
        value = words[++i];
      } else {
        value = TRUE;
      }
      if (out.values.put(name, value) != null) {
        throw new GmeException("--" + name + " is given twice", "give it once");
      }
    }
    return out;
  }

  /** A text that has to be there. */
  String text(String name) {
    return optional(name)
        .orElseThrow(() -> new GmeException("--" + name + " is missing", "give --" + name));
  }

  /** A text that may be left out. */
  Optional<String> optional(String name) {
    asked.add(name);
    return Optional.ofNullable(values.get(name));
  }

  /** A text with a default. */
  String text(String name, String otherwise) {
    return optional(name).orElse(otherwise);
  }

  /** Whether a switch is on. */
  boolean flag(String name) {
    String value = text(name, "false");
    if (!value.equals(TRUE) && !value.equals("false")) {
      throw bad(name, "to stand alone", value);
    }
    return value.equals(TRUE);
  }

  /** A whole number with a default and its range. */
  int whole(String name, int otherwise, int least, int most) {
    return optional(name).map(v -> whole(name, v, least, most)).orElse(otherwise);
  }

  private static int whole(String name, String value, int least, int most) {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw bad(name, "a whole number from " + least + " to " + most, value);
  }

  /** The seed of what is drawn. */
  long seed(long otherwise) {
    String name = "seed";
    return optional(name)
        .map(
            v -> {
              try {
                return Long.parseLong(v);
              } catch (NumberFormatException e) {
                throw bad(name, "a whole number", v);
              }
            })
        .orElse(otherwise);
  }

  /** A number that is not NaN, where one is given. */
  Optional<Double> number(String name) {
    return optional(name).map(v -> number(name, v));
  }

  private static double number(String name, String value) {
    try {
      double number = Double.parseDouble(value);
      if (!Double.isNaN(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw bad(name, "a number", value);
  }

  private static GmeException bad(String name, String expected, String found) {
    return new GmeException(
        "--" + name + ": expected " + expected + ", found '" + found + "'", "correct it");
  }

  /** Refuses names that nobody has asked for. */
  void requireAllKnown(String job) {
    for (String name : values.keySet()) {
      if (!asked.contains(name)) {
        String help = "gme spark " + job + " --help shows what there is";
        throw new GmeException(
            "gme spark " + job + " knows no option '--" + name + "'",
            NearestWord.to(name, asked)
                .map(n -> "did you mean '--" + n + "'? " + help)
                .orElse(help));
      }
    }
  }

  /** All that was given, for provenance. */
  Map<String, String> given() {
    return new LinkedHashMap<>(values);
  }
}
