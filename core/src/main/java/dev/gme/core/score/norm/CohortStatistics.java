package dev.gme.core.score.norm;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.sink.Moments;
import dev.gme.core.score.sink.PairSet;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Mean and deviation of the scores that each of some recordings has against a cohort (docs/math.md
 * 7.8).
 *
 * <pre>{@code
 * CohortStatistics all = CohortStatistics.of(scores, PairSet.none(scores.rows()), 0);
 * double z = (s - all.mean(i)) / all.deviation(i);
 * }</pre>
 */
public final class CohortStatistics {
  private final double[] mean;
  private final double[] deviation;

  private CohortStatistics(int n) {
    mean = new double[n];
    deviation = new double[n];
  }

  /**
   * The statistics of scores that are there: a row per recording, a column per member of the
   * cohort.
   *
   * @param leftOut pairs of a recording with itself
   * @param topN how many of the highest scores count; 0 for all
   */
  public static CohortStatistics of(DoubleMatrix scores, PairSet leftOut, int topN) {
    Builder builder = new Builder(scores.rows(), "recording", i -> "number " + i);
    for (int i = 0; i < scores.rows(); i++) {
      double[] row = scores.row(i);
      int n = 0;
      for (int j = 0; j < row.length; j++) {
        if (!leftOut.contains(i, j)) {
          row[n++] = row[j];
        }
      }
      Arrays.sort(row, 0, n);
      // An infinite score is refused wherever it stands.
      boolean all = topN == 0 || topN > n || row[0] == Double.NEGATIVE_INFINITY;
      builder.add(i, Arrays.copyOfRange(row, all ? 0 : n - topN, n), 0);
    }
    return builder.statistics;
  }

  /**
   * Statistics that are known, say from another process.
   *
   * @param means μ of each recording
   * @param deviations σ of each, all positive
   */
  public static CohortStatistics of(double[] means, double[] deviations) {
    if (means.length != deviations.length) {
      throw new IllegalArgumentException(
          means.length + " means and " + deviations.length + " deviations");
    }
    CohortStatistics out = new CohortStatistics(means.length);
    for (int i = 0; i < means.length; i++) {
      if (!Double.isFinite(means[i])
          || !(deviations[i] > 0 && deviations[i] < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "recording number "
                + i
                + " cannot be normalized: its scores against the cohort have mean "
                + means[i]
                + " and deviation "
                + deviations[i],
            "measure them again, or leave that recording out");
      }
      out.mean[i] = means[i];
      out.deviation[i] = deviations[i];
    }
    return out;
  }

  /** μ of all recordings. */
  public double[] means() {
    return mean.clone();
  }

  /** σ of all recordings. */
  public double[] deviations() {
    return deviation.clone();
  }

  public int size() {
    return mean.length;
  }

  /** μ of recording i. */
  public double mean(int i) {
    return mean[i];
  }

  /** σ of recording i, always positive. */
  public double deviation(int i) {
    return deviation[i];
  }

  @Override
  public String toString() {
    return "cohort statistics of " + size() + " recordings";
  }

  /** Takes recording after recording, and refuses those whose scores nothing can be made of. */
  static final class Builder {
    /** Scores that spread by no more than this share of the largest one are equal. */
    private static final double EQUAL = 1e-12;

    private final CohortStatistics statistics;
    private final String side;
    private final IntFunction<String> names;

    /**
     * Starts with no recording.
     *
     * @param side what the recordings are, for messages
     */
    Builder(int n, String side, IntFunction<String> names) {
      statistics = new CohortStatistics(n);
      this.side = side;
      this.names = names;
    }

    /**
     * Adds all scores of a recording that count, by two passes.
     *
     * @param error what the scores may be off by; if they spread by no more, it is all they show
     */
    void add(int i, double[] x, double error) {
      double sum = 0;
      double largest = 0;
      for (double v : x) {
        sum += v;
        largest = Math.max(largest, Math.abs(v));
      }
      double mu = x.length == 0 ? 0 : sum / x.length;
      double squares = 0;
      for (double v : x) {
        squares += (v - mu) * (v - mu);
      }
      add(i, new Moments(x.length, mu, squares), largest, error);
    }

    /**
     * Adds the moments of floats. If these are equal their mean is exact and their deviation 0; if
     * not, it is more than {@link #EQUAL} of the largest. So the mean does for the largest.
     */
    void add(int i, Moments m, double error) {
      add(i, m, Math.abs(m.mean()), error);
    }

    private void add(int i, Moments m, double largest, double error) {
      if (m.count() < 2) {
        refuse(i, "has " + m.count() + " scores against the cohort, at least 2 are needed");
      }
      if (!Double.isFinite(m.mean()) || !Double.isFinite(m.squares())) {
        refuse(i, "has an infinite score against the cohort");
      }
      if (m.deviation() <= EQUAL * largest || m.deviation() <= error) {
        refuse(
            i,
            "has scores against the cohort that do not spread: their deviation is "
                + m.deviation()
                + " at a mean of "
                + m.mean());
      }
      statistics.mean[i] = m.mean();
      statistics.deviation[i] = m.deviation();
    }

    private void refuse(int i, String why) {
      throw new GmeException(
          side + " " + names.apply(i) + " cannot be normalized: it " + why,
          "use a larger cohort of other speakers, or leave that one out");
    }

    CohortStatistics build() {
      return statistics;
    }
  }
}
