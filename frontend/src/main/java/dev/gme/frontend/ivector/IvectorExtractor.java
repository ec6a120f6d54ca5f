package dev.gme.frontend.ivector;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Op;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.gmm.GmmStatistics;
import java.util.Arrays;

/**
 * A total variability model (docs/math.md 8.3): o | c ~ N(m_c + T_c r, Σ_c), r ~ N(0, I). A value.
 *
 * <pre>{@code
 * IvectorPosteriors p = extractor.posteriors(statistics);
 * double[] phi = p.mean(0);                 // the i-vector of the first recording
 * DoubleMatrix l = p.precision(0);          // how sure it is
 * }</pre>
 */
public final class IvectorExtractor {
  /** Doubles that the precisions of a batch may take: 256 MB. */
  private static final int BATCH_DOUBLES = 1 << 25;

  private static final int MAX_BATCH = 256;

  private final DoubleMatrix means;
  private final DoubleMatrix t;
  private final DoubleMatrix[] covariances;

  /** L_c⁻¹ with Σ_c = L_c L_c'. */
  private final DoubleMatrix[] whitening;

  private final double[] logDeterminants;

  /** L_c⁻¹T_c, stacked. */
  private final DoubleMatrix whitenedT;

  /** T_c'Σ_c⁻¹T_c: made when first needed, for it is by far the largest part. */
  private PackedMatrices u;

  /** Memory of another extractor to put them into; null if there is none. */
  private PackedMatrices spare;

  private IvectorExtractor(DoubleMatrix means, DoubleMatrix t, DoubleMatrix[] covariances) {
    int c = means.rows();
    int p = means.cols();
    int d = t.cols();
    this.means = means;
    this.t = t;
    this.covariances = covariances;
    this.whitening = new DoubleMatrix[c];
    this.logDeterminants = new double[c];
    double[] white = new double[t.array().length];
    Workers.forEach(
        c,
        i -> {
          Cholesky l =
              Cholesky.of(covariances[i])
                  .orThrow(
                      "covariance " + (i + 1) + " of an i-vector extractor",
                      "train it with a larger variance floor");
          whitening[i] = l.solveLowerTriangle(DoubleMatrix.identity(p));
          logDeterminants[i] = l.logDeterminant();
          DoubleMatrix tc = whitening[i].times(t.rowRange(i * p, (i + 1) * p));
          System.arraycopy(tc.array(), 0, white, i * p * d, p * d);
        });
    this.whitenedT = DoubleMatrix.wrap(c * p, d, white);
  }

  /**
   * The model of these parameters.
   *
   * @param means m_c, C x P
   * @param t the T_c on top of each other, C·P x D
   * @param covariances Σ_c, symmetric positive definite
   */
  public static IvectorExtractor of(
      DoubleMatrix means, DoubleMatrix t, DoubleMatrix... covariances) {
    int c = means.rows();
    int p = means.cols();
    if (c == 0 || t.rows() != c * p || t.cols() == 0 || covariances.length != c) {
      throw new IllegalArgumentException(
          "means of "
              + c
              + " x "
              + p
              + ", T of "
              + t.rows()
              + " x "
              + t.cols()
              + " and "
              + covariances.length
              + " covariances");
    }
    if (!means.isFinite() || !t.isFinite()) {
      throw new IllegalArgumentException("means or T hold NaN or infinite elements");
    }
    DoubleMatrix[] symmetric = new DoubleMatrix[c];
    for (int i = 0; i < c; i++) {
      symmetric[i] = covariances[i].symmetrized();
    }
    return new IvectorExtractor(means, t, symmetric);
  }

  /**
   * The model of these parameters.
   *
   * @param covariances a component a row: P variances, or P² elements of Σ_c
   */
  public static IvectorExtractor ofRows(
      DoubleMatrix means, DoubleMatrix t, DoubleMatrix covariances) {
    int p = means.cols();
    if (covariances.rows() != means.rows()
        || (covariances.cols() != p && covariances.cols() != p * p)) {
      throw new IllegalArgumentException(
          "covariances of " + covariances.rows() + " x " + covariances.cols());
    }
    DoubleMatrix[] all = new DoubleMatrix[means.rows()];
    for (int c = 0; c < all.length; c++) {
      double[] row = covariances.row(c);
      all[c] = row.length == p ? DoubleMatrix.diagonal(row) : DoubleMatrix.wrap(p, p, row);
    }
    return of(means, t, all);
  }

  /** C. */
  public int components() {
    return means.rows();
  }

  /** P, of the frames. */
  public int frameDimension() {
    return means.cols();
  }

  /** D, of the i-vectors. */
  public int dimension() {
    return t.cols();
  }

  /** m_c, a component a row. */
  public DoubleMatrix means() {
    return means;
  }

