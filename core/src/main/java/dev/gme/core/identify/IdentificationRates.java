package dev.gme.core.identify;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * How often searches go wrong (docs/math.md 10.2, after ISO/IEC 19795-1). False positives grow with
 * the number of enrolled speakers, so {@link #enrolled()} belongs to every figure.
 *
 * <pre>{@code
 * IdentificationRates rates = Searches.of(scores, mate).rates();
 * double found = rates.tpirAtFpir(1, 0.01);   // best candidate right, 1 % of strangers named
 * double rank5 = rates.cmc(5);
 * }</pre>
 *
 * <p>A rate of a kind of searches that there are none of is refused.
 */
public final class IdentificationRates {
  /** What rounding of φ·n may lack of a whole number. */
  private static final double WHOLE = 1e-9;

  private final Searches searches;

  /** How many times each search counts. */
  private final int[] times;

  private final long mated;
  private final long unmated;

  IdentificationRates(Searches searches, int[] times) {
    this.searches = searches;
    this.times = times;
    mated = count(searches::isMated);
    unmated = count(i -> !searches.isMated(i));
  }

  private long count(IntPredicate which) {
    long n = 0;
    for (int i = 0; i < times.length; i++) {
      n += which.test(i) ? times[i] : 0;
    }
    return n;
  }

  /** N, how many speakers are enrolled. */
  public int enrolled() {
    return searches.enrolled();
  }

  /** How many searches have a mate. */
  public long mated() {
    return mated;
  }

  /** How many searches have none. */
  public long unmated() {
    return unmated;
  }

  /** CMC(R): how often the mate is among the R best, whatever its score. */
  public double cmc(int rank) {
    return count(i -> isWithin(i, rank)) / (double) requireMated();
  }

  /** FNIR(R, t): how often the mate is not among the R best or scores below t. */
  public double fnir(int rank, double threshold) {
    return 1 - tpir(rank, threshold);
  }

  /** TPIR(R, t), also called DIR: how often the mate is among the R best and scores t or more. */
  public double tpir(int rank, double threshold) {
    return count(i -> isWithin(i, rank) && searches.score(i) >= threshold)
        / (double) requireMated();
  }

  /** FPIR(t): how often a search without mate has a score of t or more. */
  public double fpir(double threshold) {
    return count(i -> !searches.isMated(i) && searches.score(i) >= threshold)
        / (double) requireUnmated();
  }

  /**
   * SEL(t): how many scores of a search without mate are t or more, on average.
   *
   * @param threshold one of those that the searches were gathered with
   */
  public double selectivity(double threshold) {
    int t = searches.threshold(threshold);
    long sum = 0;
    for (int i = 0; i < times.length; i++) {
      sum += searches.isMated(i) ? 0 : (long) times[i] * searches.reaching(i, t);
    }
    return sum / (double) requireUnmated();
  }

  /**
   * The score that must be exceeded so that no more than this share of searches without mate has a
   * candidate; −∞ where all may have one.
   */
  public double limitAtFpir(double fpir) {
    long allowed = allowed(fpir);
    for (int place = 0; place < searches.unmated(); place++) {
      int i = searches.unmated(place);
      allowed -= times[i];
      if (allowed < 0) {
        return searches.score(i);
      }
    }
    return Double.NEGATIVE_INFINITY;
  }

  /** How often the mate is found where at most this share of searches without mate has a name. */
  public double tpirAtFpir(int rank, double fpir) {
    if (allowed(fpir) >= unmated) {
      return cmc(rank);
    }
    double limit = limitAtFpir(fpir);
    return count(i -> isWithin(i, rank) && searches.score(i) > limit) / (double) requireMated();
  }

  /** Where FNIR(R, t) and FPIR(t) are equal, on the convex hull of their curve. */
  public double eerRocch(int rank) {
    requireMated();
    requireUnmated();
    ScoredTrials all = searches.trials(rank);
    boolean plain = Arrays.stream(times).allMatch(n -> n == 1);
    return Roc.of(plain ? all : all.withWeights(Arrays.stream(times).asDoubleStream().toArray()))
        .eerRocch();
  }

  private boolean isWithin(int i, int largestRank) {
    return searches.isMated(i) && searches.rank(i) <= largestRank;
  }

  private long allowed(double fpir) {
    if (!(fpir >= 0 && fpir <= 1)) {
      throw new IllegalArgumentException("a share lies between 0 and 1, found " + fpir);
    }
    return (long) Math.floor(fpir * requireUnmated() + WHOLE);
  }

  private long requireMated() {
    return required(mated, "has a mate among the enrolled", "false negatives");
  }

  private long requireUnmated() {
    return required(unmated, "is of somebody who is not enrolled", "false positives");
  }

  private static long required(long n, String kind, String what) {
    if (n == 0) {
      throw new GmeException(
          "no search " + kind + ", so " + what + " cannot be counted",
          "give searches of both kinds, or ask for other rates");
    }
    return n;
  }
}
