package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.cluster.SparseClustering;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How recordings are clustered.
 *
 * <pre>{@code
 * ClusterOptions four = ClusterOptions.DEFAULT.withSpeakers(4);
 * ClusterOptions some = ClusterOptions.DEFAULT.withPriorSpeakers(50).withScale(0.3);
 * }</pre>
 *
 * @param method pool, average or online
 * @param knowledge what is known of the number of speakers
 * @param value the number that the knowledge is about
 * @param scale every recording is taken for so much of what it says
 * @param neighbours length of the lists of large sets
 * @param exactUpTo so many recordings are clustered by the book; more by rounds over lists
 */
public record ClusterOptions(
    ClusterMethod method,
    Knowledge knowledge,
    double value,
    double scale,
    int neighbours,
    int exactUpTo) {
  /**
   * The scale unless stated. On held-out training speakers of four sets of real embeddings scales
   * from 0.5 to 1 cluster about as well when the number of speakers is given; without it, and all
   * partitions alike, 0.6 finds it within 15 % on three of the four (docs/studies/clustering.md).
   */
  public static final double USUAL_SCALE = 0.6;

  /** Nothing known: all partitions alike, at the usual scale. */
  public static final ClusterOptions DEFAULT =
      new ClusterOptions(
          ClusterMethod.POOL, Knowledge.NOTHING, 0, USUAL_SCALE, SparseClustering.NEIGHBOURS, 4000);

  /** What is known of the number of speakers. */
  public enum Knowledge {
    NOTHING,
    /** How many speakers there are. */
    SPEAKERS,
    /** About how many speakers there may be: a Chinese restaurant that expects so many. */
    PRIOR_SPEAKERS,
    /** How probable it is that two recordings are of one speaker: a Chinese restaurant. */
    SAME_PRIOR,
    /** The log-likelihood ratio from which on two sets are joined. */
    THRESHOLD
  }

  public ClusterOptions {
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the scale must be positive and finite, found " + scale);
    }
    if (neighbours < 1) {
      throw new IllegalArgumentException("lists have at least one neighbour, found " + neighbours);
    }
    if (knowledge == Knowledge.SPEAKERS && !(value >= 1 && value == Math.rint(value))) {
      throw new IllegalArgumentException(
          "the number of speakers is a whole number of at least 1, found " + number(value));
    }
    if (knowledge == Knowledge.PRIOR_SPEAKERS && !(value > 1)) {
      throw new IllegalArgumentException(
          "the expected number of speakers must be above 1, found " + number(value));
    }
    if (knowledge == Knowledge.SAME_PRIOR) {
      ClusterPrior.samePrior(value); // refuses what is no probability
    }
    if (knowledge == Knowledge.THRESHOLD) {
      ClusterPrior.threshold(value);
    }
    if (method == ClusterMethod.AVERAGE
        && (knowledge == Knowledge.PRIOR_SPEAKERS || knowledge == Knowledge.SAME_PRIOR)) {
      throw new IllegalArgumentException(
          "average linkage has no prior: give a threshold, the number of speakers, or neither");
    }
    if (method == ClusterMethod.ONLINE && knowledge == Knowledge.SPEAKERS) {
      throw new IllegalArgumentException(
          "clustering one by one cannot keep to a number of speakers");
    }
  }

  public ClusterOptions withMethod(ClusterMethod other) {
    return new ClusterOptions(other, knowledge, value, scale, neighbours, exactUpTo);
  }

  public ClusterOptions withScale(double other) {
    return new ClusterOptions(method, knowledge, value, other, neighbours, exactUpTo);
  }

  public ClusterOptions withNeighbours(int other) {
    return new ClusterOptions(method, knowledge, value, scale, other, exactUpTo);
  }

  public ClusterOptions withExactUpTo(int other) {
    return new ClusterOptions(method, knowledge, value, scale, neighbours, other);
  }

  public ClusterOptions withSpeakers(int number) {
    return with(Knowledge.SPEAKERS, number);
  }

  public ClusterOptions withPriorSpeakers(double number) {
    return with(Knowledge.PRIOR_SPEAKERS, number);
  }

  public ClusterOptions withSamePrior(double p) {
    return with(Knowledge.SAME_PRIOR, p);
  }

  public ClusterOptions withThreshold(double t) {
    return with(Knowledge.THRESHOLD, t);
  }

  /** The same with other knowledge of the number of speakers. */
  public ClusterOptions with(Knowledge of, double number) {
    return new ClusterOptions(method, of, number, scale, neighbours, exactUpTo);
  }

  /** Without a point where it is whole. */
  private static String number(double value) {
    return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : "" + value;
  }

  /** The prior of partitions of n recordings. */
  ClusterPrior prior(int n) {
    return switch (knowledge) {
      case PRIOR_SPEAKERS -> {
        if (value >= n) {
          throw new GmeException(
              String.format(
                  Locale.ROOT,
                  "expected fewer speakers than recordings (%,d), found %s",
                  n,
                  number(value)),
              "expect fewer speakers");
        }
        yield ClusterPrior.expectedSets(value, n);
      }
      case SAME_PRIOR -> ClusterPrior.samePrior(value);
      case THRESHOLD -> ClusterPrior.threshold(value);
      default -> ClusterPrior.flat();
    };
  }

  SetLimits limits() {
    return knowledge == Knowledge.SPEAKERS ? SetLimits.exactly((int) value) : SetLimits.NONE;
  }

  OptionalInt speakers() {
    return knowledge == Knowledge.SPEAKERS ? OptionalInt.of((int) value) : OptionalInt.empty();
  }

  OptionalDouble threshold() {
    return knowledge == Knowledge.THRESHOLD ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Whether so many recordings are clustered by rounds over lists. */
  public boolean isLarge(int n) {
    return method == ClusterMethod.POOL && n > exactUpTo;
  }
}
