package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.PreprocessingStep;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Mean and covariances of labelled vectors (docs/math.md 3.9): within speakers, between speaker
 * means, and their sum. Recordings may carry weights: weight 2 counts as a recording twice.
 *
 * <pre>{@code
 * SpeakerScatter scatter = SpeakerScatter.of(data, progress);
 * DoubleMatrix noise = scatter.within();
 * }</pre>
 *
 * @param mean the mean of all recordings; copied
 * @param within Sw: the covariance of recordings about their speaker's mean
 * @param between Sb: the covariance of the speakers' means, each counted with its recordings
 * @param speakers how many speakers there are
 * @param weight N, the sum of the weights
 */
@SuppressWarnings("ArrayRecordComponent") // an estimate, which nobody compares
public record SpeakerScatter(
    double[] mean, DoubleMatrix within, DoubleMatrix between, int speakers, double weight) {
  /** Copies the mean, so that the scatter cannot change. */
  public SpeakerScatter {
    requireSquare("within", within, mean.length);
    requireSquare("between", between, mean.length);
    mean = mean.clone();
  }

  private static void requireSquare(String name, DoubleMatrix m, int size) {
    if (m.rows() != size || m.cols() != size) {
      throw new IllegalArgumentException(
          "expected a covariance "
              + name
              + " speakers of "
              + size
              + " x "
              + size
              + ", found "
              + m.rows()
              + " x "
              + m.cols());
    }
  }

  /** The scatter of the data, in one pass over them. */
  public static SpeakerScatter of(TrainingData data) {
    return of(data, Progress.NONE);
  }

  /** The scatter of the data, in one pass over them and with a listener. */
  public static SpeakerScatter of(TrainingData data, Progress progress) {
    return of(SpeakerStatistics.gather(data, progress));
  }

  /** The scatter about the mean of the statistics. */
  public static SpeakerScatter of(SpeakerStatistics statistics) {
    double total = statistics.recordings();
    DoubleMatrix between = between(statistics, total);
    // Recordings that were only imagined, to shrink the noise, are of no speaker.
    double all = statistics.total();
    DoubleMatrix within =
        statistics
            .secondMoment()
            .times(1 / all)
            .minus(all == total ? between : between.times(total / all))
            .symmetrized();
    return new SpeakerScatter(statistics.mean(), within, between, statistics.speakers(), total);
  }

  private static DoubleMatrix between(SpeakerStatistics statistics, double total) {
    if (statistics.isByCount()) {
      DoubleMatrix sum = DoubleMatrix.zeros(statistics.dimension(), statistics.dimension());
      for (SpeakersByCount.Group g : statistics.groups().groups()) {
        sum = sum.plus(g.product().times(1 / (g.count() * total)));
      }
      return sum;
    }
    double[] scale =
        Arrays.stream(statistics.counts()).map(n -> Math.sqrt(1 / (n * total))).toArray();
    return statistics.sums().scaleRows(scale).gram();
  }

  /** The scatter after a step that is linear, which all are but {@code Length}. */
  SpeakerScatter after(PreprocessingStep step) {
    if (step instanceof PreprocessingStep.Centre centre) {
      double[] moved = mean.clone();
      Blas.axpy(moved.length, -1, centre.mean(), 0, moved, 0);
      return new SpeakerScatter(moved, within, between, speakers, weight);
    }
    DoubleMatrix a = ((PreprocessingStep.Linear) step).matrix();
    return new SpeakerScatter(
        a.times(mean),
        a.times(within).timesTranspose(a).symmetrized(),
        a.times(between).timesTranspose(a).symmetrized(),
        speakers,
        weight);
  }

  @Override
  public double[] mean() {
    return mean.clone();
  }

  /** St = Sw + Sb. */
  public DoubleMatrix total() {
    return within.plus(between);
  }

  /** Up to the rounding of its mean. */
  private boolean isConstant(int i) {
    return variance(i) <= 1e-24 * mean[i] * mean[i];
  }

  /** The columns, from 0, that are the same in all recordings. */
  List<Integer> constantColumns() {
    return IntStream.range(0, mean.length).filter(this::isConstant).boxed().toList();
  }

  /** The columns whose standard deviation is at most this share of their mean, but not 0. */
  List<Integer> nearConstantColumns(double share) {
    return IntStream.range(0, mean.length)
        .filter(i -> !isConstant(i) && Math.sqrt(variance(i)) <= share * Math.abs(mean[i]))
        .boxed()
        .toList();
  }

  /** The total variance of column i. */
  double variance(int i) {
    return within.get(i, i) + between.get(i, i);
  }

  /**
   * The eigenvalues of a covariance, largest first, in units of the columns' total variances: what
   * they say about rank does not depend on the scale of a column. Constant columns give zeros.
   */
  double[] relativeEigenvalues(DoubleMatrix covariance) {
    double[] scale = new double[mean.length];
    for (int i = 0; i < scale.length; i++) {
      scale[i] = isConstant(i) ? 0 : 1 / Math.sqrt(variance(i));
    }
    return SymmetricEigen.of(covariance.scaleRows(scale).scaleColumns(scale).symmetrized())
        .values();
  }
}