  /** The T_c on top of each other. */
  public DoubleMatrix t() {
    return t;
  }

  /** Σ_c. */
  public DoubleMatrix covariance(int c) {
    return covariances[c];
  }

  /** All Σ_c, a component a row: P variances where all are diagonal, else P² elements. */
  public DoubleMatrix covariances() {
    boolean diagonal = Arrays.stream(covariances).allMatch(IvectorExtractor::isDiagonal);
    double[][] rows = new double[covariances.length][];
    for (int c = 0; c < rows.length; c++) {
      rows[c] = diagonal ? covariances[c].diagonal() : covariances[c].array();
    }
    return DoubleMatrix.of(rows);
  }

  private static boolean isDiagonal(DoubleMatrix m) {
    for (int i = 0; i < m.rows(); i++) {
      for (int j = 0; j < i; j++) {
        if (m.get(i, j) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** How many recordings are worked on together. */
  int batch() {
    return Math.max(1, Math.min(MAX_BATCH, BATCH_DOUBLES / Packed.length(dimension())));
  }

  /** What the statistics of each recording say about r. All of their precisions are held. */
  public IvectorPosteriors posteriors(RecordingStatistics statistics) {
    return posteriors(statistics, whitened(statistics), null);
  }

  /**
   * The same where the whitened sums are known.
   *
   * @param moments where L⁻¹ + φφ' of each recording goes, packed; null if they are not wanted
   */
  IvectorPosteriors posteriors(
      RecordingStatistics statistics, DoubleMatrix whitened, double[][] moments) {
    DoubleMatrix g = whitened.times(whitenedT);
    double[][] j = quadratics().weightedSums(statistics.counts().array(), statistics.recordings());
    return new IvectorPosteriors(g, j, moments);
  }

  /**
   * Takes the memory of an extractor of the same size, which makes its own anew if it is used
   * again. Memory outside the heap is returned late: training would need it twice.
   */
  synchronized void takeMemoryOf(IvectorExtractor old) {
    synchronized (old) {
      spare = old.u;
      old.u = null;
    }
  }

  private synchronized PackedMatrices quadratics() {
    if (u == null) {
      int p = frameDimension();
      PackedMatrices made =
          spare == null ? new PackedMatrices(components(), Packed.length(dimension())) : spare;
      spare = null;
      Workers.forEach(
          components(),
          c -> made.set(c, Packed.pack(whitenedT.rowRange(c * p, (c + 1) * p).gram())));
      u = made;
    }
    return u;
  }

  /** k of docs/math.md 8.3: the part of the log evidence that does not depend on T. */
  public double evidenceConstant(GmmStatistics statistics) {
    double[] n = statistics.counts();
    TotalMoments moments = new TotalMoments(statistics, means);
    double sum = 0;
    for (int c = 0; c < n.length; c++) {
      DoubleMatrix white = whitening[c].times(moments.about(c)).timesTranspose(whitening[c]);
      sum -= 0.5 * n[c] * (frameDimension() * Math.log(2 * Math.PI) + logDeterminants[c]);
      sum -= 0.5 * white.trace();
    }
    return sum;
  }

  /** The i-vectors of any number of recordings, a row each. */
  public DoubleMatrix ivectors(StatisticsSource source, Progress progress) {
    int m = source.recordings();
    double[] out = new double[Math.multiplyExact(m, dimension())];
    for (int from = 0; from < m; from += batch()) {
      progress.step("extracting i-vectors", from, m);
      int to = Math.min(m, from + batch());
      double[] phi = posteriors(source.read(from, to)).means().array();
      System.arraycopy(phi, 0, out, from * dimension(), phi.length);
    }
    return DoubleMatrix.wrap(m, dimension(), out);
  }

  /** L_c⁻¹(f_c − n_c m_c), a recording a row. */
  DoubleMatrix whitened(RecordingStatistics s) {
    int c = components();
    int p = frameDimension();
    int m = s.recordings();
    if (s.components() != c || s.dimension() != p) {
      throw new IllegalArgumentException(
          "statistics of "
              + s.components()
              + " x "
              + s.dimension()
              + " for an extractor of "
              + c
              + " x "
              + p);
    }
    double[] centred = s.sums().array().clone();
    double[] out = new double[centred.length];
    Workers.forEach(
        c,
        i -> {
          for (int r = 0; r < m; r++) {
            double n = s.counts().get(r, i);
            Blas.axpy(p, -n, means.array(), i * p, centred, (r * c + i) * p);
          }
          Blas.gemm(
              Op.NONE,
              Op.TRANSPOSE,
              m,
              p,
              p,
              1,
              centred,
              i * p,
              c * p,
              whitening[i].array(),
              0,
              p,
              0,
              out,
              i * p,
              c * p);
        });
    return DoubleMatrix.wrap(m, c * p, out);
  }
}
