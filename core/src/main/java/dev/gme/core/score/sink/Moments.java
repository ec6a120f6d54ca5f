package dev.gme.core.score.sink;

/**
 * Number, mean and squared deviations of scores, summed up in one pass. Differences from a first
 * score are summed in double, and parts are joined by their means (Chan, Golub and LeVeque), so
 * that a large mean costs no digits: the relative error of the variance is about n·2^-53 at most.
 *
 * @param count how many scores
 * @param mean their mean, 0 of none
 * @param squares Σ (x − mean)²
 */
public record Moments(long count, double mean, double squares) {
  /** The moments of no scores, which others are added to. */
  public static final Moments NONE = new Moments(0, 0, 0);

  /** The moments of {@code n} scores from {@code off} on. */
  static Moments of(float[] x, int off, int n) {
    if (n == 0) {
      return NONE;
    }
    double shift = x[off];
    double[] sums = new double[2];
    Scan.addMoments(n, x, off, shift, sums);
    double mean = sums[0] / n;
    return new Moments(n, shift + mean, Math.max(0, sums[1] - sums[0] * mean));
  }

  /** The moments of these scores and others. */
  public Moments plus(Moments other) {
    if (count == 0 || other.count == 0) {
      return count == 0 ? other : this;
    }
    long n = count + other.count;
    double apart = other.mean - mean;
    double share = (double) other.count / n;
    return new Moments(
        n, mean + apart * share, squares + other.squares + apart * apart * share * count);
  }

  /** The sum of the scores. */
  public double sum() {
    return count * mean;
  }

  /** The mean squared deviation (n, not n − 1, in the denominator), 0 of none. */
  public double variance() {
    return count == 0 ? 0 : squares / count;
  }

  /** The root of the variance. */
  public double deviation() {
    return Math.sqrt(variance());
  }
}
