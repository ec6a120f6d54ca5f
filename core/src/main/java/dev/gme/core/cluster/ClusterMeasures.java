package dev.gme.core.cluster;

import dev.gme.core.math.SparseAssignment;
import dev.gme.core.partition.Partition;
import java.util.Locale;

/**
 * How far a found partition agrees with a reference (docs/math.md 9.8).
 *
 * <pre>{@code
 * ClusterMeasures m = ClusterMeasures.of(reference, found);
 * double ari = m.adjustedRand();
 * }</pre>
 *
 * @param referenceSets speakers in the reference
 * @param foundSets sets found
 * @param purity share of recordings that are of the main speaker of their set; 1 for singletons
 * @param coverage share of recordings in the main set of their speaker; 1 for one set
 * @param homogeneity how little a set leaves open about the speaker, by entropies
 * @param completeness how little a speaker leaves open about the set
 * @param vMeasure harmonic mean of these two
 * @param mutualInformation in nats
 * @param adjustedRand pairs that agree, 0 for what chance alone gives
 * @param pairPrecision share of the pairs put together that are of one speaker
 * @param pairRecall share of the pairs of one speaker that were put together
 * @param bcubedPrecision mean over recordings of the share of their set that is of their speaker
 * @param bcubedRecall mean over recordings of the share of their speaker that is in their set
 * @param bcubedF harmonic mean of these two
 * @param accuracy share of recordings right under the best one-to-one map of speakers and sets
 */
public record ClusterMeasures(
    int referenceSets,
    int foundSets,
    double purity,
    double coverage,
    double homogeneity,
    double completeness,
    double vMeasure,
    double mutualInformation,
    double adjustedRand,
    double pairPrecision,
    double pairRecall,
    double bcubedPrecision,
    double bcubedRecall,
    double bcubedF,
    double accuracy) {

  /** All recordings alike. */
  public static ClusterMeasures of(Partition reference, Partition found) {
    return of(reference, found, null);
  }

  /**
   * Recordings by weight, for example their durations; measures of pairs count them alike.
   *
   * @param weights at least 0, their sum positive; null for all alike
   */
  public static ClusterMeasures of(Partition reference, Partition found, double[] weights) {
    if (reference.size() != found.size() || reference.size() == 0) {
      throw new IllegalArgumentException(
          "two partitions of the same recordings, at least one, are compared; found "
              + reference.size()
              + " and "
              + found.size());
    }
    SparseContingency table = new SparseContingency(reference, found, weights);
    if (!(table.total > 0 && table.total < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the weights must have a positive, finite sum, found " + table.total);
    }
    SparseContingency counts =
        weights == null ? table : new SparseContingency(reference, found, null);
    return of(table, PairCounts.of(counts));
  }

  /**
   * How many pairs of recordings are together.
   *
   * @param both in both partitions
   * @param reference in the reference
   * @param found in the found one
   * @param all pairs in all
   */
  record PairCounts(double both, double reference, double found, double all) {
    static PairCounts of(SparseContingency c) {
      return new PairCounts(
          pairs(c.weight), pairs(c.rowSum), pairs(c.colSum), 0.5 * c.total * (c.total - 1));
    }

    private static double pairs(double[] n) {
      double sum = 0;
      for (double x : n) {
        sum += 0.5 * x * (x - 1);
      }
      return sum;
    }

    double adjustedRand() {
      double expected = all == 0 ? 0 : reference * (found / all);
      double most = 0.5 * (reference + found);
      return most == expected ? 1 : (both - expected) / (most - expected);
    }
  }

  static ClusterMeasures of(SparseContingency c, PairCounts pairs) {
    double[] mostOfCol = new double[c.cols];
    double coverage = 0;
    double precision = 0;
    double recall = 0;
    double information = 0;
    for (int i = 0; i < c.rows; i++) {
      double mostOfRow = 0;
      for (int e = c.start[i]; e < c.start[i + 1]; e++) {
        double w = c.weight[e];
        int j = c.col[e];
        mostOfRow = Math.max(mostOfRow, w);
        mostOfCol[j] = Math.max(mostOfCol[j], w);
        if (w > 0) {
          precision += w * (w / c.colSum[j]);
          recall += w * (w / c.rowSum[i]);
          information += w / c.total * Math.log(w / c.rowSum[i] * (c.total / c.colSum[j]));
        }
      }
      coverage += mostOfRow;
    }
    double purity = 0;
    for (double w : mostOfCol) {
      purity += w;
    }
    double n = c.total;
    double ofReference = entropy(c.rowSum, n);
    double ofFound = entropy(c.colSum, n);
    double homogeneity = ofReference == 0 ? 1 : information / ofReference;
    double completeness = ofFound == 0 ? 1 : information / ofFound;
    return new ClusterMeasures(
        used(c.rowSum),
        used(c.colSum),
        purity / n,
        coverage / n,
        homogeneity,
        completeness,
        harmonicMean(homogeneity, completeness),
        information,
        pairs.adjustedRand(),
        pairs.found == 0 ? 1 : pairs.both / pairs.found,
        pairs.reference == 0 ? 1 : pairs.both / pairs.reference,
        precision / n,
        recall / n,
        harmonicMean(precision / n, recall / n),
        assigned(c) / n);
  }

  private static int used(double[] sums) {
    int n = 0;
    for (double x : sums) {
      n += x > 0 ? 1 : 0;
    }
    return n;
  }

  private static double entropy(double[] sums, double n) {
    double h = 0;
    for (double x : sums) {
      h -= x > 0 && x < n ? x / n * Math.log(x / n) : 0;
    }
    return h;
  }

  private static double harmonicMean(double x, double y) {
    return x + y == 0 ? 0 : 2 * x * y / (x + y);
  }

  private static double assigned(SparseContingency c) {
    int[] colOf = SparseAssignment.largest(c.cols, c.start, c.col, c.weight);
    double sum = 0;
    for (int i = 0; i < c.rows; i++) {
      for (int e = c.start[i]; e < c.start[i + 1]; e++) {
        sum += c.col[e] == colOf[i] ? c.weight[e] : 0;
      }
    }
    return sum;
  }

  /** For example {@code 20 speakers, 22 sets, adjusted Rand 0.870, purity 0.91, coverage 0.93}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d speakers, %d sets, adjusted Rand %.3f, purity %.3f, coverage %.3f",
        referenceSets,
        foundSets,
        adjustedRand,
        purity,
        coverage);
  }
}
