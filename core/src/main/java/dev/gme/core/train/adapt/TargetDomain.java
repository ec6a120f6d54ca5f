package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;

/**
 * Mean and total covariance of a domain, of vectors without labels (docs/math.md 11.1). Vectors
 * that are unusual under a heavy-tailed model count less, by their b.
 *
 * <pre>{@code
 * TargetDomain target = TargetDomain.of(vectors, model);
 * GmeExtractor adapted = CoralAdaptation.DEFAULT.adapt(model, target);
 * }</pre>
 *
 * @param vectors how many there were
 * @param mean m
 * @param covariance V, to be compared with Σb + Σw whatever ν is
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares domains
public record TargetDomain(long vectors, double[] mean, DoubleMatrix covariance) {
  /** How often mean and weights are alternated; the mean hardly moves after that. */
  public static final int ITERATIONS = 5;

  /** A shift so much larger than the spread costs the covariance digits: look again from there. */
  private static final double FAR = 1e6;

  /** The domain of these vectors as the model sees them. */
  public static TargetDomain of(RowSource vectors, GmeExtractor model) {
    return of(vectors, model, ITERATIONS, Progress.NONE);
  }

  /**
   * The domain of these vectors as the model sees them.
   *
   * @param iterations how often the mean is found again with the weights about it; of no effect for
   *     ν = ∞
   */
  public static TargetDomain of(
      RowSource vectors, GmeExtractor model, int iterations, Progress progress) {
    return of(DomainPasses.of(vectors), model, iterations, progress);
  }

  /** The domain of vectors that may lie anywhere. */
  public static TargetDomain of(
      DomainPasses vectors, GmeExtractor model, int iterations, Progress progress) {
    if (vectors.vectors() < 2) {
      throw new GmeException(
          "adaptation needs at least 2 vectors, found " + vectors.vectors(),
          "give vectors of the new domain, the more the better");
    }
    if (model.nu() == Double.POSITIVE_INFINITY) {
      DomainStatistics s = vectors.statistics(model, true, progress);
      double[] shift = minus(s.mean(), model.mean());
      if (square(shift) > FAR * s.covariance().trace()) {
        s = vectors.statistics(ModelChange.moved(model, s.mean()), true, progress);
      }
      return new TargetDomain(s.vectors(), s.mean(), s.covariance());
    }
    GmeExtractor plain = model.withNu(Double.POSITIVE_INFINITY);
    double[] mean = vectors.statistics(plain, false, progress).mean();
    for (int i = 0; i < iterations; i++) {
      GmeExtractor about = ModelChange.moved(model, mean);
      mean = vectors.statistics(about, false, progress).mean();
    }
    GmeExtractor about = ModelChange.moved(model, mean);
    DomainStatistics s = vectors.statistics(about, true, progress);
    return new TargetDomain(s.vectors(), mean, s.secondMoment());
  }

  /** V with a share ϱ of what the model expects, C, in its place. */
  DoubleMatrix shrunk(DoubleMatrix expected, double share) {
    return share == 0 ? covariance : covariance.times(1 - share).plus(expected.times(share));
  }

  static double[] minus(double[] a, double[] b) {
    double[] out = a.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] -= b[i];
    }
    return out;
  }

  static double square(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum += v * v;
    }
    return sum;
  }
}
