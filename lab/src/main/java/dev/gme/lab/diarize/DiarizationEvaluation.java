package dev.gme.lab.diarize;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationBootstrap;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizationScorer;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.lab.evaluate.TextTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The errors of turns against a reference, recording by recording and in all.
 *
 * <pre>{@code
 * DiarizationEvaluation evaluation =
 *     DiarizationEvaluation.of(
 *         Rttm.read(reference), Rttm.read(output), Optional.empty(), DerOptions.ALL,
 *         BootstrapOptions.DEFAULT);
 * evaluation.table().forEach(System.out::println);
 * }</pre>
 */
public final class DiarizationEvaluation {
  private static final SpeakerTurns NOBODY =
      SpeakerTurns.of(new double[0], new double[0], new int[0], List.of());

  private final DerOptions options;
  private final Map<String, DiarizationError> errors;
  private final List<String> silent;
  private final List<String> unscored;
  private final Optional<DiarizationBootstrap> bootstrap;
  private final double confidence;

  private DiarizationEvaluation(
      DerOptions options,
      Map<String, DiarizationError> errors,
      List<String> silent,
      List<String> unscored,
      BootstrapOptions draws) {
    this.options = options;
    this.errors = errors;
    this.silent = silent;
    this.unscored = unscored;
    confidence = draws.confidence();
    bootstrap =
        errors.size() < 2
            ? Optional.empty()
            : Optional.of(
                DiarizationBootstrap.of(
                    List.copyOf(errors.values()), draws.replicates(), draws.seed()));
  }

  /**
   * Scores the recordings of the regions, or of the reference where there are none. One that the
   * output lacks has nobody speaking.
   *
   * @param regions what is scored, by recording
   */
  public static DiarizationEvaluation of(
      Map<String, SpeakerTurns> reference,
      Map<String, SpeakerTurns> output,
      Optional<Map<String, TimeRegions>> regions,
      DerOptions options,
      BootstrapOptions draws) {
    Set<String> scored =
        new LinkedHashSet<>(regions.isPresent() ? regions.get().keySet() : reference.keySet());
    if (scored.stream().noneMatch(output::containsKey)) {
      throw new GmeException(
          "the output has none of the recordings that are scored, such as '"
              + scored.iterator().next()
              + "'; it has '"
              + output.keySet().iterator().next()
              + "'",
          "call the recordings the same in both files");
    }
    DiarizationScorer scorer = new DiarizationScorer(options);
    Map<String, DiarizationError> errors = new LinkedHashMap<>();
    List<String> silent = new ArrayList<>();
    for (String recording : scored) {
      if (!output.containsKey(recording)) {
        silent.add(recording);
      }
      errors.put(
          recording,
          scorer.score(
              reference.getOrDefault(recording, NOBODY),
              output.getOrDefault(recording, NOBODY),
              regions.map(r -> r.get(recording))));
    }
    Set<String> unscored = new LinkedHashSet<>(reference.keySet());
    unscored.addAll(output.keySet());
    unscored.removeAll(scored);
    return new DiarizationEvaluation(options, errors, silent, List.copyOf(unscored), draws);
  }

  /** By recording. */
  public Map<String, DiarizationError> errors() {
    return Collections.unmodifiableMap(errors);
  }

  /** Of all recordings together. */
  public DiarizationError total() {
    return errors.values().stream().reduce(DiarizationError.NONE, DiarizationError::plus);
  }

  /** Recordings that the output lacks; all of their speech counts as missed. */
  public List<String> silent() {
    return List.copyOf(silent);
  }

  /** Recordings that are not scored, because the reference or the regions lack them. */
  public List<String> unscored() {
    return unscored;
  }

  /** The interval of a rate over recordings; none where there is but one. */
  public Optional<Interval> interval(ToDoubleFunction<DiarizationError> rate) {
    return bootstrap.map(b -> b.interval(rate, confidence));
  }

  /** A line for each recording and one for all, rates in percent. */
  public List<String> table() {
    TextTable table =
        new TextTable(
            "recording",
            "DER %",
            "missed",
            "false alarm",
            "confusion",
            "JER %",
            "speakers",
            "found",
            "seconds");
    errors.forEach((name, error) -> row(table, name, error));
    if (errors.size() > 1) {
      row(table, "all", total());
    }
    List<String> lines = new ArrayList<>(table.lines());
    interval(DiarizationError::der).ifPresent(i -> lines.add(words("DER", i)));
    interval(DiarizationError::jer).ifPresent(i -> lines.add(words("JER", i)));
    return lines;
  }

  private static void row(TextTable table, String name, DiarizationError error) {
    table.row(
        name,
        percent(error.der()),
        percent(error.missedRate()),
        percent(error.falseAlarmRate()),
        percent(error.confusionRate()),
        percent(error.jer()),
        Integer.toString(error.speakers()),
        Integer.toString(error.found()),
        String.format(Locale.ROOT, "%.2f", error.total()));
  }

  private static String percent(double rate) {
    return String.format(Locale.ROOT, "%.2f", 100 * rate);
  }

  private static String words(String name, Interval interval) {
    return String.format(
        Locale.ROOT,
        "%s between %s and %s %% (%.3g %% interval over recordings)",
        name,
        percent(interval.lo()),
        percent(interval.hi()),
        100 * interval.confidence());
  }

  /** All figures for machines; rates are of 1, times in seconds. */
  public Map<String, Object> figures() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("collar", options.collar());
    out.put("skip_overlap", options.skipOverlap());
    Map<String, Object> all = figures(total());
    interval(DiarizationError::der).ifPresent(i -> all.put("der_interval", ends(i)));
    interval(DiarizationError::jer).ifPresent(i -> all.put("jer_interval", ends(i)));
    if (bootstrap.isPresent()) {
      all.put("confidence", confidence);
    }
    out.put("all", all);
    Map<String, Object> each = new LinkedHashMap<>();
    errors.forEach((name, error) -> each.put(name, figures(error)));
    out.put("recordings", each);
    out.put("not_in_output", silent());
    out.put("not_scored", unscored);
    return out;
  }

  private static List<Double> ends(Interval interval) {
    return List.of(interval.lo(), interval.hi());
  }

  private static Map<String, Object> figures(DiarizationError error) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("der", error.der());
    out.put("jer", error.jer());
    out.put("total", error.total());
    out.put("missed", error.missed());
    out.put("false_alarm", error.falseAlarm());
    out.put("confusion", error.confusion());
    out.put("speakers", error.speakers());
    out.put("found", error.found());
    return out;
  }
}
