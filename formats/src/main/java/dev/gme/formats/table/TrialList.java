package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  private final String source;
  private final int firstLine;

  /** Which trial of the file each one was; null where all of them are here. */
  private final int[] places;

  /** A column of words about the trials. */
  public static final class Condition {
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
  }

  private TrialList(
      List<String> enrolIds,
      List<String> testIds,
      int[] enrol,
      int[] test,
      byte[] labels,
      double[] scores,
      double[] weights,
      List<Condition> conditions,
      String source,
      int firstLine,
      int[] places) {
    this.enrolIds = List.copyOf(enrolIds);
    this.testIds = List.copyOf(testIds);
    this.enrol = enrol;
    this.test = test;
    this.labels = labels;
    this.scores = scores;
    this.weights = weights;
    this.conditions = List.copyOf(conditions);
    this.source = source;
    this.firstLine = firstLine;
    this.places = places;
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
    return new TrialList(
        enrolIds,
        testIds,
        enrol.clone(),
        test.clone(),
        null,
        null,
        null,
        List.of(),
        "trials",
        1,
        null);
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
    return read(enrolIds, testIds, enrol, test, null, null, null, List.of(), "all pairs", 1);
  }

  /** The arrays are not copied; null where a list has none. */
  static TrialList read(
      List<String> enrolIds,
      List<String> testIds,
      int[] enrol,
      int[] test,
      byte[] labels,
      double[] scores,
      double[] weights,
      List<Condition> conditions,
      String source,
      int firstLine) {
    return new TrialList(
        enrolIds,
        testIds,
        enrol,
        test,
        labels,
        scores,
        weights,
        conditions,
        source,
        firstLine,
        null);
  }

  /** The same trials with these scores, none of which may be NaN. */
  public TrialList withScores(double[] newScores) {
    requireSize(newScores.length);
    for (int i = 0; i < newScores.length; i++) {
      if (Double.isNaN(newScores[i])) {
        throw new GmeException(
            "the score of " + describe(i) + " is NaN", "find out why the scorer gave NaN there");
      }
    }
    return new TrialList(
        enrolIds,
        testIds,
        enrol,
        test,
        labels,
        newScores.clone(),
        weights,
        conditions,
        source,
        firstLine,
        places);
  }

  /** The same with scores as scorers give them. */
  public TrialList withScores(float[] newScores) {
    double[] wide = new double[newScores.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = newScores[i];
    }
    return withScores(wide);
  }

  /** The same trials with these labels. */
  public TrialList withLabels(boolean[] isTarget) {
    requireSize(isTarget.length);
    byte[] newLabels = new byte[isTarget.length];
    for (int i = 0; i < newLabels.length; i++) {
      newLabels[i] = isTarget[i] ? Labels.TARGET : Labels.NONTARGET;
    }
    return new TrialList(
        enrolIds,
        testIds,
        enrol,
        test,
        newLabels,
        scores,
        weights,
        conditions,
        source,
        firstLine,
        places);
  }

  /** The same trials under other ids; two that were different may become one. */
  public TrialList renamed(UnaryOperator<String> ofEnrol, UnaryOperator<String> ofTest) {
    return new TrialList(
        enrolIds.stream().map(ofEnrol).toList(),
        testIds.stream().map(ofTest).toList(),
        enrol,
        test,
        labels,
        scores,
        weights,
        conditions,
        source,
        firstLine,
        places);
  }

  /** The same trials with these conditions instead of theirs. */
  TrialList withConditions(List<Condition> all) {
    return new TrialList(
        enrolIds, testIds, enrol, test, labels, scores, weights, all, source, firstLine, places);
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
    byte[] someLabels = labels == null ? null : new byte[which.length];
    double[] someScores = scores == null ? null : new double[which.length];
    double[] someWeights = weights == null ? null : new double[which.length];
    int[] somePlaces = new int[which.length];
    for (int i = 0; i < which.length; i++) {
      int from = which[i];
      somePlaces[i] = places == null ? from : places[from];
      if (labels != null) {
        someLabels[i] = labels[from];
      }
      if (scores != null) {
        someScores[i] = scores[from];
      }
      if (weights != null) {
        someWeights[i] = weights[from];
      }
    }
    return new TrialList(
        enrolIds,
        testIds,
        some(enrol, which),
        some(test, which),
        someLabels,
        someScores,
        someWeights,
        conditions.stream().map(c -> new Condition(c.name, c.words, some(c.codes, which))).toList(),
        source,
        firstLine,
        somePlaces);
  }

  private static int[] some(int[] all, int[] which) {
    int[] out = new int[which.length];
    for (int i = 0; i < which.length; i++) {
      out[i] = all[which[i]];
    }
    return out;
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
