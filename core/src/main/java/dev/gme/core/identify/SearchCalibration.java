package dev.gme.core.identify;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.TrainedCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;

/**
 * Calibration for searches: s ← αs + β such that posteriors over the enrolled and nobody are right
 * (docs/math.md 10.3). Its result is a calibration like any other.
 *
 * <pre>{@code
 * SearchCalibration searches =
 *     SearchCalibration.of(scores, mate, IdentificationPrior.uniform(0.3));
 * LinearCalibration calibration = searches.train().calibration();
 * double before = searches.objective(1, 0) / searches.objectiveOfPrior();
 * }</pre>
 */
public final class SearchCalibration {
  private static final int MAX_ITERATIONS = 200;
  private static final int MAX_HALVINGS = 60;

  /** Newton's method squares the error: behind a step of this size 1e-14 is left. */
  private static final double SMALL_STEP = 1e-7;

  /** What rounding may add to the objective near its minimum. */
  private static final double ROUNDING = 1e-14;

  /** The value of a search, two slopes and three curvatures. */
  private static final int TERMS = 6;

  private final DoubleMatrix scores;
  private final int[] mate;
  private final IdentificationPrior prior;
  private final double matedWeight;
  private final double unmatedWeight;

  private SearchCalibration(DoubleMatrix scores, int[] mate, IdentificationPrior prior) {
    this.scores = scores;
    this.mate = mate;
    this.prior = prior;
    int mated = 0;
    for (int m : mate) {
      mated += m == Searches.NO_MATE ? 0 : 1;
    }
    int unmated = mate.length - mated;
    if (mated == 0 || (unmated == 0 && prior.unknown() > 0)) {
      throw new GmeException(
          "calibration needs searches with and without a mate among the enrolled, found "
              + mated
              + " with and "
              + unmated
              + " without",
          "give searches of both kinds, or a closed set with prior 0 of nobody");
    }
    matedWeight = (1 - prior.unknown()) / mated;
    unmatedWeight = prior.unknown() == 0 ? 0 : prior.unknown() / unmated;
  }

  /**
   * The searches to learn from.
   *
   * @param scores a search a row, an enrolled speaker a column
   * @param mate the column of each search's mate, or {@link Searches#NO_MATE}
   * @param prior for which posteriors are to be right
   */
  public static SearchCalibration of(DoubleMatrix scores, int[] mate, IdentificationPrior prior) {
    prior.requireSpeakers(scores.cols());
    if (mate.length != scores.rows()) {
      throw new IllegalArgumentException(mate.length + " mates for " + scores.rows() + " searches");
    }
    for (int m : mate) {
      if (m < Searches.NO_MATE || m >= scores.cols()) {
        throw new IllegalArgumentException("mate " + m + " of " + scores.cols() + " enrolled");
      }
    }
    if (!scores.isFinite()) {
      throw new GmeException(
          "scores of searches must be finite numbers to be calibrated, found NaN or infinity",
          "leave out the searches that have such scores");
    }
    return new SearchCalibration(scores, mate.clone(), prior);
  }

  /** C at given α and β, in nats. */
  public double objective(double alpha, double beta) {
    return sums(alpha, beta)[0];
  }

  /** C of a system that hears nothing and returns the prior. */
  public double objectiveOfPrior() {
    double sum = 0;
    for (int m : mate) {
      sum -=
          m == Searches.NO_MATE
              ? unmatedWeight == 0 ? 0 : unmatedWeight * prior.logUnknown()
              : matedWeight * prior.log(m, scores.cols());
    }
    return sum;
  }

