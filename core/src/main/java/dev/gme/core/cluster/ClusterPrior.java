package dev.gme.core.cluster;

import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionPrior;
import java.util.Locale;

/**
 * What is thought of partitions before the recordings are looked at (docs/math.md 9.1): nothing, a
 * price for each set, or a Chinese restaurant.
 *
 * <pre>{@code
 * ClusterPrior even = ClusterPrior.flat();
 * ClusterPrior rare = ClusterPrior.samePrior(0.01);        // one pair in a hundred
 * ClusterPrior some = ClusterPrior.expectedSets(50, 1000); // some 50 speakers of 1000 recordings
 * }</pre>
 */
public final class ClusterPrior implements PartitionPrior {
  private static final ClusterPrior FLAT = new ClusterPrior(0, null);

  private final double threshold;
  private final ChineseRestaurant restaurant;

  private ClusterPrior(double threshold, ChineseRestaurant restaurant) {
    this.threshold = threshold;
    this.restaurant = restaurant;
  }

  /** All partitions alike. */
  public static ClusterPrior flat() {
    return FLAT;
  }

  /** log P = t k for k sets: two sets join when their log-likelihood ratio exceeds t. */
  public static ClusterPrior threshold(double t) {
    if (!Double.isFinite(t)) {
      throw new IllegalArgumentException("the threshold must be finite, found " + t);
    }
    return new ClusterPrior(t, null);
  }

  /** A Chinese restaurant process. */
  public static ClusterPrior restaurant(ChineseRestaurant process) {
    if (process.concentration() + process.discount() == 0) {
      throw new IllegalArgumentException(
          "with concentration 0 and discount 0 all recordings are of one speaker");
    }
    return new ClusterPrior(0, process);
  }

  /** The Chinese restaurant (discount 0) in which two recordings are of one speaker with p. */
  public static ClusterPrior samePrior(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException(
          "the prior of a pair of one speaker lies between 0 and 1, found " + p);
    }
    return restaurant(new ChineseRestaurant(1 / p - 1, 0));
  }

  /** The Chinese restaurant (discount 0) that expects so many sets of n recordings. */
  public static ClusterPrior expectedSets(double sets, int n) {
    return restaurant(ChineseRestaurant.expecting(sets, n));
  }

  /** The process, or null for a prior that is none. */
  ChineseRestaurant process() {
    return restaurant;
  }

  /** Up to a constant that is common to all partitions of as many recordings. */
  @Override
  public double logProbability(Partition partition) {
    return restaurant == null ? threshold * partition.sets() : restaurant.logProbability(partition);
  }

  /** What of the gain of a join is common to all pairs: 0, −t or −log(α + (k−1)β). */
  double common(int sets) {
    return restaurant == null
        ? -threshold
        : -Math.log(restaurant.concentration() + (sets - 1) * restaurant.discount());
  }

  /** The log-likelihood ratio above which two recordings that are alone are joined. */
  public double ofTwo() {
    return -(common(2) + sizes(2).join(1, 1));
  }

  /** The largest {@link #common} that any number of sets has, down to two. */
  double commonAtMost() {
    return common(2);
  }

  /** Whether the gain of a join depends on how large the sets are. */
  boolean countsSizes() {
    return restaurant != null;
  }

  /** The log-weight of a new set beside others, as a place of a recording. */
  double newPlace(int others) {
    if (restaurant == null) {
      return threshold;
    }
    return others == 0 ? 0 : Math.log(others * restaurant.discount() + restaurant.concentration());
  }

  /** The log-weight of a set of so many others, as a place of a recording. */
  double place(int size) {
    return restaurant == null ? 0 : Math.log(size - restaurant.discount());
  }

  /** The part of the gains that depends on sizes, for sets of up to n recordings. */
  Sizes sizes(int n) {
    return new Sizes(restaurant, n);
  }

  /** log Γ(n−β) − log Γ(1−β) for all n, and what joins make of it. */
  static final class Sizes {
    private final double[] g;

    private Sizes(ChineseRestaurant restaurant, int n) {
      g = restaurant == null ? null : new double[n + 1];
      for (int m = 2; g != null && m <= n; m++) {
        g[m] = g[m - 1] + Math.log(m - 1 - restaurant.discount());
      }
    }

    /** The change by joining sets of these sizes. */
    double join(int first, int second) {
      return g == null ? 0 : g[first + second] - g[first] - g[second];
    }
  }

  /** For example {@code Chinese restaurant 20.5:0.0}. */
  @Override
  public String toString() {
    if (restaurant != null) {
      return String.format(
          Locale.ROOT,
          "Chinese restaurant %.4g:%.4g",
          restaurant.concentration(),
          restaurant.discount());
    }
    return threshold == 0 ? "flat" : String.format(Locale.ROOT, "threshold %.4g", threshold);
  }
}
