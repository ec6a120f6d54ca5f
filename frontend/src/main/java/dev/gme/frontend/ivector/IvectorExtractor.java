package dev.gme.frontend.ivector;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Whitening;
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
  /** Doubles that the precisions of a batch may take: 512 MB. */
  private static final int BATCH_DOUBLES = 1 << 26;

  private static final int MAX_BATCH = 256;

  private final DoubleMatrix means;
  private final DoubleMatrix t;
  private final DoubleMatrix[] covariances;
  private final Whitening[] whitening;

  /** What extraction multiplies with: made when first needed, for training does without. */
  private ComponentBlock all;

  private IvectorExtractor(DoubleMatrix means, DoubleMatrix t, DoubleMatrix[] covariances) {
    this.means = means;
    this.t = t;
    this.covariances = covariances;
    this.whitening =
        Whitening.of(
            covariances,
            means.cols(),
            "an i-vector extractor",
            "train it with a larger variance floor");
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

  /** C, the number of Gaussians. */
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

  /** The covariance Σ_c. */
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
  static int batch(int dimension) {
    return Math.max(1, Math.min(MAX_BATCH, BATCH_DOUBLES / Packed.length(dimension)));
  }

  /** What the statistics of each recording say about r. All of their precisions are held. */
  public IvectorPosteriors posteriors(RecordingStatistics statistics) {
    int m = statistics.recordings();
    double[] whitened = new double[Math.multiplyExact(m, t.rows())];
    whiten(statistics, whitened, 0);
    double[] g = new double[m * dimension()];
    double[][] j = new double[m][Packed.length(dimension())];
    all().addTo(m, whitened, statistics.counts().array(), g, j);
    return new IvectorPosteriors(DoubleMatrix.wrap(m, dimension(), g), j);
  }

  private synchronized ComponentBlock all() {
    if (all == null) {
      ComponentBlock made = new ComponentBlock(this, components());
      made.fill(this, 0, components());
      all = made;
    }
    return all;
  }

  /** The whitened part L_c⁻¹T_c. */
  DoubleMatrix whitenedT(int c) {
    int p = frameDimension();
    return whitening[c].inverse().times(t.rowRange(c * p, (c + 1) * p));
  }

  /** k of docs/math.md 8.3: the part of the log evidence that does not depend on T. */
  public double evidenceConstant(GmmStatistics statistics) {
    double[] n = statistics.counts();
    TotalMoments moments = new TotalMoments(statistics, means);
    double sum = 0;
    for (int c = 0; c < n.length; c++) {
      DoubleMatrix inverse = whitening[c].inverse();
      DoubleMatrix white = inverse.times(moments.about(c)).timesTranspose(inverse);
      sum -=
          0.5 * n[c] * (frameDimension() * Math.log(2 * Math.PI) + whitening[c].logDeterminant());
      sum -= 0.5 * white.trace();
    }
    return sum;
  }

  /** The i-vectors of any number of recordings, a row each. */
  public DoubleMatrix ivectors(StatisticsSource source, Progress progress) {
    int m = source.recordings();
    int batch = batch(dimension());
    double[] out = new double[Math.multiplyExact(m, dimension())];
    for (int from = 0; from < m; from += batch) {
      progress.step("extracting i-vectors", from, m);
      int to = Math.min(m, from + batch);
      double[] phi = posteriors(source.read(from, to)).means().array();
      System.arraycopy(phi, 0, out, from * dimension(), phi.length);
    }
    return DoubleMatrix.wrap(m, dimension(), out);
  }

  /**
   * L_c⁻¹(f_c − n_c m_c), a recording a row.
   *
   * @param out where they go
   * @param row of the first recording there
   */
  void whiten(RecordingStatistics s, double[] out, int row) {
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
    double[] sums = s.sums().array();
    Workers.forEach(
        c,
        i -> {
          double[] centred = new double[m * p];
          for (int r = 0; r < m; r++) {
            System.arraycopy(sums, (r * c + i) * p, centred, r * p, p);
            Blas.axpy(p, -s.counts().get(r, i), means.array(), i * p, centred, r * p);
          }
          Blas.gemm(
              1,
              MatrixView.of(centred, m, p),
              whitening[i].inverse().view().transpose(),
              0,
              MatrixView.of(out, (row * c + i) * p, m, p, c * p));
        });
  }
}
