package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.frontend.gmm.GmmStatistics;
import java.util.Arrays;

/**
 * The statistics of Kaldi's ivector-extractor-acc-stats: moments of x with its offset, and of
 * frames about 0. A value; those of two sets of recordings add up.
 *
 * @param auxiliary Kaldi's auxiliary function: the log evidence of the recordings and their Σ n_c
 *     log w_c
 * @param frames γ and S: counts and full second moments about 0
 * @param y Σ f_c x', a component below the other, C·P x D
 * @param r Σ n_c E[xx'], packed, C x D(D+1)/2
 * @param recordings how many, weighted
 * @param sum Σ E[x]
 * @param scatter Σ E[xx']
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and never compared
public record KaldiStatistics(
    double auxiliary,
    GmmStatistics frames,
    DoubleMatrix y,
    DoubleMatrix r,
    double recordings,
    double[] sum,
    DoubleMatrix scatter) {
  public KaldiStatistics {
    sum = sum.clone();
  }

  /**
   * The E-step, as Kaldi does it.
   *
   * @param frames the sum of the recordings' statistics, with full second moments about 0
   */
  public static KaldiStatistics gather(
      KaldiExtractor extractor, RecordingStatistics recordings, GmmStatistics frames) {
    IvectorExtractor standard = extractor.standard();
    int m = recordings.recordings();
    int d = standard.dimension();
    int rows = extractor.m().rows();
    double[][] moments = new double[m][];
    IvectorPosteriors p = standard.posteriors(recordings);
    double[] x = p.means().array().clone();
    double[] sum = new double[d];
    double[] scatter = new double[Packed.length(d)];
    double auxiliary = constant(extractor, frames);
    for (int i = 0; i < m; i++) {
      x[i * d] += extractor.priorOffset();
      double[] xi = Arrays.copyOfRange(x, i * d, (i + 1) * d);
      auxiliary += p.logEvidenceGain(i);
      moments[i] = Packed.pack(p.covariance(i));
      Packed.addOuter(xi, moments[i]);
      Blas.axpy(d, 1, xi, 0, sum, 0);
      Blas.axpy(scatter.length, 1, moments[i], 0, scatter, 0);
    }
    PackedMatrices r = new PackedMatrices(standard.components(), Packed.length(d));
    r.addWeighted(recordings.counts().array(), moments, m);
    double[] y = new double[rows * d];
    double[] f = recordings.sums().array();
    Blas.gemm(
        1,
        MatrixView.of(f, m, rows).transpose(),
        MatrixView.of(x, m, d),
        0,
        MatrixView.of(y, rows, d));
    return new KaldiStatistics(
        auxiliary,
        frames,
        DoubleMatrix.wrap(rows, d, y),
        r.toMatrix(),
        m,
        sum,
        Packed.unpack(scatter, d, 0));
  }

  /** What does not depend on the i-vectors: the weights and k. */
  private static double constant(KaldiExtractor extractor, GmmStatistics frames) {
    double[] n = frames.counts();
    double sum = extractor.standard().evidenceConstant(frames);
    for (int c = 0; c < n.length; c++) {
      sum += n[c] * Math.log(extractor.weights()[c]);
    }
    return sum;
  }

  public KaldiStatistics plus(KaldiStatistics other) {
    double[] total = sum.clone();
    Blas.axpy(total.length, 1, other.sum, 0, total, 0);
    return new KaldiStatistics(
        auxiliary + other.auxiliary,
        frames.plus(other.frames),
        y.plus(other.y),
        r.plus(other.r),
        recordings + other.recordings,
        total,
        scatter.plus(other.scatter));
  }

  /** The sum R_c of a component. */
  public DoubleMatrix r(int c) {
    return Packed.unpack(r.row(c), sum.length, 0);
  }

  @Override
  public double[] sum() {
    return sum.clone();
  }
}
