package dev.gme.core.train.plda;

import dev.gme.core.Internal;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.SpeakersByCount;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Speakers in groups of equal n_s. EM knows a group by Φ = Σ f_s f_s' alone, so where a group has
 * more speakers than dimensions, the D rows of a root of Φ take the place of its f_s: where few
 * different counts occur, an iteration does not depend on the number of speakers.
 */
@Internal
public final class SpeakerGroups {
  /** Parts of the groups that are worked on in parallel, a fixed number for the sake of sums. */
  private static final int PARTS = 64;

  private final int dim;

  /** The counts, ascending, and how many speakers have each. */
  private final double[] count;

  private final long[] speakers;

  /** The rows of all groups, and where those of each group begin. */
  private final DoubleMatrix rows;

  private final int[] from;

  /** The speakers of these statistics. */
  public static SpeakerGroups of(SpeakerStatistics statistics) {
    return statistics.isByCount()
        ? new SpeakerGroups(statistics.dimension(), statistics.groups().groups())
        : new SpeakerGroups(statistics.counts(), statistics.sums());
  }

  private SpeakerGroups(int dim, List<SpeakersByCount.Group> groups) {
    this.dim = dim;
    count = groups.stream().mapToDouble(SpeakersByCount.Group::count).toArray();
    speakers = groups.stream().mapToLong(SpeakersByCount.Group::speakers).toArray();
    from = new int[count.length + 1];
    for (int c = 0; c < count.length; c++) {
      from[c + 1] = from[c] + groups.get(c).rows().rows();
    }
    double[] all = new double[Math.multiplyExact(from[count.length], dim)];
    for (int c = 0; c < count.length; c++) {
      SpeakersByCount.Group g = groups.get(c);
      put(g.isProduct() ? root(g.rows()) : g.rows(), c, all);
    }
    rows = DoubleMatrix.wrap(from[count.length], dim, all);
  }

  /** Speakers of these n_s and f_s, a speaker a row. */
  private SpeakerGroups(double[] n, DoubleMatrix f) {
    dim = f.cols();
    TreeMap<Double, List<Integer>> byCount = new TreeMap<>();
    for (int s = 0; s < n.length; s++) {
      byCount.computeIfAbsent(n[s], c -> new ArrayList<>()).add(s);
    }
    count = byCount.keySet().stream().mapToDouble(c -> c).toArray();
    speakers = byCount.values().stream().mapToLong(List::size).toArray();
    from = new int[count.length + 1];
    for (int c = 0; c < count.length; c++) {
      from[c + 1] = from[c] + (int) Math.min(speakers[c], dim);
    }
    double[] all = new double[Math.multiplyExact(from[count.length], dim)];
    for (int c = 0; c < count.length; c++) {
      int[] members = byCount.get(count[c]).stream().mapToInt(s -> s).toArray();
      DoubleMatrix own = f.selectRows(members);
      put(members.length > dim ? root(own.gram()) : own, c, all);
    }
    rows = DoubleMatrix.wrap(from[count.length], dim, all);
  }

  private void put(DoubleMatrix own, int c, double[] all) {
    System.arraycopy(own.array(), 0, all, from[c] * dim, own.array().length);
  }

  /** A matrix whose Gram matrix is Φ, which may be singular. */
  private static DoubleMatrix root(DoubleMatrix phi) {
    SymmetricEigen eigen = SymmetricEigen.of(phi);
    double[] root = eigen.values();
    for (int k = 0; k < root.length; k++) {
      root[k] = Math.sqrt(Math.max(root[k], 0));
    }
    return eigen.vectorsAsRows().scaleRows(root);
  }

  /** The different n_s, ascending. */
  double[] counts() {
    return count.clone();
  }

  /** The variance of component k of z_s, and the factor that turns y_sk into its mean. */
  public interface Gain {
    double of(double n, double lambda);
  }

