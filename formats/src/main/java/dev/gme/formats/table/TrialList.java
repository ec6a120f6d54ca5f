package dev.gme.formats.table;

import static java.util.stream.Collectors.joining;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Trials in the order of their list, with whatever the list says of them: labels, scores, weights,
 * conditions. Ids are numbered, so that fifty million trials are a few arrays.
 *
 * <pre>{@code
 * TrialList key = ListReader.read(path);
 * String enrol = key.enrolIds().get(key.enrol(0));
 * boolean target = key.isTarget(0);
 * }</pre>
 */
public final class TrialList {
  private final List<String> enrolIds;
  private final List<String> testIds;
  private final int[] enrol;
  private final int[] test;
  private final byte[] labels;
  private final double[] scores;
  private final double[] weights;
  private final List<Condition> conditions;
  private final Optional<ScoreAbout> about;
  private final String source;
  private final int firstLine;

  /** Which trial of the file each one was; null where all of them are here. */
  private final int[] places;

  /** A column of words about the trials. */
  public static final class Condition {
    /** How many words are enough to tell what a column is about. */
    private static final int SHOWN = 3;

    private final String name;
    private final List<String> words;
    private final int[] codes;

    Condition(String name, List<String> words, int[] codes) {
      this.name = name;
      this.words = words;
      this.codes = codes;
    }

    public String name() {
      return name;
    }

    Condition renamed(String other) {
      return new Condition(other, words, codes);
    }

    /** The different words, in the order of their first appearance. */
    public List<String> words() {
      return words;
    }

    /** The number in {@link #words} of what the list says of a trial. */
    public int code(int trial) {
      return codes[trial];
    }

    public String word(int trial) {
      return words.get(codes[trial]);
    }

    /** The name with a few of the words: {@code condition1 (f, m)}. */
    @Override
    public String toString() {
      String some = String.join(", ", words.subList(0, Math.min(SHOWN, words.size())));
      return GmeException.printable(name + " (" + some + (words.size() > SHOWN ? ", …)" : ")"));
    }
  }

  /** What a list is made of; arrays are not copied, and null where the list has none. */
  static final class Builder {
    private List<String> enrolIds;
    private List<String> testIds;
    private int[] enrol;
    private int[] test;
    private byte[] labels;
    private double[] scores;
    private double[] weights;
    private List<Condition> conditions = List.of();
    private Optional<ScoreAbout> about = Optional.empty();
    private String source = "trials";
    private int firstLine = 1;
    private int[] places;

    Builder(List<String> enrolIds, List<String> testIds, int[] enrol, int[] test) {
      this.enrolIds = enrolIds;
      this.testIds = testIds;
      this.enrol = enrol;
      this.test = test;
    }

    private Builder(TrialList list) {
      this(list.enrolIds, list.testIds, list.enrol, list.test);
      labels = list.labels;
      scores = list.scores;
      weights = list.weights;
      conditions = list.conditions;
      about = list.about;
      source = list.source;
      firstLine = list.firstLine;
      places = list.places;
    }

    Builder labels(byte[] each) {
      labels = each;
      return this;
    }

    Builder scores(double[] each) {
      scores = each;
      return this;
    }

    Builder weights(double[] each) {
      weights = each;
      return this;
    }

    Builder conditions(List<Condition> all) {
      conditions = all;
      return this;
    }

    Builder about(Optional<ScoreAbout> what) {
      about = what;
      return this;
    }

    /** Where the list comes from, and the line of its first trial, 0 where it has no lines. */
    Builder source(String name, int line) {
      source = name;
      firstLine = line;
      return this;
    }

    TrialList build() {
      return new TrialList(this);
    }
  }

  private TrialList(Builder b) {
    enrolIds = List.copyOf(b.enrolIds);
    testIds = List.copyOf(b.testIds);
    enrol = b.enrol;
    test = b.test;
    labels = b.labels;
    scores = b.scores;
    weights = b.weights;
    conditions = List.copyOf(b.conditions);
    about = b.about;
    source = b.source;
    firstLine = b.firstLine;
    places = b.places;
  }

  /**
   * Trials without labels, scores or conditions.
   *
   * @param enrol for each trial, the number of its enrolment id
   * @param test the same for the test id
   */
  public static TrialList of(List<String> enrolIds, List<String> testIds, int[] enrol, int[] test) {
    if (enrol.length != test.length) {
      throw new IllegalArgumentException(enrol.length + " enrolments, " + test.length + " tests");
    }
    for (int i = 0; i < enrol.length; i++) {
      Objects.checkIndex(enrol[i], enrolIds.size());
      Objects.checkIndex(test[i], testIds.size());
    }
    return new Builder(enrolIds, testIds, enrol.clone(), test.clone()).build();
  }

