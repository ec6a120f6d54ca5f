package dev.gme.core.identify;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.ScoredTrials;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Searches of a list of enrolled speakers whose answers are known, kept as what rates need of them
 * (docs/math.md 10.2): the score and rank of the mate, or the highest score where there is none.
 *
 * <pre>{@code
 * Searches.Builder builder = Searches.builder(enrolled, thresholds);
 * builder.add(scoresOfFirstSearch, 17, speakerOfFirst);
 * builder.add(scoresOfSecond, Searches.NO_MATE, speakerOfSecond);
 * IdentificationRates rates = builder.build().rates();
 * }</pre>
 */
public final class Searches {
  /** The mate of a search for somebody who is not enrolled. */
  public static final int NO_MATE = -1;

  private final int enrolled;
  private final double[] thresholds;

  /** 0 where there is no mate. */
  private final int[] rank;

  /** Of the mate, or the highest where there is none. */
  private final double[] score;

  private final int[] speaker;

  /** For each search without mate and threshold how many scores reach it; null for the others. */
  private final int[][] reaching;

  private final int mated;

  /** Searches without mate, highest score first. */
  private final int[] unmatedOrder;

  /** Mates against highest scores of searches without, by the largest rank that counts. */
  private final Map<Integer, ScoredTrials> trials = new ConcurrentHashMap<>();

  private Searches(Builder from) {
    enrolled = from.enrolled;
    thresholds = from.thresholds;
    int m = from.size;
    rank = Arrays.copyOf(from.rank, m);
    score = Arrays.copyOf(from.score, m);
    speaker = Arrays.copyOf(from.speaker, m);
    reaching = Arrays.copyOf(from.reaching, m);
    mated = (int) Arrays.stream(rank).filter(r -> r > 0).count();
    unmatedOrder =
        IntStream.range(0, m)
            .filter(i -> rank[i] == 0)
            .boxed()
            .sorted((i, j) -> Double.compare(score[j], score[i]))
            .mapToInt(i -> i)
            .toArray();
  }

  /**
   * Gathers searches of a list.
   *
   * @param enrolled N, how many speakers are enrolled
   * @param thresholds where the mean length of candidate lists will be asked for
   */
  public static Builder builder(int enrolled, double... thresholds) {
    return new Builder(enrolled, thresholds);
  }

  /**
   * Searches as a matrix, a search a row, each by a speaker of its own.
   *
   * @param mate the column of the mate of each search, or {@link #NO_MATE}
   */
  public static Searches of(DoubleMatrix scores, int[] mate, double... thresholds) {
    if (mate.length != scores.rows()) {
      throw new IllegalArgumentException(mate.length + " mates for " + scores.rows() + " searches");
    }
    Builder builder = builder(scores.cols(), thresholds);
    for (int i = 0; i < mate.length; i++) {
      builder.add(scores.row(i), mate[i], i);
    }
    return builder.build();
  }

  /** Gathers searches, one at a time. */
  public static final class Builder {
    private final int enrolled;
    private final double[] thresholds;
    private int size;
    private int[] rank = new int[16];
    private double[] score = new double[16];
    private int[] speaker = new int[16];
    private int[][] reaching = new int[16][];

    private Builder(int enrolled, double[] thresholds) {
      if (enrolled < 1) {
        throw new IllegalArgumentException("at least one speaker must be enrolled");
      }
      this.enrolled = enrolled;
      this.thresholds = thresholds.clone();
    }

    /**
     * Adds a search.
     *
     * @param scores of every enrolled speaker: posteriors, log-likelihood ratios, or any
     * @param mate the enrolled speaker that it is, or {@link #NO_MATE}
     * @param searcher a number for the speaker of the recording, for intervals
     */
    public Builder add(double[] scores, int mate, int searcher) {
      if (scores.length != enrolled || mate < NO_MATE || mate >= enrolled) {
        throw new IllegalArgumentException(
            scores.length + " scores and mate " + mate + " of " + enrolled + " enrolled speakers");
      }
      for (int e = 0; e < enrolled; e++) {
        if (Double.isNaN(scores[e])) {
          throw new GmeException(
              "scores must be numbers, but search " + size + " (counted from 0) has NaN for " + e,
              "find out why the scorer gave NaN there, or leave that search out");
        }
      }
      if (size == rank.length) {
        grow();
      }
      if (mate == NO_MATE) {
        score[size] = Arrays.stream(scores).max().orElseThrow();
        reaching[size] =
            Arrays.stream(thresholds)
                .mapToInt(t -> (int) Arrays.stream(scores).filter(s -> s >= t).count())
                .toArray();
      } else {
        double own = scores[mate];
        score[size] = own;
        // The mate itself reaches its own score: that is the 1 of the rank.
        rank[size] = (int) Arrays.stream(scores).filter(s -> s >= own).count();
      }
      speaker[size++] = searcher;
      return this;
    }

    private void grow() {
      rank = Arrays.copyOf(rank, 2 * size);
      score = Arrays.copyOf(score, 2 * size);
      speaker = Arrays.copyOf(speaker, 2 * size);
      reaching = Arrays.copyOf(reaching, 2 * size);
    }

    public Searches build() {
      if (size == 0) {
        throw new GmeException("there are no searches to evaluate", "give at least one");
      }
      return new Searches(this);
    }
  }

  /** N, how many speakers are enrolled. */
  public int enrolled() {
    return enrolled;
  }

  /** How many searches there are. */
  public int size() {
    return score.length;
  }

  /** How many searches have a mate among the enrolled. */
  public int mated() {
    return mated;
  }

  /** How many searches have none. */
  public int unmated() {
    return unmatedOrder.length;
  }

  /** The rank of the mate in every search that has one, in the order in which they were added. */
  public int[] ranks() {
    return Arrays.stream(rank).filter(r -> r > 0).toArray();
  }

  /** The rates of these searches. */
  public IdentificationRates rates() {
    int[] once = new int[size()];
    Arrays.fill(once, 1);
    return new IdentificationRates(this, once);
  }

  /** The distinct numbers of speakers who are searched for. */
  int[] speakers() {
    return Arrays.stream(speaker).distinct().sorted().toArray();
  }

  int speaker(int i) {
    return speaker[i];
  }

  boolean isMated(int i) {
    return rank[i] > 0;
  }

  int rank(int i) {
    return rank[i];
  }

  double score(int i) {
    return score[i];
  }

  /** The place of a search without mate, by its highest score, downwards. */
  int unmated(int place) {
    return unmatedOrder[place];
  }

  int reaching(int i, int threshold) {
    return reaching[i][threshold];
  }

  /** The number of a threshold that was named when the searches were gathered. */
  int threshold(double t) {
    for (int k = 0; k < thresholds.length; k++) {
      if (thresholds[k] == t) {
        return k;
      }
    }
    throw new IllegalArgumentException(
        "scores at " + t + " were not counted, only at " + Arrays.toString(thresholds));
  }

  /** Section 7 of docs/math.md on searches: a mate beyond the rank scores −∞. */
  ScoredTrials trials(int largestRank) {
    return trials.computeIfAbsent(
        largestRank,
        r -> {
          double[] s = score.clone();
          boolean[] isTarget = new boolean[s.length];
          for (int i = 0; i < s.length; i++) {
            isTarget[i] = isMated(i);
            if (rank[i] > r) {
              s[i] = Double.NEGATIVE_INFINITY;
            }
          }
          return ScoredTrials.of(s, isTarget);
        });
  }
}