  /**
   * With y_s = G'f_s in a basis where all posteriors are diagonal.
   *
   * @param g D x d
   * @param lambda λ: the precisions are proportional to 1 + n_s λ_k
   */
  public SpeakerMoments diagonal(DoubleMatrix g, double[] lambda, Gain gain) {
    int d = lambda.length;
    double[] z = rows.times(g).array();
    double[] rootNz = new double[z.length];
    int parts = Math.min(PARTS, count.length);
    double[][] variance = new double[parts][d];
    double[][] nVariance = new double[parts][d];
    double[] log = new double[parts];
    Workers.forEach(
        parts,
        part -> {
          double[] factor = new double[d];
          int end = end(part, parts);
          for (int c = end(part - 1, parts); c < end; c++) {
            double n = count[c];
            double root = Math.sqrt(n);
            for (int k = 0; k < d; k++) {
              factor[k] = gain.of(n, lambda[k]);
              variance[part][k] += speakers[c] * factor[k];
              nVariance[part][k] += speakers[c] * n * factor[k];
              log[part] -= speakers[c] * Math.log1p(n * lambda[k]);
            }
            for (int r = from[c]; r < from[c + 1]; r++) {
              for (int k = 0; k < d; k++) {
                double y = z[r * d + k];
                z[r * d + k] = factor[k] * y;
                rootNz[r * d + k] = root * factor[k] * y;
                log[part] += factor[k] * y * y;
              }
            }
          }
        });
    int m = rows.rows();
    double[] zf = new double[d * dim];
    Blas.gemm(1, MatrixView.of(z, m, d).transpose(), rows.view(), 0, MatrixView.of(zf, d, dim));
    double[] moment = DoubleMatrix.diagonal(total(variance)).array();
    double[] nMoment = DoubleMatrix.diagonal(total(nVariance)).array();
    Blas.syrk(1, MatrixView.of(z, m, d).transpose(), 1, MatrixView.of(moment, d, d));
    Blas.syrk(1, MatrixView.of(rootNz, m, d).transpose(), 1, MatrixView.of(nMoment, d, d));
    double sum = 0;
    for (double l : log) {
      sum += l;
    }
    return moments(zf, nMoment, moment, sum);
  }

  /** Adds the arrays of all parts up, in order, into the first. */
  private static double[] total(double[][] parts) {
    for (int part = 1; part < parts.length; part++) {
      Blas.axpy(parts[0].length, 1, parts[part], 0, parts[0], 0);
    }
    return parts[0];
  }

  /** Where a part of the groups ends; −1 is the part before the first. */
  private int end(int part, int parts) {
    return (int) ((part + 1L) * count.length / parts);
  }

  /**
   * With y_s = G'f_s in any basis.
   *
   * @param precision the posterior precision for each of {@link #counts}
   */
  SpeakerMoments dense(DoubleMatrix g, List<Cholesky> precision) {
    int d = g.cols();
    double[] zf = new double[d * dim];
    double[] moment = new double[d * d];
    double[] nMoment = new double[d * d];
    double log = 0;
    double[] f = rows.array();
    for (int c = 0; c < count.length; c++) {
      Cholesky l = precision.get(c);
      int m = from[c + 1] - from[c];
      int at = from[c] * dim;
      double[] y = new double[d * m];
      Blas.gemm(
          1,
          g.view().transpose(),
          MatrixView.of(f, at, m, dim, dim).transpose(),
          0,
          MatrixView.of(y, d, m));
      DoubleMatrix half = l.solveLower(DoubleMatrix.wrap(d, m, y));
      log += Blas.dot(d * m, half.array(), 0, half.array(), 0) - speakers[c] * l.logDeterminant();
      double[] z = l.solveUpper(half).array();
      Blas.gemm(
          1,
          MatrixView.of(z, d, m),
          MatrixView.of(f, at, m, dim, dim),
          1,
          MatrixView.of(zf, d, dim));
      double[] e = l.inverse().times((double) speakers[c]).array();
      Blas.syrk(1, MatrixView.of(z, d, m), 1, MatrixView.of(e, d, d));
      Blas.axpy(d * d, 1, e, 0, moment, 0);
      Blas.axpy(d * d, count[c], e, 0, nMoment, 0);
    }
    return moments(zf, nMoment, moment, log);
  }

  private SpeakerMoments moments(double[] zf, double[] nMoment, double[] moment, double log) {
    int d = zf.length / dim;
    return new SpeakerMoments(
        DoubleMatrix.wrap(d, dim, zf),
        DoubleMatrix.wrap(d, d, nMoment),
        DoubleMatrix.wrap(d, d, moment),
        0.5 * log);
  }
}
