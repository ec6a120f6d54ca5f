package dev.gme.frontend.ivector;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The E-step of an extractor (docs/math.md 8.3): N_c, C_c, A_c, and Σφ, ΣE, over recordings. Those
 * of two sets of recordings under one extractor add up.
 *
 * <p>They are sums over {@link RecordingLeaves}, added in their order. Whoever gathers these
 * elsewhere takes {@link #ofLeaf}, and adds the pieces of {@link #component} and {@link #totals}.
 */
public final class IvectorStatistics {
  private final int dimension;
  private final double[] n;

  /** Σ_i L_c⁻¹f̃_ci φ_i', stacked like T: C_c with the noise whitened. */
  private final double[] c;

  private final PackedMatrices a;
  private final double[] phi;
  private final double[] e;
  private long recordings;
  private double gain;

  /** Statistics of no recordings. */
  IvectorStatistics(IvectorExtractor x) {
    this.dimension = x.dimension();
    this.n = new double[x.components()];
    this.c = new double[x.t().array().length];
    this.a = new PackedMatrices(x.components(), Packed.length(dimension));
    this.phi = new double[dimension];
    this.e = new double[Packed.length(dimension)];
  }

  /** As {@link #toMatrices} gave them, say on another machine. */
  public static IvectorStatistics of(Map<String, DoubleMatrix> matrices) {
    return new IvectorStatistics(matrices);
  }

  private IvectorStatistics(Map<String, DoubleMatrix> m) {
    DoubleMatrix packed = m.get("A");
    this.n = m.get("n").row(0);
    this.phi = m.get("phi").row(0);
    this.dimension = phi.length;
    this.c = m.get("C").array().clone();
    this.e = m.get("E").row(0);
    this.recordings = (long) m.get("recordings").get(0, 0);
    this.gain = m.get("gain").get(0, 0);
    if (packed.rows() != n.length
        || packed.cols() != Packed.length(dimension)
        || e.length != packed.cols()
        || c.length % (n.length * dimension) != 0) {
      throw new IllegalArgumentException("statistics whose parts differ in size");
    }
    this.a = new PackedMatrices(packed.rows(), e.length);
    for (int i = 0; i < n.length; i++) {
      a.set(i, packed.row(i));
    }
  }

  /**
   * All that they are as named matrices, to be written and summed up elsewhere: n (N_c), C
   * (whitened, stacked like T), A and E (lower triangles, row by row), phi, recordings, gain.
   */
  public Map<String, DoubleMatrix> toMatrices() {
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("n", row(n));
    out.put("C", DoubleMatrix.wrap(c.length / dimension, dimension, c.clone()));
    out.put("A", a.toMatrix());
    out.put("E", row(e));
    out.put("phi", row(phi));
    out.put("recordings", row((double) recordings));
    out.put("gain", row(gain));
    return out;
  }

  private static DoubleMatrix row(double... values) {
    return DoubleMatrix.wrap(1, values.length, values.clone());
  }

  /** Goes through all recordings, a batch at a time. */
  public static IvectorStatistics gather(
      IvectorExtractor extractor, StatisticsSource source, Progress progress) {
    return new Gathering(extractor, source).of(extractor, progress);
  }

  /** The sums over recordings that are one leaf of more, see {@link RecordingLeaves}. */
  public static IvectorStatistics ofLeaf(
      IvectorExtractor extractor, StatisticsSource leaf, Progress progress) {
    IvectorStatistics out = new IvectorStatistics(extractor);
    IvectorBatch batch = new IvectorBatch(extractor, leaf.recordings());
    out.addLeaf(extractor, leaf, 0, leaf.recordings(), batch, progress);
    return out;
  }

  /** E-steps over the same recordings, in memory that is used again. */
  static final class Gathering {
    private final StatisticsSource source;
    private final RecordingLeaves leaves;
    private final IvectorBatch batch;
    private final IvectorStatistics sum;

    /** The sums of a leaf; null where a leaf is a batch, whose sums are added as they are made. */
    private final IvectorStatistics leafSum;

    /** For extractors of the size of x. */
    Gathering(IvectorExtractor x, StatisticsSource source) {
      this.source = source;
      this.leaves = RecordingLeaves.of(source.recordings(), x.dimension());
      this.batch = new IvectorBatch(x, source.recordings());
      this.sum = new IvectorStatistics(x);
      this.leafSum = leaves.size() < 2 || isBatch() ? null : new IvectorStatistics(x);
    }

    private boolean isBatch() {
      return leaves.limit() <= IvectorExtractor.batch(sum.dimension);
    }

    /** The E-step; it is overwritten by the next one. */
    IvectorStatistics of(IvectorExtractor extractor, Progress progress) {
      sum.clear();
      for (int leaf = 0; leaf < leaves.size(); leaf++) {
        int from = (int) leaves.first(leaf);
        int to = (int) leaves.first(leaf + 1);
        if (leafSum == null) {
          sum.addLeaf(extractor, source, from, to, batch, progress);
        } else {
          leafSum.clear();
          leafSum.addLeaf(extractor, source, from, to, batch, progress);
          sum.add(leafSum);
        }
      }
      return sum;
    }
  }

  private void clear() {
    a.clear();
    for (double[] sum : new double[][] {n, c, phi, e}) {
      Arrays.fill(sum, 0);
    }
    recordings = 0;
    gain = 0;
  }

  private void addLeaf(
      IvectorExtractor extractor,
      StatisticsSource source,
      int start,
      int end,
      IvectorBatch batch,
      Progress progress) {
    for (int from = start; from < end; from += batch.capacity()) {
      progress.step("i-vector statistics", from, source.recordings());
      batch.load(extractor, source, from, Math.min(end, from + batch.capacity()));
      add(batch);
    }
  }

  /**
   * Adds the sums of a batch, each made by itself first: so the sum of a single one is the same.
   */
  private void add(IvectorBatch batch) {
    int m = batch.size();
    a.addWeighted(batch.counts(), batch.moments(), m);
    addCross(batch);
    double[] ownN = new double[n.length];
    double[] ownPhi = new double[dimension];
    double[] ownE = new double[e.length];
    double ownGain = 0;
    for (int i = 0; i < m; i++) {
      Blas.axpy(n.length, 1, batch.counts(), i * n.length, ownN, 0);
      Blas.axpy(dimension, 1, batch.means(), i * dimension, ownPhi, 0);
      Blas.axpy(e.length, 1, batch.moments()[i], 0, ownE, 0);
      ownGain += batch.gain(i);
    }
    Blas.axpy(n.length, 1, ownN, 0, n, 0);
    Blas.axpy(dimension, 1, ownPhi, 0, phi, 0);
    Blas.axpy(e.length, 1, ownE, 0, e, 0);
    gain += ownGain;
    recordings += m;
  }

  private void addCross(IvectorBatch batch) {
    int m = batch.size();
    int rows = c.length / dimension;
    int p = rows / n.length;
    MatrixView<double[]> means = MatrixView.of(batch.means(), m, dimension);
    Workers.forEach(
        n.length,
        i -> {
          double[] own = new double[p * dimension];
          Blas.gemm(
              1,
              MatrixView.of(batch.whitened(), i * p, m, p, rows).transpose(),
              means,
              0,
              MatrixView.of(own, p, dimension));
          Blas.axpy(own.length, 1, own, 0, c, i * own.length);
        });
  }

  /** Adds those of other recordings, under the same extractor, to these. */
  public void add(IvectorStatistics other) {
    if (other.c.length != c.length || other.dimension != dimension) {
      throw new IllegalArgumentException("statistics of extractors of different sizes");
    }
    Blas.axpy(n.length, 1, other.n, 0, n, 0);
    Blas.axpy(c.length, 1, other.c, 0, c, 0);
    a.add(other.a);
    Blas.axpy(dimension, 1, other.phi, 0, phi, 0);
    Blas.axpy(e.length, 1, other.e, 0, e, 0);
    recordings += other.recordings;
    gain += other.gain;
  }

  /** How many recordings there were. */
  public long recordings() {
    return recordings;
  }

  /** What is about one component, from 0; a copy. */
  public ComponentStatistics component(int component) {
    return new ComponentStatistics(
        component, n[component], whitenedCross(component), a.get(component));
  }

  /** What is about all recordings together; a copy. */
  public IvectorTotals totals() {
    return new IvectorTotals(phi, e, recordings, gain);
  }

  /** The counts N_c; a copy. */
  public double[] counts() {
    return n.clone();
  }

  /** L_c⁻¹C_c, P x D. */
  DoubleMatrix whitenedCross(int component) {
    int p = c.length / dimension / n.length;
    return DoubleMatrix.wrap(c.length / dimension, dimension, c)
        .rowRange(component * p, (component + 1) * p);
  }

  /** The lower triangle of A_c, zeros above. */
  DoubleMatrix secondMoment(int component) {
    return Packed.unpackLower(a.get(component), dimension, 0);
  }

  /** Σ of the log evidences but for their parts k. */
  double gain() {
    return gain;
  }
}
