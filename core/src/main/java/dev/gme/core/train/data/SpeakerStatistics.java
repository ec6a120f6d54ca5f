package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import java.util.Arrays;

/**
 * All that Gaussian PLDA needs to know of its training data (docs/math.md 4.1): for every speaker
 * n_s and f_s, and the second moment S, of vectors about a mean. One pass over the data gathers
 * them; those of two parts of the data about one mean add up.
 */
public final class SpeakerStatistics {
  private final double[] mean;
  private final double[] n;
  private final DoubleMatrix f;
  private final DoubleMatrix s;

  /** How many recordings the noise counts for that was added as if it had been seen. */
  private final double imagined;

  private SpeakerStatistics(
      double[] mean, double[] n, DoubleMatrix f, DoubleMatrix s, double imagined) {
    this.mean = mean;
    this.n = n;
    this.f = f;
    this.s = s;
    this.imagined = imagined;
  }

  /** About the (weighted) mean of the data. */
  public static SpeakerStatistics gather(TrainingData data) {
    return gather(data, Progress.NONE);
  }

  /** About the (weighted) mean of the data, with a listener. */
  public static SpeakerStatistics gather(TrainingData data, Progress progress) {
    // Gathered about the first vector, which is near the mean compared with the origin, then moved.
    // One of weight 0 is no vector: it may even be NaN.
    int first = 0;
    while (data.weight(first) == 0) {
      first++;
    }
    double[] near = data.vectors().doubles(first, first + 1).row(0);
    SpeakerStatistics raw = gather(data, near, progress);
    double[] sum = new double[near.length];
    for (int k = 0; k < raw.n.length; k++) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += raw.f.array()[k * sum.length + i];
      }
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] /= raw.total();
    }
    return raw.movedBy(sum);
  }

  /** About a given mean. */
  public static SpeakerStatistics gather(TrainingData data, double[] mean) {
    return gather(data, mean, Progress.NONE);
  }

  /** About a given mean, with a listener. */
  public static SpeakerStatistics gather(TrainingData data, double[] mean, Progress progress) {
    int dim = data.dimension();
    if (mean.length != dim) {
      throw new IllegalArgumentException(
          "a mean of " + mean.length + " for vectors of dimension " + dim);
    }
    double[] n = new double[data.speakers()];
    double[] f = new double[Math.multiplyExact(n.length, dim)];
    SpeakerBlocks blocks = new SpeakerBlocks(data);
    double[][] s = new double[blocks.lanes()][dim * dim];
    blocks.forEach(
        mean,
        "gathering statistics",
        progress,
        (lane, block) -> {
          double[] x = block.x.array();
          for (int k = 0; k < block.speakers; k++) {
            int speaker = block.speaker(k);
            for (int r = block.start(k); r < block.start(k + 1); r++) {
              double w = data.weight(block.recording(r));
              n[speaker] += w;
              Blas.axpy(dim, w, x, r * dim, f, speaker * dim);
              double root = Math.sqrt(w);
              for (int i = r * dim; i < (r + 1) * dim; i++) {
                x[i] *= root;
              }
            }
          }
          Blas.syrk(
              1,
              MatrixView.of(x, block.x.rows(), dim).transpose(),
              1,
              MatrixView.of(s[lane], dim, dim));
        });
    return new SpeakerStatistics(
        mean.clone(),
        n,
        DoubleMatrix.wrap(n.length, dim, f),
        DoubleMatrix.wrap(dim, dim, SpeakerBlocks.total(s)),
        0);
  }

  /** The same statistics about mean + shift, made out of these, which are gone afterwards. */
  private SpeakerStatistics movedBy(double[] shift) {
    int dim = shift.length;
    double[] newF = f.array();
    double[] sum = new double[dim];
    for (int k = 0; k < n.length; k++) {
      for (int i = 0; i < dim; i++) {
        sum[i] += newF[k * dim + i];
        newF[k * dim + i] -= n[k] * shift[i];
      }
    }
    double[] newS = s.array();
    double total = total();
    for (int i = 0; i < dim; i++) {
      mean[i] += shift[i];
      for (int j = 0; j < dim; j++) {
        newS[i * dim + j] += total * shift[i] * shift[j] - (sum[i] * shift[j] + shift[i] * sum[j]);
      }
    }
    return new SpeakerStatistics(mean, n, f, s.symmetrized(), imagined);
  }

  /** The statistics that independent noise of these variances on every recording would give. */
  public SpeakerStatistics withNoise(double[] variances) {
    return new SpeakerStatistics(
        mean, n, f, s.plus(DoubleMatrix.diagonal(variances).times(total())), imagined);
  }

  /**
   * With recordings that were never made, of noise alone and of no speaker: what a prior on the
   * noise covariance comes to (docs/math.md 4.6).
   *
   * @param covariance theirs
   * @param weight how many they count for
   */
  SpeakerStatistics withImagined(DoubleMatrix covariance, double weight) {
    return new SpeakerStatistics(mean, n, f, s.plus(covariance.times(weight)), imagined + weight);
  }

  /** Statistics of the speakers of both, as different speakers; both must be about one mean. */
  public SpeakerStatistics plus(SpeakerStatistics other) {
    if (!Arrays.equals(mean, other.mean)) {
      throw new IllegalArgumentException("statistics about different means cannot be added");
    }
    double[] counts = Arrays.copyOf(n, n.length + other.n.length);
    System.arraycopy(other.n, 0, counts, n.length, other.n.length);
    return new SpeakerStatistics(
        mean, counts, f.above(other.f), s.plus(other.s), imagined + other.imagined);
  }

  public double[] mean() {
    return mean.clone();
  }

  public int dimension() {
    return mean.length;
  }

  /** M, the number of speakers. */
  public int speakers() {
    return n.length;
  }

  /** n_s, the weight of each speaker's recordings; a copy. */
  public double[] counts() {
    return n.clone();
  }

  /** f_s, the weighted sum of each speaker's centred vectors, a speaker a row. */
  public DoubleMatrix sums() {
    return f;
  }

  /** S, the weighted sum of xx'. */
  public DoubleMatrix secondMoment() {
    return s;
  }

  /** N, the sum of all weights, with that of imagined recordings. */
  public double total() {
    return recordings() + imagined;
  }

  /** The sum of the weights of recordings that there are. */
  double recordings() {
    double sum = 0;
    for (double v : n) {
      sum += v;
    }
    return sum;
  }
}
