package dev.gme.frontend.ivector;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The E-step of an extractor (docs/math.md 8.3): N_c, C_c, A_c, and Σφ, ΣE, over recordings. Those
 * of two sets of recordings under one extractor add up.
 */
public final class IvectorStatistics {
  private final int dimension;
  private final double[] n;

  /** Σ_i L_c⁻¹f̃_ci φ_i', stacked like T: C_c with the noise whitened. */
  private final double[] c;

  private final PackedMatrices a;
  private final double[] phi;
  private final double[] e;
  private int recordings;
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
    this.recordings = (int) m.get("recordings").get(0, 0);
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
    out.put("recordings", row(recordings));
    out.put("gain", row(gain));
    return out;
  }

  private static DoubleMatrix row(double... values) {
    return DoubleMatrix.wrap(1, values.length, values.clone());
  }

  /** Goes through all recordings, a batch at a time. */
  public static IvectorStatistics gather(
      IvectorExtractor extractor, StatisticsSource source, Progress progress) {
    IvectorStatistics out = new IvectorStatistics(extractor);
    IvectorBatch batch = new IvectorBatch(extractor, source.recordings());
    out.gatherAnew(extractor, source, batch, progress);
    return out;
  }

  /** Forgets all and goes through the recordings: the memory is used again. */
  void gatherAnew(
      IvectorExtractor extractor, StatisticsSource source, IvectorBatch batch, Progress progress) {
    a.clear();
    for (double[] sum : new double[][] {n, c, phi, e}) {
      Arrays.fill(sum, 0);
    }
    recordings = 0;
    gain = 0;
    int m = source.recordings();
    for (int from = 0; from < m; from += batch.capacity()) {
      progress.step("i-vector statistics", from, m);
      batch.load(extractor, source, from, Math.min(m, from + batch.capacity()));
      add(batch);
    }
  }

  private void add(IvectorBatch batch) {
    int m = batch.size();
    int rows = c.length / dimension;
    a.addWeighted(batch.counts(), batch.moments(), m);
    Blas.gemm(
        1,
        MatrixView.of(batch.whitened(), m, rows).transpose(),
        MatrixView.of(batch.means(), m, dimension),
        1,
        MatrixView.of(c, rows, dimension));
    for (int i = 0; i < m; i++) {
      Blas.axpy(n.length, 1, batch.counts(), i * n.length, n, 0);
      Blas.axpy(dimension, 1, batch.means(), i * dimension, phi, 0);
      Blas.axpy(e.length, 1, batch.moments()[i], 0, e, 0);
      gain += batch.gain(i);
    }
    recordings += m;
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

  public int recordings() {
    return recordings;
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

  /** The mean (1/M) Σ φ_i. */
  double[] meanPhi() {
    double[] out = phi.clone();
    for (int k = 0; k < out.length; k++) {
      out[k] /= recordings;
    }
    return out;
  }

  /** The mean moment (1/M) Σ E_i. */
  DoubleMatrix meanMoment() {
    return Packed.unpack(e, dimension, 0).times(1.0 / recordings);
  }

  /** Σ of the log evidences but for their parts k. */
  double gain() {
    return gain;
  }
}