  /** The best α and β; refuses searches without a single best answer. */
  public TrainedCalibration<LinearCalibration> train() {
    double[] at = {1, 0};
    double[] here = sums(at[0], at[1]);
    if (step(here) == null) {
      // Scores of another size leave no slope at α = 1; at 0 there is one.
      at = new double[] {0, 0};
      here = sums(0, 0);
    }
    for (int iteration = 1; iteration <= MAX_ITERATIONS; iteration++) {
      double[] step = step(here);
      if (step == null) {
        break;
      }
      double taken = 1;
      double[] next = {at[0] - step[0], at[1] - step[1]};
      double[] there = sums(next[0], next[1]);
      for (int k = 0; !descends(here, there) && k < MAX_HALVINGS; k++) {
        taken /= 2;
        next = new double[] {at[0] - taken * step[0], at[1] - taken * step[1]};
        there = sums(next[0], next[1]);
      }
      boolean small =
          Math.abs(step[0]) <= SMALL_STEP * (1e-3 + Math.abs(next[0]))
              && Math.abs(step[1]) <= SMALL_STEP * (1 + Math.abs(next[1]));
      at = next;
      here = there;
      if (small) {
        if (!(at[0] > 0)) {
          throw new GmeException(
              "the higher the score, the less it is the mate: the best factor is " + at[0],
              "check that scores and mates belong together");
        }
        return new TrainedCalibration<>(LinearCalibration.of(at[1], at[0]), here[0], iteration);
      }
    }
    throw new GmeException(
        "the scores tell every mate from all others, so no finite calibration is best",
        "train on more or harder searches");
  }

  private static boolean descends(double[] from, double[] to) {
    return to[0] <= from[0] * (1 + ROUNDING);
  }

  /** Newton's step, or null where the curvature is none; β does not matter in a closed set. */
  private double[] step(double[] sums) {
    double h = sums[3];
    if (prior.unknown() == 0) {
      return h > 0 && Double.isFinite(h) ? new double[] {sums[1] / h, 0} : null;
    }
    double determinant = h * sums[5] - sums[4] * sums[4];
    if (!(determinant > 1e-12 * h * sums[5])) {
      return null;
    }
    return new double[] {
      (sums[5] * sums[1] - sums[4] * sums[2]) / determinant,
      (h * sums[2] - sums[4] * sums[1]) / determinant
    };
  }

  /** C, its two slopes and its three curvatures, summed in the order of the searches. */
  private double[] sums(double alpha, double beta) {
    double[][] terms = new double[mate.length][];
    Workers.forEach(mate.length, i -> terms[i] = terms(i, alpha, beta));
    double[] out = new double[TERMS];
    for (double[] t : terms) {
      for (int k = 0; k < TERMS; k++) {
        out[k] += t[k];
      }
    }
    return out;
  }

  private double[] terms(int i, double alpha, double beta) {
    int n = scores.cols();
    double[] s = scores.array();
    int row = i * n;
    double unknown = prior.logUnknown();
    double max = unknown;
    double[] logit = new double[n];
    for (int e = 0; e < n; e++) {
      logit[e] = prior.log(e, n) + alpha * s[row + e] + beta;
      max = Math.max(max, logit[e]);
    }
    double sum = Math.exp(unknown - max);
    double sumS = 0;
    double sumSs = 0;
    double sumP = 0;
    for (int e = 0; e < n; e++) {
      double p = Math.exp(logit[e] - max);
      sumP += p;
      sumS += p * s[row + e];
      sumSs += p * s[row + e] * s[row + e];
    }
    sum += sumP;
    double e1 = sumS / sum;
    double e0 = sumP / sum;
    boolean isMated = mate[i] != Searches.NO_MATE;
    double weight = isMated ? matedWeight : unmatedWeight;
    double own = isMated ? logit[mate[i]] : unknown;
    // A search without mate says nothing where nobody cannot be.
    double value = weight == 0 ? 0 : weight * (max + Math.log(sum) - own);
    return new double[] {
      value,
      weight * (e1 - (isMated ? s[row + mate[i]] : 0)),
      weight * (e0 - (isMated ? 1 : 0)),
      weight * (sumSs / sum - e1 * e1),
      weight * (e1 - e1 * e0),
      weight * (e0 - e0 * e0)
    };
  }
}
