package dev.gme.lab.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.ClusterBootstrap;
import dev.gme.core.cluster.ClusterMeasures;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.partition.Partition;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How far a clustering agrees with a reference, from lists of both.
 *
 * <pre>{@code
 * ClusterEvaluation e = ClusterEvaluation.read(utt2spk, clusters, false).withIntervals(options, progress);
 * e.lines().forEach(System.out::println);
 * }</pre>
 */
public final class ClusterEvaluation {
  private final Partition reference;
  private final Partition found;
  private final double[] weights;
  private final int missing;
  private final ClusterMeasures measures;
  private final Optional<ClusterBootstrap> bootstrap;

  private ClusterEvaluation(
      Partition reference,
      Partition found,
      double[] weights,
      int missing,
      Optional<ClusterBootstrap> bootstrap) {
    this.reference = reference;
    this.found = found;
    this.weights = weights;
    this.missing = missing;
    this.bootstrap = bootstrap;
    measures = ClusterMeasures.of(reference, found, weights);
  }

  /** A measure, how it is called, and its name for machines. */
  private record Measure(String key, String name, ToDoubleFunction<ClusterMeasures> value) {}

  private static final List<Measure> ALL =
      List.of(
          new Measure("adjusted_rand", "adjusted Rand index", ClusterMeasures::adjustedRand),
          new Measure("accuracy", "accuracy, best one-to-one map", ClusterMeasures::accuracy),
          new Measure("purity", "purity", ClusterMeasures::purity),
          new Measure("coverage", "coverage", ClusterMeasures::coverage),
          new Measure("v_measure", "V-measure", ClusterMeasures::vMeasure),
          new Measure("homogeneity", "homogeneity", ClusterMeasures::homogeneity),
          new Measure("completeness", "completeness", ClusterMeasures::completeness),
          new Measure(
              "mutual_information", "mutual information, nats", ClusterMeasures::mutualInformation),
          new Measure("bcubed_f", "B-cubed F", ClusterMeasures::bcubedF),
          new Measure("bcubed_precision", "B-cubed precision", ClusterMeasures::bcubedPrecision),
          new Measure("bcubed_recall", "B-cubed recall", ClusterMeasures::bcubedRecall),
          new Measure("pair_precision", "pair precision", ClusterMeasures::pairPrecision),
          new Measure("pair_recall", "pair recall", ClusterMeasures::pairRecall));

  /**
   * Reads two lists of recordings and sets (utt2spk, spk2utt or a table).
   *
   * @param allowMissing whether recordings that one of the lists lacks are passed over
   */
  public static ClusterEvaluation read(Path reference, Path found, boolean allowMissing)
      throws IOException {
    SpeakerLabels ref = SpeakerLabels.open(reference);
    SpeakerLabels hyp = SpeakerLabels.open(found);
    // Which word of a line is the recording is known once either list has been read.
    Map<String, String> guess = ref.of(id -> false);
    Map<String, String> sets = hyp.of(guess::containsKey);
    return of(
        ref.of(sets::containsKey), reference.toString(), sets, found.toString(), allowMissing);
  }

  /**
   * Compares a list of true speakers with one of found sets.
   *
   * @param source where the true speakers come from, for messages
   * @param foundSource and where the sets come from
   */
  public static ClusterEvaluation of(
      Map<String, String> speakers,
      String source,
      Map<String, String> sets,
      String foundSource,
      boolean allowMissing) {
    if (!allowMissing) {
      requireAll(speakers, source, sets, foundSource);
      requireAll(sets, foundSource, speakers, source);
    }
    Map<String, Integer> numbers = new HashMap<>();
    List<int[]> both = new ArrayList<>();
    speakers.forEach(
        (id, speaker) -> {
          String set = sets.get(id);
          if (set != null) {
            both.add(new int[] {number(numbers, "r " + speaker), number(numbers, "f " + set)});
          }
        });
    if (both.isEmpty()) {
      throw new GmeException(
          source + " and " + foundSource + " have no recording in common",
          "check that the lists are of the same recordings");
    }
    return new ClusterEvaluation(
        Partition.of(both.stream().mapToInt(x -> x[0]).toArray()),
        Partition.of(both.stream().mapToInt(x -> x[1]).toArray()),
        null,
        speakers.size() + sets.size() - 2 * both.size(),
        Optional.empty());
  }

  private static int number(Map<String, Integer> numbers, String name) {
    int next = numbers.size();
    return numbers.computeIfAbsent(name, k -> next);
  }

  private static void requireAll(
      Map<String, String> wanted, String source, Map<String, String> there, String other) {
    List<String> missing = wanted.keySet().stream().filter(id -> !there.containsKey(id)).toList();
    if (!missing.isEmpty()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s has the recording '%s'%s, which %s lacks",
              source,
              missing.get(0),
              missing.size() == 1
                  ? ""
                  : String.format(Locale.ROOT, " and %,d more", missing.size() - 1),
              other),
          "give lists of the same recordings, or allow missing ones");
    }
  }

  /** The same with intervals by drawing recordings again. */
  public ClusterEvaluation withIntervals(BootstrapOptions options, Progress progress) {
    return new ClusterEvaluation(
        reference,
        found,
        weights,
        missing,
        Optional.of(ClusterBootstrap.of(reference, found, weights, options, progress)));
  }

  public ClusterMeasures measures() {
    return measures;
  }

  /** How many recordings were in one list only. */
  public int missing() {
    return missing;
  }

  /** For people. */
  public List<String> lines() {
    List<String> head = new ArrayList<>(List.of("measure", "value"));
    bootstrap.ifPresent(b -> head.add("interval"));
    TextTable table = new TextTable(head.toArray(String[]::new));
    for (Measure m : ALL) {
      List<String> row = new ArrayList<>(List.of(m.name, fixed(m.value.applyAsDouble(measures))));
      bootstrap.ifPresent(
          b -> {
            Interval i = b.interval(m.value);
            row.add(fixed(i.lo()) + " to " + fixed(i.hi()));
          });
      table.row(row.toArray(String[]::new));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d recordings, %,d speakers, %,d sets found",
            reference.size(),
            measures.referenceSets(),
            measures.foundSets()));
    lines.addAll(table.lines());
    return lines;
  }

  /** The measures by their names, for a page. */
  Map<String, String> texts() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("speakers", Integer.toString(measures.referenceSets()));
    out.put("sets found", Integer.toString(measures.foundSets()));
    for (Measure m : ALL) {
      out.put(m.name, fixed(m.value.applyAsDouble(measures)));
    }
    return out;
  }

  private static String fixed(double x) {
    return String.format(Locale.ROOT, "%.4f", x);
  }

  /** For machines. */
  public ObjectNode json() {
    ObjectNode out = ResultJson.object();
    out.put("recordings", reference.size());
    out.put("recordings_in_one_list_only", missing);
    out.put("speakers", measures.referenceSets());
    out.put("sets", measures.foundSets());
    for (Measure m : ALL) {
      out.put(m.key, m.value.applyAsDouble(measures));
      bootstrap.ifPresent(b -> out.set(m.key + "_interval", ResultJson.of(b.interval(m.value))));
    }
    return out;
  }
}
