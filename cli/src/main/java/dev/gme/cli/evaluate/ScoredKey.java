package dev.gme.cli.evaluate;

import dev.gme.core.GmeException;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.table.TrialMatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The labelled trials of a key, and what one or several systems scored them with. */
public final class ScoredKey {
  private final TrialList key;

  /** The trials of the key that every system scored. */
  private final int[] trials;

  private final List<double[]> scores;
  private final TrialSpeakerLists speakers;
  private final int[] partition;

  private ScoredKey(
      TrialList key,
      int[] trials,
      List<double[]> scores,
      TrialSpeakerLists speakers,
      int[] partition) {
    this.key = key;
    this.trials = trials;
    this.scores = scores;
    this.speakers = speakers;
    this.partition = partition;
  }

  /** Finds the scores of a key's trials; all of them must be there unless some may be missing. */
  static ScoredKey of(TrialList key, List<TrialList> systems, boolean allowMissing) {
    if (!key.hasLabels()) {
      throw new GmeException(
          key.source() + ": expected a key, which says of each trial whether it is a target trial",
          "give a list with labels as --key");
    }
    List<TrialMatch> matches = new ArrayList<>();
    for (TrialList system : systems) {
      TrialMatch match = TrialMatch.of(key, system);
      if (!allowMissing) {
        match.requireComplete();
      }
      requireLabels(key, system, match);
      matches.add(match);
    }
    int[] trials =
        IntStream.range(0, key.size())
            .filter(i -> matches.stream().allMatch(m -> m.place(i) >= 0))
            .toArray();
    if (trials.length == 0) {
      throw new GmeException(
          "no trial of " + key.source() + " has a score",
          "check that key and scores name enrolments and tests in the same way");
    }
    List<double[]> scores = new ArrayList<>();
    for (int k = 0; k < systems.size(); k++) {
      TrialMatch match = matches.get(k);
      TrialList system = systems.get(k);
      scores.add(IntStream.of(trials).mapToDouble(i -> system.score(match.place(i))).toArray());
    }
    return new ScoredKey(key, trials, scores, null, null);
  }

  /** All trials of a key with scores in its order. */
  public static ScoredKey of(TrialList key, List<double[]> scores) {
    return new ScoredKey(key, IntStream.range(0, key.size()).toArray(), scores, null, null);
  }

  private static void requireLabels(TrialList key, TrialList system, TrialMatch match) {
    for (int i = 0; i < key.size() && system.hasLabels(); i++) {
      int place = match.place(i);
      if (place >= 0 && key.isTarget(i) != system.isTarget(place)) {
        throw new GmeException(
            system.where(place)
                + ": the label of "
                + key.describe(i)
                + " is not that of "
                + key.where(i),
            "use the key that the scores were labelled with");
      }
    }
  }

  public ScoredKey withSpeakers(TrialSpeakerLists known) {
    return new ScoredKey(key, trials, scores, known, partition);
  }

  /** Every combination of these conditions is to count the same (docs/math.md 7.9). */
  public ScoredKey equalizedBy(List<String> conditions) {
    List<TrialList.Condition> columns = conditions.stream().map(this::condition).toList();
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    int[] parts = new int[key.size()];
    for (int i = 0; i < parts.length; i++) {
      int trial = i;
      List<Integer> words = columns.stream().map(c -> c.code(trial)).toList();
      int next = numbers.size();
      parts[i] = numbers.computeIfAbsent(words, w -> next);
    }
    return new ScoredKey(key, trials, scores, speakers, parts);
  }

  private TrialList.Condition condition(String name) {
    return key.conditions().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow(() -> noCondition(name));
  }

  private GmeException noCondition(String name) {
    List<String> names = key.conditions().stream().map(TrialList.Condition::name).toList();
    return new GmeException(
        key.source() + ": there is no condition '" + name + "'",
        names.isEmpty()
            ? "the key has no columns beside ids and labels"
            : "choose one of " + String.join(", ", names));
  }

  public TrialList key() {
    return key;
  }

  /** How many trials of the key are scored by every system. */
  public int size() {
    return trials.length;
  }

  /** The place in the key of a trial that is scored. */
  int trial(int i) {
    return trials[i];
  }

  boolean[] labels() {
    boolean[] out = new boolean[trials.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = key.isTarget(trials[i]);
    }
    return out;
  }

  double[] weights() {
    return IntStream.of(trials).mapToDouble(key::weight).toArray();
  }

  /** What a system scored the trials with. */
  double[] scores(int system) {
    return scores.get(system).clone();
  }

  public Optional<TrialSpeakerLists> speakers() {
    return Optional.ofNullable(speakers);
  }

  /** The trials of one system, for metrics. */
  public ScoredTrials of(int system) {
    return select(system, IntStream.range(0, trials.length).toArray());
  }

  /**
   * The trials of one system for every word of a condition; words that lack a kind are left out.
   */
  public Map<String, ScoredTrials> by(String condition, int system) {
    TrialList.Condition column = condition(condition);
    Map<String, ScoredTrials> out = new LinkedHashMap<>();
    for (int w = 0; w < column.words().size(); w++) {
      int word = w;
      int[] some =
          IntStream.range(0, trials.length).filter(i -> column.code(trials[i]) == word).toArray();
      long targets = IntStream.of(some).filter(i -> key.isTarget(trials[i])).count();
      if (targets > 0 && targets < some.length) {
        out.put(column.words().get(w), select(system, some));
      }
    }
    if (out.isEmpty()) {
      throw new GmeException(
          key.source() + ": no part of condition '" + condition + "' has both kinds of trials",
          "evaluate by another condition");
    }
    return out;
  }

  private ScoredTrials select(int system, int[] some) {
    double[] all = scores.get(system);
    double[] chosen = new double[some.length];
    boolean[] isTarget = new boolean[some.length];
    for (int k = 0; k < some.length; k++) {
      chosen[k] = all[some[k]];
      isTarget[k] = key.isTarget(trials[some[k]]);
    }
    ScoredTrials out = ScoredTrials.of(chosen, isTarget);
    if (key.hasWeights()) {
      out = out.withWeights(IntStream.of(some).mapToDouble(i -> key.weight(trials[i])).toArray());
    }
    if (partition != null) {
      out = out.equalized(IntStream.of(some).map(i -> partition[trials[i]]).toArray());
    }
    return speakers == null
        ? out
        : out.withSpeakers(
            IntStream.of(some).map(i -> speakers.enrol(trials[i])).toArray(),
            IntStream.of(some).map(i -> speakers.test(trials[i])).toArray());
  }
}
