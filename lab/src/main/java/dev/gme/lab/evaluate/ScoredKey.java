package dev.gme.lab.evaluate;

import static java.util.stream.Collectors.joining;

import dev.gme.core.GmeException;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.ScoreAlignment;
import dev.gme.formats.table.TrialList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The labelled trials of a key, and what one or several systems scored them with. */
public final class ScoredKey {
  private static final Optional<ScoreAbout> NOT_KNOWN = Optional.empty();

  private final TrialList key;
  private final List<double[]> scores;
  private final TrialSpeakerLists speakers;
  private final int[] partition;

  /** What each system's scores are. */
  private final List<Optional<ScoreAbout>> abouts;

  private ScoredKey(
      TrialList key,
      List<double[]> scores,
      List<Optional<ScoreAbout>> abouts,
      TrialSpeakerLists speakers,
      int[] partition) {
    this.key = key;
    this.scores = scores;
    this.abouts = abouts;
    this.speakers = speakers;
    this.partition = partition;
  }

  /**
   * Finds the scores of a key's trials; refuses trials that some system did not score, and scores
   * of ids that the key does not have.
   */
  public static ScoredKey align(TrialList key, List<TrialList> systems) {
    requireLabels(key);
    TrialList common = key;
    for (TrialList system : systems) {
      requireKnown(key, system);
      common = ScoreAlignment.align(common, system);
    }
    return new ScoredKey(key, common, systems);
  }

  /**
   * Finds the scores of those trials of a key that every system scored; scores of ids that the key
   * does not have are passed over.
   */
  public static ScoredKey alignScored(TrialList key, List<TrialList> systems) {
    requireLabels(key);
    TrialList common = key;
    for (TrialList system : systems) {
      common = ScoreAlignment.alignScored(common, system);
    }
    return new ScoredKey(key, common, systems);
  }

  private static void requireLabels(TrialList key) {
    if (!key.hasLabels()) {
      throw new GmeException(
          key.source() + ": expected a key, which says of each trial whether it is a target trial",
          "give a list with labels as the key: target or nontarget, or 1 or 0 on every line");
    }
  }

  private ScoredKey(TrialList key, TrialList common, List<TrialList> systems) {
    if (common.size() == 0) {
      throw new GmeException(
          "no trial of " + key.source() + " has a score",
          "check that key and scores name enrolments and tests in the same way");
    }
    this.key = common;
    this.scores = systems.stream().map(s -> ScoreAlignment.align(common, s).scores()).toList();
    this.abouts = systems.stream().map(TrialList::about).toList();
    this.speakers = null;
    this.partition = null;
  }

  /** All trials of a key with scores in its order. */
  public static ScoredKey of(TrialList key, List<double[]> scores) {
    List<Optional<ScoreAbout>> unknown = scores.stream().map(s -> NOT_KNOWN).toList();
    return new ScoredKey(key, scores, unknown, null, null);
  }

  /** What a system's scores are, if their file says so. */
  public Optional<ScoreAbout> about(int system) {
    return abouts.get(system);
  }

  /** Whether a system's scores may be read as log-likelihood ratios: nothing says otherwise. */
  public boolean mayBeLlrs(int system) {
    return abouts.get(system).map(ScoreAbout::isLlr).orElse(true);
  }

  /** The same trials; whatever the files say, their scores are log-likelihood ratios. */
  public ScoredKey asLlrs() {
    List<Optional<ScoreAbout>> unknown = scores.stream().map(s -> NOT_KNOWN).toList();
    return new ScoredKey(key, scores, unknown, speakers, partition);
  }

  private static void requireKnown(TrialList key, TrialList system) {
    Set<String> enrol = new HashSet<>(key.enrolIds());
    Set<String> test = new HashSet<>(key.testIds());
    for (int i = 0; i < system.size(); i++) {
      if (!enrol.contains(system.enrolIds().get(system.enrol(i)))
          || !test.contains(system.testIds().get(system.test(i)))) {
        throw new GmeException(
            system.where(i)
                + ": the trial "
                + system.describe(i)
                + " names an id that "
                + key.source()
                + " does not have",
            "check that the lists belong together, or allow missing ones");
      }
    }
  }

