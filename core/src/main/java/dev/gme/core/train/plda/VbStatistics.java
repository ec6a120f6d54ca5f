package dev.gme.core.train.plda;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.TrainingData;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sums of an E-step of heavy-tailed PLDA (docs/math.md 4.3), of which {@link HtPldaVb#maximize}
 * makes the next model. Those of two parts of the data under one model add up.
 *
 * <pre>{@code
 * VbStatistics both = VbStatistics.gather(first, model, step).plus(VbStatistics.gather(second, model, step));
 * }</pre>
 */
public final class VbStatistics {
  /** Σ w b (x − Fz̄)(x − Fz̄)' with the posterior means z̄, D x D. */
  final double[] residual;

  /** Σ w b z̄(x − Fz̄)', d x D. */
  final double[] zResidual;

  /** Σ n_s z̄z̄', d x d. */
  final double[] nzz;

  /** Σ z̄z̄', d x d. */
  final double[] zz;

  /** Σ n/(1+nλ_k), Σ 1/(1+nλ_k). */
  final double[] nVariance;

  final double[] variance;
  double totalScale;
  double bound;
  double totalWeight;
  long speakers;
  long recordings;

  private VbStatistics(
      double[] residual,
      double[] zResidual,
      double[] nzz,
      double[] zz,
      double[] nVariance,
      double[] variance) {
    this.residual = residual;
    this.zResidual = zResidual;
    this.nzz = nzz;
    this.zz = zz;
    this.nVariance = nVariance;
    this.variance = variance;
  }

  /** Of no data, to be added to. */
  static VbStatistics empty(int dim, int d) {
    return new VbStatistics(
        new double[dim * dim],
        new double[d * dim],
        new double[d * d],
        new double[d * d],
        new double[d],
        new double[d]);
  }

  /**
   * Those of data that are one leaf of larger ones. For many leaves make a {@link VbEStep} once.
   */
  public static VbStatistics gather(TrainingData leaf, HtPlda model, HtPldaVb.ScaleStep scaleStep) {
    return VbEStep.of(model, scaleStep).gather(leaf);
  }

  /**
   * As {@link #toMatrices} gave them, say on another machine.
   *
   * @param m by name
   */
  public static VbStatistics of(Map<String, DoubleMatrix> m) {
    int dim = m.get("residual").rows();
    VbStatistics out = empty(dim, m.get("variance").cols());
    fill(out.residual, m.get("residual"));
    fill(out.zResidual, m.get("zResidual"));
    fill(out.nzz, m.get("nzz"));
    fill(out.zz, m.get("zz"));
    fill(out.nVariance, m.get("nVariance"));
    fill(out.variance, m.get("variance"));
    double[] totals = m.get("totals").row(0);
    out.totalScale = totals[0];
    out.bound = totals[1];
    out.totalWeight = totals[2];
    out.speakers = (long) totals[3];
    out.recordings = (long) totals[4];
    return out;
  }

  private static void fill(double[] to, DoubleMatrix from) {
    if (from.array().length != to.length) {
      throw new IllegalArgumentException("statistics whose parts differ in size");
    }
    System.arraycopy(from.array(), 0, to, 0, to.length);
  }

  /** All that they are as named matrices, to be written and summed up elsewhere. */
  public Map<String, DoubleMatrix> toMatrices() {
    int d = variance.length;
    int dim = dimension();
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("residual", matrix(dim, residual));
    out.put("zResidual", matrix(d, zResidual));
    out.put("nzz", matrix(d, nzz));
    out.put("zz", matrix(d, zz));
    out.put("nVariance", matrix(1, nVariance));
    out.put("variance", matrix(1, variance));
    double[] totals = {totalScale, bound, totalWeight, speakers, recordings};
    out.put("totals", matrix(1, totals));
    return out;
  }

  private static DoubleMatrix matrix(int rows, double[] x) {
    return DoubleMatrix.wrap(rows, x.length / rows, x.clone());
  }

  /** The statistics of both parts of the data. */
  public VbStatistics plus(VbStatistics other) {
    VbStatistics sum =
        new VbStatistics(
            residual.clone(),
            zResidual.clone(),
            nzz.clone(),
            zz.clone(),
            nVariance.clone(),
            variance.clone());
    sum.totalScale = totalScale;
    sum.bound = bound;
    sum.totalWeight = totalWeight;
    sum.speakers = speakers;
    sum.recordings = recordings;
    return sum.add(other);
  }

  /** Adds others to these, which are returned. */
  VbStatistics add(VbStatistics other) {
    if (other.residual.length != residual.length || other.variance.length != variance.length) {
      throw new IllegalArgumentException("statistics of models of different sizes");
    }
    add(residual, other.residual);
    add(zResidual, other.zResidual);
    add(nzz, other.nzz);
    add(zz, other.zz);
    add(nVariance, other.nVariance);
    add(variance, other.variance);
    totalScale += other.totalScale;
    bound += other.bound;
    totalWeight += other.totalWeight;
    speakers += other.speakers;
    recordings += other.recordings;
    return this;
  }

  private static void add(double[] to, double[] x) {
    Blas.axpy(to.length, 1, x, 0, to, 0);
  }

  /** D, the dimension of the vectors. */
  public int dimension() {
    return zResidual.length / variance.length;
  }

  /** d, of the speakers. */
  public int speakerDimension() {
    return variance.length;
  }

  /** M, the number of speakers. */
  public long speakers() {
    return speakers;
  }

  /** How many recordings there were. */
  public long recordings() {
    return recordings;
  }

  /** N, the sum of the weights. */
  public double totalWeight() {
    return totalWeight;
  }

  /** The lower bound on the log-likelihood under the model. */
  public double bound() {
    return bound;
  }

  /** Σ w b. */
  public double totalScale() {
    return totalScale;
  }

  /** Σ w b E[(x − Fz)(x − Fz)'], D x D: what z varies by adds to what is left of the means. */
  DoubleMatrix residual(DoubleMatrix ft) {
    int dim = dimension();
    return DoubleMatrix.wrap(dim, dim, residual.clone()).plus(ft.transposeTimes(varied(ft)));
  }

  /** Σ w b E[z(x − Fz)'], d x D. */
  DoubleMatrix zResidual(DoubleMatrix ft) {
    return matrix(variance.length, zResidual).minus(varied(ft));
  }

  private DoubleMatrix varied(DoubleMatrix ft) {
    return ft.scaleRows(nVariance);
  }

  /** Σ n_s E_s, d x d. */
  DoubleMatrix nMoment() {
    return matrix(variance.length, nzz).plus(DoubleMatrix.diagonal(nVariance));
  }

  /** Σ E_s, d x d. */
  DoubleMatrix moment() {
    return matrix(variance.length, zz).plus(DoubleMatrix.diagonal(variance));
  }
}
