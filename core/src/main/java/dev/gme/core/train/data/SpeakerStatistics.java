package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All that Gaussian PLDA needs to know of its training data (docs/math.md 4.1): for every speaker
 * n_s and f_s, and the second moment S, of vectors about a mean. One pass over the data gathers
 * them; those of two parts of the data about one mean add up.
 *
 * <p>Where the f_s of all speakers would be more than a gigabyte, Σ f_s f_s' of the speakers of
 * each n_s takes their place, see {@link #byCount}: training gives the same up to rounding.
 *
 * <p>On a cluster each leaf of the data ({@link SpeakerLeaves}) is gathered where it lies, as
 * {@link #gather} does it here:
 *
 * <pre>{@code
 * TreeSum<SpeakerStatistics> sum = new TreeSum<>(SpeakerStatistics::plus);
 * sum.add(leaf, SpeakerStatistics.ofLeaf(vectorsOfLeaf, anyVector));
 * SpeakerStatistics all = sum.total(leaves).aboutTheirMean();
 * }</pre>
 */
public final class SpeakerStatistics {
  /** Elements of the f_s of all speakers beyond which they are kept by count. */
  private static final long MOST = 1L << 27;

  private final double[] mean;

  /** n_s and f_s; null where speakers are known by count alone. */
  private final double[] n;

  private final DoubleMatrix f;

  /** Null where every speaker is known. */
  private final SpeakersByCount groups;

  private final DoubleMatrix s;

  /** How many recordings the noise counts for that was added as if it had been seen. */
  private final double imagined;

  private SpeakerStatistics(
      double[] mean,
      double[] n,
      DoubleMatrix f,
      SpeakersByCount groups,
      DoubleMatrix s,
      double imagined) {
    this.mean = mean;
    this.n = n;
    this.f = f;
    this.groups = groups;
    this.s = s;
    this.imagined = imagined;
  }

  /**
   * Statistics from elsewhere.
   *
   * @param mean what the vectors are about
   * @param n n_s, one for each speaker
   * @param f f_s, a speaker a row
   * @param s S, D x D
   */
  public static SpeakerStatistics of(double[] mean, double[] n, DoubleMatrix f, DoubleMatrix s) {
    int dim = mean.length;
    if (f.rows() != n.length || f.cols() != dim || s.rows() != dim || s.cols() != dim) {
      throw new IllegalArgumentException(
          "statistics whose parts differ in size: mean of "
              + dim
              + ", "
              + n.length
              + " counts, sums of "
              + f.rows()
              + " x "
              + f.cols()
              + ", second moment of "
              + s.rows()
              + " x "
              + s.cols());
    }
    return new SpeakerStatistics(mean.clone(), n.clone(), f, null, s, 0);
  }

  /**
   * As {@link #toMatrices} gave them, say on another machine.
   *
   * @param m by name
   */
  public static SpeakerStatistics of(Map<String, DoubleMatrix> m) {
    double[] mean = m.get("mean").row(0);
    double imagined = m.get("imagined").get(0, 0);
    if (m.containsKey("n")) {
      SpeakerStatistics known = of(mean, m.get("n").row(0), m.get("f"), m.get("S"));
      return new SpeakerStatistics(mean, known.n, known.f, null, known.s, imagined);
    }
    SpeakersByCount groups = new SpeakersByCount(mean.length);
    DoubleMatrix list = m.get("groups");
    DoubleMatrix rows = m.get("rows");
    for (int g = 0, from = 0; g < list.rows(); g++) {
      double[] row = list.row(g);
      int k = (int) row[2];
      groups.put(
          new SpeakersByCount.Group(
              row[0],
              (long) row[1],
              Arrays.copyOfRange(row, 4, row.length),
              rows.rowRange(from, from + k),
              row[3] == 1));
      from += k;
    }
    return new SpeakerStatistics(mean, null, null, groups, m.get("S"), imagined);
  }

  /**
   * All that they are as named matrices, to be written and summed up elsewhere: mean, S, imagined,
   * and n and f of the speakers; or, by count, groups (n_s, speakers, rows, whether these are Σ f_s
   * f_s', Σ f_s) and rows.
   */
  public Map<String, DoubleMatrix> toMatrices() {
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("mean", DoubleMatrix.wrap(1, mean.length, mean.clone()));
    out.put("S", s);
    out.put("imagined", DoubleMatrix.diagonal(imagined));
    if (groups == null) {
      out.put("n", DoubleMatrix.wrap(1, n.length, n.clone()));
      out.put("f", f);
      return out;
    }
    int dim = mean.length;
    int k = groups.groups().size();
    double[] list = new double[k * (4 + dim)];
    double[] rows =
        new double
            [Math.multiplyExact(
                groups.groups().stream().mapToInt(g -> g.rows().rows()).sum(), dim)];
    int at = 0;
    int row = 0;
    for (SpeakersByCount.Group g : groups.groups()) {
      list[at] = g.count();
      list[at + 1] = g.speakers();
      list[at + 2] = g.rows().rows();
      list[at + 3] = g.isProduct() ? 1 : 0;
      System.arraycopy(g.sum(), 0, list, at + 4, dim);
      System.arraycopy(g.rows().array(), 0, rows, row, g.rows().array().length);
      at += 4 + dim;
      row += g.rows().array().length;
    }
    out.put("groups", DoubleMatrix.wrap(k, 4 + dim, list));
    out.put("rows", DoubleMatrix.wrap(row / dim, dim, rows));
    return out;
  }

  /** About the (weighted) mean of the data. */
  public static SpeakerStatistics gather(TrainingData data) {
    return gather(data, Progress.NONE);
  }

  /** About the (weighted) mean of the data, with a listener. */
  public static SpeakerStatistics gather(TrainingData data, Progress progress) {
    // Gathered about the first vector, which is near the mean compared with the origin, then moved.
    return gather(data, data.firstVector(), progress).moved();
  }

  /** About a given mean. */
  public static SpeakerStatistics gather(TrainingData data, double[] mean) {
    return gather(data, mean, Progress.NONE);
  }

  /** About a given mean, with a listener. */
  public static SpeakerStatistics gather(TrainingData data, double[] mean, Progress progress) {
    return gather(
        data,
        SpeakerBlocks.of(data),
        isByCount(data.speakers(), data.dimension(), data.isWeighted()),
        mean,
        progress);
  }

  /** With the f_s of each speaker, however many there are. */
  static SpeakerStatistics ofEachSpeaker(TrainingData data, double[] mean) {
    return gather(data, SpeakerBlocks.of(data), false, mean, Progress.NONE);
  }

  /**
   * Those of data that are one leaf of larger ones, see {@link SpeakerLeaves}, of each speaker.
   * What {@link #gather} would give for all is the {@link dev.gme.core.parallel.TreeSum} of these,
   * or of their {@link #byCount}.
   */
  public static SpeakerStatistics ofLeaf(TrainingData leaf, double[] mean) {
    return gather(leaf, SpeakerBlocks.ofLeaf(leaf), false, mean, Progress.NONE);
  }

  /** As {@link #gather} does where there are very many speakers. */
  static SpeakerStatistics gatherByCount(TrainingData data, double[] mean) {
    return gather(data, SpeakerBlocks.of(data), true, mean, Progress.NONE);
  }

  /**
   * Whether {@link #gather} keeps speakers by their n_s alone.
   *
   * @param isWeighted whether recordings have weights: hardly two speakers have the same n_s then
   */
  public static boolean isByCount(long speakers, int dimension, boolean isWeighted) {
    return !isWeighted && speakers > MOST / dimension;
  }

  /** The sums of a leaf, or of several. */
  private static final class Sums {
    final double[] s;

    /** Of the speakers from this one on; by count, of the leaf alone, and null afterwards. */
    final int first;

    private double[] n;
    private double[] f;
    private SpeakersByCount groups;

    Sums(int dim, int first, double[] n, double[] f) {
      s = new double[dim * dim];
      this.first = first;
      this.n = n;
      this.f = f;
    }

    Sums plus(Sums other, boolean byCount) {
      Blas.axpy(s.length, 1, other.s, 0, s, 0);
      if (byCount) {
        groups = groups().plus(other.groups());
      }
      return this;
    }

    /** The speakers by count, whose own f_s are gone afterwards. */
    SpeakersByCount groups() {
      if (groups == null) {
        groups = SpeakersByCount.of(n, DoubleMatrix.wrap(n.length, f.length / n.length, f));
        n = null;
        f = null;
      }
      return groups;
    }
  }

  private static SpeakerStatistics gather(
      TrainingData data, SpeakerBlocks blocks, boolean byCount, double[] mean, Progress progress) {
    int dim = data.dimension();
    if (mean.length != dim) {
      throw new IllegalArgumentException(
          "a mean of " + mean.length + " for vectors of dimension " + dim);
    }
    double[] n = byCount ? null : new double[data.speakers()];
    double[] f = byCount ? null : new double[Math.multiplyExact(n.length, dim)];
    Sums sums =
        blocks.sum(
            mean,
            "gathering statistics",
            progress,
            (first, speakers) ->
                byCount
                    ? new Sums(dim, first, new double[speakers], new double[speakers * dim])
                    : new Sums(dim, 0, n, f),
            (sum, block) -> add(data, block, sum),
            (left, right) -> left.plus(right, byCount));
    return new SpeakerStatistics(
        mean.clone(),
        n,
        byCount ? null : DoubleMatrix.wrap(n.length, dim, f),
        byCount ? sums.groups() : null,
        DoubleMatrix.wrap(dim, dim, sums.s),
        0);
  }

  private static void add(TrainingData data, SpeakerBlocks.Block block, Sums sums) {
    int dim = data.dimension();
    double[] x = block.x.array();
    for (int k = 0; k < block.speakers; k++) {
      int speaker = block.speaker(k) - sums.first;
      for (int r = block.start(k); r < block.start(k + 1); r++) {
        double w = data.weight(block.recording(r));
        sums.n[speaker] += w;
        Blas.axpy(dim, w, x, r * dim, sums.f, speaker * dim);
        if (w != 1) {
          double root = Math.sqrt(w);
          for (int i = r * dim; i < (r + 1) * dim; i++) {
            x[i] *= root;
          }
        }
      }
    }
    Blas.syrk(
        1, MatrixView.of(x, block.x.rows(), dim).transpose(), 1, MatrixView.of(sums.s, dim, dim));
  }

  /** The same by the n_s of speakers; what was by count already stays as it is. */
  public SpeakerStatistics byCount() {
    return groups != null
        ? this
        : new SpeakerStatistics(mean, null, null, SpeakersByCount.of(n, f), s, imagined);
  }

  /** The same about the (weighted) mean of the vectors. */
  public SpeakerStatistics aboutTheirMean() {
    double[] ownS = s.array().clone();
    DoubleMatrix ownF =
        groups != null ? null : DoubleMatrix.wrap(f.rows(), f.cols(), f.array().clone());
    return new SpeakerStatistics(
            mean, n, ownF, groups, DoubleMatrix.wrap(s.rows(), s.cols(), ownS), imagined)
        .moved();
  }

  /** The same about the mean, made out of these, which are gone afterwards. */
  private SpeakerStatistics moved() {
    int dim = mean.length;
    double[] sum = new double[dim];
    if (groups == null) {
      for (int k = 0; k < n.length; k++) {
        Blas.axpy(dim, 1, f.array(), k * dim, sum, 0);
      }
    } else {
      groups.groups().forEach(g -> Blas.axpy(dim, 1, g.sum(), 0, sum, 0));
    }
    double total = recordings();
    double[] shift = Arrays.stream(sum).map(v -> v / total).toArray();
    double[] newMean = mean.clone();
    double[] newS = s.array();
    for (int i = 0; i < dim; i++) {
      newMean[i] += shift[i];
      for (int j = 0; j < dim; j++) {
        newS[i * dim + j] += total * shift[i] * shift[j] - (sum[i] * shift[j] + shift[i] * sum[j]);
      }
    }
    DoubleMatrix moved = DoubleMatrix.wrap(dim, dim, newS).symmetrized();
    if (groups != null) {
      return new SpeakerStatistics(newMean, null, null, groups.movedBy(shift), moved, imagined);
    }
    for (int k = 0; k < n.length; k++) {
      Blas.axpy(dim, -n[k], shift, 0, f.array(), k * dim);
    }
    return new SpeakerStatistics(newMean, n, f, null, moved, imagined);
  }

  /** The statistics that independent noise of these variances on every recording would give. */
  public SpeakerStatistics withNoise(double[] variances) {
    return new SpeakerStatistics(
        mean, n, f, groups, s.plus(DoubleMatrix.diagonal(variances).times(total())), imagined);
  }

  /**
   * With recordings that were never made, of noise alone and of no speaker: what a prior on the
   * noise covariance comes to (docs/math.md 4.6).
   *
   * @param covariance theirs
   * @param weight how many they count for
   */
  SpeakerStatistics withImagined(DoubleMatrix covariance, double weight) {
    return new SpeakerStatistics(
        mean, n, f, groups, s.plus(covariance.times(weight)), imagined + weight);
  }

  /** Statistics of the speakers of both, as different speakers; both must be about one mean. */
  public SpeakerStatistics plus(SpeakerStatistics other) {
    if (!Arrays.equals(mean, other.mean)) {
      throw new IllegalArgumentException("statistics about different means cannot be added");
    }
    if ((groups == null) != (other.groups == null)) {
      throw new IllegalArgumentException(
          "statistics by count and of each speaker cannot be added: take byCount() of both");
    }
    DoubleMatrix sum = s.plus(other.s);
    double all = imagined + other.imagined;
    if (groups != null) {
      return new SpeakerStatistics(mean, null, null, groups.plus(other.groups), sum, all);
    }
    double[] counts = Arrays.copyOf(n, n.length + other.n.length);
    System.arraycopy(other.n, 0, counts, n.length, other.n.length);
    return new SpeakerStatistics(mean, counts, f.above(other.f), null, sum, all);
  }

  public double[] mean() {
    return mean.clone();
  }

  public int dimension() {
    return mean.length;
  }

  /** M, the number of speakers. */
  public int speakers() {
    return groups == null ? n.length : Math.toIntExact(groups.speakers());
  }

  /** Whether the speakers are known by their n_s alone, see {@link #byCount}. */
  public boolean isByCount() {
    return groups != null;
  }

  private void requireEachSpeaker() {
    if (groups != null) {
      throw new IllegalStateException("statistics by count do not know each speaker");
    }
  }

  /** n_s, the weight of each speaker's recordings; a copy. Not to be had by count. */
  public double[] counts() {
    requireEachSpeaker();
    return n.clone();
  }

  /**
   * f_s, the weighted sum of each speaker's centred vectors, a speaker a row. Not to be had by
   * count.
   */
  public DoubleMatrix sums() {
    requireEachSpeaker();
    return f;
  }

  /** The speakers by their n_s. */
  public SpeakersByCount groups() {
    return byCount().groups;
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
    if (groups != null) {
      for (SpeakersByCount.Group g : groups.groups()) {
        sum += g.count() * g.speakers();
      }
      return sum;
    }
    for (double v : n) {
      sum += v;
    }
    return sum;
  }
}