  public ScoredKey withSpeakers(TrialSpeakerLists known) {
    return new ScoredKey(key, scores, abouts, known, partition);
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
    return new ScoredKey(key, scores, abouts, speakers, parts);
  }

  /** Refuses a condition that the key does not have. */
  public void requireCondition(String name) {
    Objects.requireNonNull(condition(name));
  }

  private TrialList.Condition condition(String name) {
    return key.conditions().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow(() -> noCondition(name));
  }

  private GmeException noCondition(String name) {
    return new GmeException(
        key.source() + ": there is no condition '" + name + "'",
        key.conditions().isEmpty()
            ? "the key has no columns beside ids and labels"
            : "choose one of "
                + key.conditions().stream()
                    .map(TrialList.Condition::toString)
                    .collect(joining(", "))
                + (key.unnamedConditions().isEmpty() ? "" : ", or name the conditions"));
  }

  public TrialList key() {
    return key;
  }

  /** How many trials are scored by every system. */
  public int size() {
    return key.size();
  }

  public boolean[] labels() {
    boolean[] out = new boolean[size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = key.isTarget(i);
    }
    return out;
  }

  public double[] weights() {
    return IntStream.range(0, size()).mapToDouble(key::weight).toArray();
  }

  /** The number of systems. */
  public int systems() {
    return scores.size();
  }

  /** What a system scored the trials with. */
  public double[] scores(int system) {
    return scores.get(system).clone();
  }

  public Optional<TrialSpeakerLists> speakers() {
    return Optional.ofNullable(speakers);
  }

  /** The trials of one system, for metrics. */
  public ScoredTrials of(int system) {
    return select(system, IntStream.range(0, size()).toArray());
  }

  /**
   * The trials of one system for every word of a condition; words that lack a kind are left out,
   * and a condition without any other is refused.
   */
  public Map<String, ScoredTrials> by(String condition, int system) {
    Map<String, ScoredTrials> out = parts(condition, system);
    if (out.isEmpty()) {
      throw new GmeException(
          key.source() + ": no part of condition '" + condition + "' has both kinds of trials",
          "evaluate by another condition");
    }
    return out;
  }

  /**
   * The trials of one system for every word of a condition that has both kinds; there may be none.
   */
  public Map<String, ScoredTrials> parts(String condition, int system) {
    TrialList.Condition column = condition(condition);
    Map<String, ScoredTrials> out = new LinkedHashMap<>();
    for (int w = 0; w < column.words().size(); w++) {
      int word = w;
      int[] some = IntStream.range(0, size()).filter(i -> column.code(i) == word).toArray();
      long targets = IntStream.of(some).filter(i -> key.isTarget(i)).count();
      if (targets > 0 && targets < some.length) {
        out.put(column.words().get(w), select(system, some));
      }
    }
    return out;
  }

  private ScoredTrials select(int system, int[] some) {
    double[] all = scores.get(system);
    double[] chosen = new double[some.length];
    boolean[] isTarget = new boolean[some.length];
    for (int k = 0; k < some.length; k++) {
      chosen[k] = all[some[k]];
      isTarget[k] = key.isTarget(some[k]);
    }
    ScoredTrials out = ScoredTrials.of(chosen, isTarget);
    if (key.hasWeights()) {
      out = out.withWeights(IntStream.of(some).mapToDouble(i -> key.weight(i)).toArray());
    }
    if (partition != null) {
      out = out.equalized(IntStream.of(some).map(i -> partition[i]).toArray());
    }
    return speakers == null
        ? out
        : out.withSpeakers(
            IntStream.of(some).map(i -> speakers.enrol(i)).toArray(),
            IntStream.of(some).map(i -> speakers.test(i)).toArray());
  }
}