  /** Every enrolment against every test, row by row. */
  public static TrialList allPairs(List<String> enrolIds, List<String> testIds) {
    int n = Math.multiplyExact(enrolIds.size(), testIds.size());
    int[] enrol = new int[n];
    int[] test = new int[n];
    for (int i = 0; i < n; i++) {
      enrol[i] = i / testIds.size();
      test[i] = i % testIds.size();
    }
    return new Builder(enrolIds, testIds, enrol, test).source("all pairs", 1).build();
  }

  /** A builder of a list that differs from this one in what is set. */
  Builder change() {
    return new Builder(this);
  }

  /** The same trials with these scores, none of which may be NaN; what they are is not known. */
  public TrialList withScores(double[] newScores) {
    requireSize(newScores.length);
    for (int i = 0; i < newScores.length; i++) {
      if (Double.isNaN(newScores[i])) {
        throw new GmeException(
            "the score of " + describe(i) + " is NaN", "find out why the scorer gave NaN there");
      }
    }
    return change().scores(newScores.clone()).about(Optional.empty()).build();
  }

  /** The same trials with scores as scorers give them. */
  public TrialList withScores(float[] newScores) {
    double[] wide = new double[newScores.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = newScores[i];
    }
    return withScores(wide);
  }

  /** The same scores, with what they are. */
  public TrialList withAbout(ScoreAbout what) {
    if (!hasScores()) {
      throw new IllegalArgumentException("a list without scores");
    }
    return change().about(Optional.of(what)).build();
  }

  /** What the scores are, if the list has any and their file says so. */
  public Optional<ScoreAbout> about() {
    return about;
  }

  /**
   * The list as a key: where it has no labels and every score is 0 or 1, these are the labels, as
   * in the keys of CN-Celeb ({@code enrol test 1}).
   */
  public TrialList asKey() {
    if (hasLabels() || !hasScores() || !Arrays.stream(scores).allMatch(s -> s == 0 || s == 1)) {
      return this;
    }
    byte[] newLabels = new byte[scores.length];
    for (int i = 0; i < newLabels.length; i++) {
      newLabels[i] = scores[i] == 1 ? Labels.TARGET : Labels.NONTARGET;
    }
    return change().labels(newLabels).scores(null).about(Optional.empty()).build();
  }

  /** The same trials with these labels. */
  public TrialList withLabels(boolean[] isTarget) {
    requireSize(isTarget.length);
    byte[] newLabels = new byte[isTarget.length];
    for (int i = 0; i < newLabels.length; i++) {
      newLabels[i] = isTarget[i] ? Labels.TARGET : Labels.NONTARGET;
    }
    return change().labels(newLabels).build();
  }

  /** The same trials under other ids; two that were different may become one. */
  public TrialList renamed(UnaryOperator<String> ofEnrol, UnaryOperator<String> ofTest) {
    Builder renamed = change();
    renamed.enrolIds = enrolIds.stream().map(ofEnrol).toList();
    renamed.testIds = testIds.stream().map(ofTest).toList();
    return renamed.build();
  }

  /** The conditions that have numbers for names, as those of a list without header do. */
  public List<Condition> unnamedConditions() {
    return conditions.stream().filter(c -> ListColumns.isNumbered(c.name())).toList();
  }

  /**
   * The same trials with names for the conditions that have none, in the order of their columns.
   *
   * <pre>{@code
   * ListReader.read(key).withConditionNames(List.of("gender", "duration"));
   * }</pre>
   */
  public TrialList withConditionNames(List<String> names) {
    List<Condition> unnamed = unnamedConditions();
    if (names.size() != unnamed.size()) {
      throw new GmeException(
          source
              + ": expected names for "
              + unnamed.size()
              + " conditions, found "
              + names.size()
              + ": "
              + String.join(", ", names),
          unnamed.isEmpty()
              ? "leave the names out; the list has no columns that lack one"
              : "name the columns after ids, labels and scores in their order: "
                  + unnamed.stream().map(Condition::toString).collect(joining("; ")));
    }
    Iterator<String> next = names.iterator();
    List<Condition> all =
        conditions.stream().map(c -> unnamed.contains(c) ? c.renamed(next.next()) : c).toList();
    Set<String> different = new HashSet<>();
    for (Condition c : all) {
      if (c.name.isBlank() || !different.add(c.name)) {
        throw new GmeException(
            source
                + (c.name.isBlank()
                    ? ": a condition has an empty name"
                    : ": two conditions are called '" + c.name + "'"),
            "give every condition a name of its own");
      }
    }
    return withConditions(all);
  }

  /** The same trials with these conditions instead of theirs. */
  TrialList withConditions(List<Condition> all) {
    return change().conditions(all).build();
  }

