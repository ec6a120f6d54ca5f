package dev.gme.core.train.choice;

import dev.gme.core.calibrate.LinearCalibration;

/**
 * What held-out speakers say of a candidate: its cross-entropy after their scores were calibrated
 * by others, with the uncertainty that comes from the choice of speakers.
 *
 * @param cost normalized cross-entropy at the prior: 1 is what a system pays that says nothing
 * @param without the cost without each of the speakers; NaN for speakers that judge nothing
 * @param eer equal-error rate on the convex hull, as of the other figures of calibrated scores
 * @param minCost minimum normalized cost at the prior
 * @param cllr cost of the log-likelihood ratios in bits
 * @param calibration trained on all pairs at even odds: for the model of all speakers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Judgement(
    double cost,
    double[] without,
    double eer,
    double minCost,
    double cllr,
    LinearCalibration calibration) {
  /** Of the normal distribution, for intervals of 95 %. */
  private static final double QUANTILE = 1.96;

  /**
   * A number and its standard error over speakers.
   *
   * @param value the number
   * @param standardError by leaving out each speaker in turn
   */
  public record Estimate(double value, double standardError) {
    /** The lower end of its 95 % interval. */
    public double low() {
      return value - QUANTILE * standardError;
    }

    /** The upper end of its 95 % interval. */
    public double high() {
      return value + QUANTILE * standardError;
    }
  }

  /** The cost with its standard error. */
  public Estimate uncertainCost() {
    return new Estimate(cost, jackknife(without));
  }

  /** By how much the cost is above another candidate's on the same pairs. */
  public Estimate minus(Judgement other) {
    double[] differences = new double[without.length];
    for (int s = 0; s < differences.length; s++) {
      differences[s] = without[s] - other.without[s];
    }
    return new Estimate(cost - other.cost, jackknife(differences));
  }

  /** Whether neither EER nor minimum cost nor Cllr is above another candidate's. */
  public boolean isNowhereWorse(Judgement other) {
    return eer <= other.eer && minCost <= other.minCost && cllr <= other.cllr;
  }

  private static double jackknife(double[] without) {
    int n = 0;
    double sum = 0;
    for (double x : without) {
      if (!Double.isNaN(x)) {
        n++;
        sum += x;
      }
    }
    double mean = sum / n;
    double squares = 0;
    for (double x : without) {
      squares += Double.isNaN(x) ? 0 : (x - mean) * (x - mean);
    }
    return Math.sqrt(squares * (n - 1) / n);
  }
}
