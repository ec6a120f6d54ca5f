package dev.gme.lab.calibrate;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.FileSuffixes;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.PrecisionsById;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Side information about recordings for calibration (docs/math.md 7.10), as {@code --quality} names
 * it.
 *
 * @param kind what is done with the source
 * @param source a file, files of embeddings between commas, or a column of the list of trials
 */
public record Quality(Kind kind, String source) {
  public static final String SYNTAX = "LIST, log:LIST, logb:EMBEDDINGS[,EMBEDDINGS] or column:NAME";

  /** What is done with the source. */
  public enum Kind {
    /** Numbers of a list, as they are. */
    LIST,
    /** Their logarithms, for durations. */
    LOG,
    /** The logarithms of the precisions b of meta-embeddings. */
    LOGB,
    /** A number for the whole trial, from a column of the list. */
    COLUMN
  }

  /** Reads {@code LIST}, {@code log:LIST} and so on. */
  public static Quality parse(String text) {
    for (Kind kind : Kind.values()) {
      String prefix = kind.name().toLowerCase(Locale.ROOT) + ":";
      if (text.startsWith(prefix)) {
        return new Quality(kind, text.substring(prefix.length()));
      }
    }
    if (text.isEmpty()) {
      throw new GmeException("expected " + SYNTAX + ", found nothing", "name a source");
    }
    return new Quality(Kind.LIST, text);
  }

  /** As {@link #parse} reads it. */
  String text() {
    return kind == Kind.LIST ? source : kind.name().toLowerCase(Locale.ROOT) + ":" + source;
  }

  /** For each trial of a list, the sum over both sides. */
  public double[] of(TrialList trials) throws IOException {
    double[] out = new double[trials.size()];
    if (kind == Kind.COLUMN) {
      TrialList.Condition column = column(trials);
      for (int i = 0; i < out.length; i++) {
        out[i] = number(column.word(i), trials.where(i));
      }
      return out;
    }
    Map<String, Double> values = kind == Kind.LOGB ? precisions() : numbers();
    UnaryOperator<String> enrolled =
        FileSuffixes.naming(source, trials.enrolIds(), values::containsKey);
    UnaryOperator<String> tested =
        FileSuffixes.naming(source, trials.testIds(), values::containsKey);
    for (int i = 0; i < out.length; i++) {
      out[i] =
          value(values, enrolled.apply(trials.enrolIds().get(trials.enrol(i))), trials, i)
              + value(values, tested.apply(trials.testIds().get(trials.test(i))), trials, i);
    }
    return out;
  }

  private TrialList.Condition column(TrialList trials) {
    return trials.conditions().stream()
        .filter(c -> c.name().equals(source))
        .findFirst()
        .orElseThrow(
            () ->
                new GmeException(
                    trials.source() + ": there is no column '" + source + "'",
                    "name one of "
                        + trials.conditions().stream().map(TrialList.Condition::name).toList()));
  }

  private Map<String, Double> numbers() throws IOException {
    Path file = Path.of(source);
    Map<String, Double> out = new HashMap<>();
    for (Map.Entry<String, String> e : KaldiLists.readPairs(file).entrySet()) {
      double x = number(e.getValue(), file + ", " + BadFile.quoted(e.getKey()));
      if (kind == Kind.LOG && !(x > 0)) {
        throw BadFile.at(
            file,
            "expected a positive number for '" + e.getKey() + "', found " + x,
            "correct it; what is not positive has no logarithm");
      }
      out.put(e.getKey(), kind == Kind.LOG ? Math.log(x) : x);
    }
    return out;
  }

  private static double number(String text, String where) {
    try {
      double x = Double.parseDouble(text);
      if (Double.isFinite(x)) {
        return x;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw BadFile.at(where, "expected a number, found " + BadFile.quoted(text), "correct it");
  }

  private Map<String, Double> precisions() throws IOException {
    Map<String, Double> out =
        PrecisionsById.read(Arrays.stream(source.split(",")).map(Path::of).toList()).byId();
    out.replaceAll((id, b) -> Math.log(b));
    return out;
  }

  private double value(Map<String, Double> values, String id, TrialList trials, int i) {
    Double x = values.get(id);
    if (x == null) {
      throw new GmeException(
          trials.where(i) + ": " + source + " has nothing on '" + id + "'",
          "add it, models that are no recordings included");
    }
    return x;
  }
}