  /** The same trials with one more condition, before the others, of which all have one word. */
  TrialList withCondition(String name, String word) {
    List<Condition> all = new ArrayList<>();
    all.add(new Condition(name, List.of(word), new int[size()]));
    all.addAll(conditions);
    return withConditions(all);
  }

  /**
   * Some of the trials, in the order given; they keep their lines.
   *
   * @param which numbers of trials
   */
  public TrialList select(int[] which) {
    Builder b = change();
    b.enrol = some(enrol, which);
    b.test = some(test, which);
    b.labels = labels == null ? null : new byte[which.length];
    b.scores = scores == null ? null : some(scores, which);
    b.weights = weights == null ? null : some(weights, which);
    for (int i = 0; i < which.length && labels != null; i++) {
      b.labels[i] = labels[which[i]];
    }
    b.conditions =
        conditions.stream().map(c -> new Condition(c.name, c.words, some(c.codes, which))).toList();
    b.places = places == null ? which.clone() : some(places, which);
    return b.build();
  }

  private static double[] some(double[] all, int[] which) {
    return Arrays.stream(which).mapToDouble(i -> all[i]).toArray();
  }

  private static int[] some(int[] all, int[] which) {
    return Arrays.stream(which).map(i -> all[i]).toArray();
  }

  private void requireSize(int n) {
    if (n != size()) {
      throw new IllegalArgumentException(n + " values for " + size() + " trials");
    }
  }

  public int size() {
    return enrol.length;
  }

  public List<String> enrolIds() {
    return enrolIds;
  }

  public List<String> testIds() {
    return testIds;
  }

  /** The number of the enrolment of trial i in {@link #enrolIds}. */
  public int enrol(int i) {
    return enrol[i];
  }

  /** The number of the test of trial i in {@link #testIds}. */
  public int test(int i) {
    return test[i];
  }

  public boolean hasLabels() {
    return labels != null;
  }

  public boolean isTarget(int i) {
    return labels[i] == Labels.TARGET;
  }

  public boolean hasScores() {
    return scores != null;
  }

  public double score(int i) {
    return scores[i];
  }

  /** The scores of all trials; refuses a list without. */
  public double[] scores() {
    if (scores == null) {
      throw new IllegalStateException("a list without scores");
    }
    return scores.clone();
  }

  public boolean hasWeights() {
    return weights != null;
  }

  /** 1 where the list has no weights. */
  public double weight(int i) {
    return weights == null ? 1 : weights[i];
  }

  public List<Condition> conditions() {
    return conditions;
  }

  /** The line of trial i in its file, or 0 where it was no text. */
  public int line(int i) {
    return firstLine == 0 ? 0 : firstLine + (places == null ? i : places[i]);
  }

  /** The list and, where it has lines, that of trial i; for messages. */
  public String where(int i) {
    return firstLine == 0 ? source : source + ", line " + line(i);
  }

  /** Refuses a list that names something unknown, with the first such trial and its line. */
  public void require(Predicate<String> enrolled, Predicate<String> tested) {
    boolean[] noEnrol = unknown(enrolIds, enrolled);
    boolean[] noTest = unknown(testIds, tested);
    for (int i = 0; i < size(); i++) {
      if (noEnrol[enrol[i]] || noTest[test[i]]) {
        String id = noEnrol[enrol[i]] ? enrolIds.get(enrol[i]) : testIds.get(test[i]);
        throw new GmeException(
            where(i) + ": there is no vector or model " + BadFile.quoted(id),
            "add it, take the line out, name the recordings of the models, or allow missing ones");
      }
    }
  }

  /**
   * The trials whose both sides are known: what is left where missing ones are allowed. How many
   * were left out is the difference of the sizes.
   */
  public TrialList known(Predicate<String> enrolled, Predicate<String> tested) {
    boolean[] noEnrol = unknown(enrolIds, enrolled);
    boolean[] noTest = unknown(testIds, tested);
    int[] which =
        IntStream.range(0, size()).filter(i -> !noEnrol[enrol[i]] && !noTest[test[i]]).toArray();
    return which.length == size() ? this : select(which);
  }

  private static boolean[] unknown(List<String> ids, Predicate<String> known) {
    boolean[] out = new boolean[ids.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = !known.test(ids.get(i));
    }
    return out;
  }

  /** The ids of trial i; for messages. */
  public String describe(int i) {
    return enrolIds.get(enrol[i]) + " " + testIds.get(test[i]);
  }

  /** The file, or what the list is; for messages. */
  public String source() {
    return source;
  }

  @Override
  public String toString() {
    return size()
        + " trials of "
        + enrolIds.size()
        + " enrolments and "
        + testIds.size()
        + " tests"
        + (hasLabels() ? ", labelled" : "")
        + (hasScores() ? ", scored" : "");
  }
}
