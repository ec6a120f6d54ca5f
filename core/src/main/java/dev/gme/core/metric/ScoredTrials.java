package dev.gme.core.metric;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Trials with their scores, labels and weights, in ascending order of score: what every metric of
 * this package starts from (docs/math.md 7).
 *
 * <pre>{@code
 * ScoredTrials trials = ScoredTrials.of(scores, isTarget);
 * Roc roc = Roc.of(trials);
 * double eer = roc.eerRocch();
 * double cllr = Cllr.of(trials);
 * }</pre>
 *
 * <p>Partitions that are to count the same ({@link #equalized}) and speakers ({@link
 * #withSpeakers}) are added to trials that are already sorted.
 *
 * <p>Scores may be infinite, never NaN; 0.0 and -0.0 are one score. A trial of weight 0 counts as
 * absent. Without weights every trial weighs 1, and all sums of weights are exact.
 */
public final class ScoredTrials {
  /** Within these limits no product of two sums of weights under- or overflows (see Pav). */
  private static final double MIN_WEIGHT = 1e-100;

  private static final double MAX_WEIGHT = 1e100;

  private final SortedScores sorted;

  /** As the caller gave them, in the order of the sort; null where all are 1. */
  private final double[] given;

  /** Null where partitions need not count the same. */
  private final EqualizedPartitions partitions;

  /** Null where speakers are not known. */
  private final TrialSpeakers speakers;

  private final double targetWeight;
  private final double nontargetWeight;

  private ScoredTrials(
      SortedScores sorted, double[] given, LabelIndex partition, TrialSpeakers speakers) {
    this.sorted = sorted;
    this.given = given;
    this.partitions = partition == null ? null : EqualizedPartitions.of(partition, sorted, given);
    this.speakers = speakers;
    double targets = 0;
    double nontargets = 0;
    // In the same order as Steps adds them up, so that the last sums there are these, exactly.
    for (int p = 0; p < sorted.size(); p++) {
      double w = weight(p);
      if (sorted.isTarget(p)) {
        targets += w;
      } else {
        nontargets += w;
      }
    }
    targetWeight = checkedTotal("target", targets, sorted.size());
    nontargetWeight = checkedTotal("non-target", nontargets, sorted.size());
  }

  private static double checkedTotal(String kind, double weight, int trials) {
    if (weight == 0) {
      throw new GmeException(
          "metrics need target and non-target trials, but among "
              + trials
              + " trials no "
              + kind
              + " trial has a weight above 0",
          "check that the key names both kinds of trials and that its ids are those of the scores");
    }
    return weight;
  }

  /** Trials of weight 1. */
  public static ScoredTrials of(double[] scores, boolean[] isTarget) {
    return new ScoredTrials(sort(i -> scores[i], scores.length, isTarget), null, null, null);
  }

  /** Trials of weight 1. */
  public static ScoredTrials of(float[] scores, boolean[] isTarget) {
    return new ScoredTrials(sort(i -> scores[i], scores.length, isTarget), null, null, null);
  }

  /** Trials with a weight each. */
  public static ScoredTrials of(double[] scores, boolean[] isTarget, double[] weights) {
    SortedScores sorted = sort(i -> scores[i], scores.length, isTarget);
    return new ScoredTrials(sorted, inOrder(sorted, weights), null, null);
  }

  /** Trials with a weight each. */
  public static ScoredTrials of(float[] scores, boolean[] isTarget, double[] weights) {
    SortedScores sorted = sort(i -> scores[i], scores.length, isTarget);
    return new ScoredTrials(sorted, inOrder(sorted, weights), null, null);
  }

  /**
   * Every row tried against every column; those of one speaker are targets.
   *
   * @param scores a row per enrolled model, a column per test recording
   * @param enrolled the speaker of each row, any numbers
   * @param tested the speaker of each column
   */
  public static ScoredTrials ofAllPairs(DoubleMatrix scores, int[] enrolled, int[] tested) {
    int cols = scores.cols();
    if (enrolled.length != scores.rows() || tested.length != cols) {
      throw new IllegalArgumentException(
          "speakers of "
              + enrolled.length
              + " rows and "
              + tested.length
              + " columns for "
              + scores.rows()
              + " x "
              + cols
              + " scores");
    }
    boolean[] isTarget = new boolean[scores.array().length];
    for (int t = 0; t < isTarget.length; t++) {
      isTarget[t] = enrolled[t / cols] == tested[t % cols];
    }
    return of(scores.array(), isTarget);
  }

  /**
   * Every pair of different recordings, once, scored exactly; those of one speaker are targets.
   *
   * @param speakers the speaker of each recording, any numbers
   */
  public static ScoredTrials ofAllPairs(MetaEmbeddings recordings, int[] speakers) {
    int n = recordings.size();
    if (speakers.length != n) {
      throw new IllegalArgumentException(
          n + " recordings need as many speakers, found " + speakers.length);
    }
    return of(recordings.llrOfPairs(), pairsOfOne(speakers));
  }

  /** Which pairs of different recordings, (0, 1), (0, 2), …, (1, 2), …, are of one speaker. */
  public static boolean[] pairsOfOne(int[] speakers) {
    int n = speakers.length;
    boolean[] same = new boolean[Math.toIntExact(n * (n - 1L) / 2)];
    int t = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        same[t++] = speakers[i] == speakers[j];
      }
    }
    return same;
  }

  /**
   * The same trials with other weights, in the order in which the trials were given at first; takes
   * linear time. A trial that had weight 0 may come back.
   */
  public ScoredTrials withWeights(double[] weights) {
    return new ScoredTrials(sorted, inOrder(sorted, weights), partition(), speakers);
  }

  /**
   * The same trials, reweighted so that each partition counts the same (docs/math.md 7.9).
   *
   * @param partition a number for each trial, in the order in which the trials were given
   */
  public ScoredTrials equalized(int[] partition) {
    requireSize("partitions", partition.length, sorted.size());
    return new ScoredTrials(sorted, given, LabelIndex.of(partition, sorted), speakers);
  }

  /**
   * The same trials with their speakers, which {@link Bootstrap} and {@link Comparison} need; in
   * the order in which the trials were given.
   *
   * @param enrol a number for the speaker of each enrolment
   * @param test a number for the speaker of each test recording; a speaker has one number, so that
   *     both sides of target trials have the same, and of non-target trials never
   */
  public ScoredTrials withSpeakers(int[] enrol, int[] test) {
    requireSize("enrolment speakers", enrol.length, sorted.size());
    requireSize("test speakers", test.length, sorted.size());
    return new ScoredTrials(sorted, given, partition(), TrialSpeakers.of(enrol, test, sorted));
  }

  /** These trials without those of weight 0, for work that goes over them many times. */
  ScoredTrials present() {
    if (given == null || Arrays.stream(given).allMatch(w -> w > 0)) {
      return this;
    }
    int[] places = IntStream.range(0, given.length).filter(p -> given[p] > 0).toArray();
    return new ScoredTrials(
        sorted.at(places),
        IntStream.of(places).mapToDouble(p -> given[p]).toArray(),
        partitions == null ? null : partition().at(places),
        speakers == null ? null : speakers.at(places));
  }

  private LabelIndex partition() {
    return partitions == null ? null : partitions.numbering();
  }

  private static SortedScores sort(IntToDoubleFunction score, int n, boolean[] isTarget) {
    requireSize("labels", isTarget.length, n);
    for (int i = 0; i < n; i++) {
      if (Double.isNaN(score.applyAsDouble(i))) {
        throw new GmeException(
            "scores must be numbers, but the score of trial " + i + " (counted from 0) is NaN",
            "find out why the scorer gave NaN there, or leave that trial out");
      }
    }
    return SortedScores.of(score, isTarget);
  }

  private static double[] inOrder(SortedScores sorted, double[] weights) {
    requireSize("weights", weights.length, sorted.size());
    for (int i = 0; i < weights.length; i++) {
      double w = weights[i];
      if (w != 0 && !(w >= MIN_WEIGHT && w <= MAX_WEIGHT)) {
        throw new GmeException(
            "a weight must be 0 or lie between "
                + MIN_WEIGHT
                + " and "
                + MAX_WEIGHT
                + ", but that of trial "
                + i
                + " (counted from 0) is "
                + w,
            "correct the weights; a weight of 0 leaves a trial out");
      }
    }
    double[] out = new double[weights.length];
    for (int p = 0; p < out.length; p++) {
      out[p] = weights[sorted.trial(p)];
    }
    return out;
  }

  private static void requireSize(String what, int found, int trials) {
    if (found != trials) {
      throw new IllegalArgumentException(found + " " + what + " for " + trials + " scores");
    }
  }

  /** How many trials there are, those of weight 0 included. */
  public int size() {
    return sorted.size();
  }

  /** The weight of all targets, T of docs/math.md 7. */
  public double targetWeight() {
    return targetWeight;
  }

  /** The weight of all non-targets, N of docs/math.md 7. */
  public double nontargetWeight() {
    return nontargetWeight;
  }

  /** The partitions that count the same; empty unless {@link #equalized} made these trials. */
  public Optional<EqualizedPartitions> partitions() {
    return Optional.ofNullable(partitions);
  }

  /** A new walk over the distinct scores, from the lowest to the highest. */
  public DistinctScores distinctScores() {
    return distinctScoresFrom(0);
  }

  /** The walk from the first score at or after this place of the order. */
  DistinctScores distinctScoresFrom(int place) {
    return new DistinctScores(this, place);
  }

  /** The first place whose score is at least this; behind the last place if there is none. */
  int firstPlace(double threshold) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted.score(middle) < threshold) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  double score(int place) {
    return sorted.score(place);
  }

  boolean isTarget(int place) {
    return sorted.isTarget(place);
  }

  /** The weight of a trial by which it counts in every metric. */
  double weight(int place) {
    double w = givenWeight(place);
    return partitions == null ? w : w * partitions.factor(place, sorted.isTarget(place));
  }

  /** The weight before partitions were made to count the same. */
  double givenWeight(int place) {
    return given == null ? 1 : given[place];
  }

  boolean hasGivenWeights() {
    return given != null;
  }

  TrialSpeakers speakers() {
    return speakers;
  }

  /** The trial at a place of the order, by the index that the caller knows it by. */
  int trial(int place) {
    return sorted.trial(place);
  }
}
