package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The update of Kaldi's ivector-extractor-est: M with the old Σ, Σ with the new M, then a transform
 * of x that makes its prior N(p e_1, I) again.
 *
 * @param varianceFloorFactor covariances are floored at this share of their average
 * @param minCount components of fewer frames keep M and Σ
 * @param diagonalize whether the average of M'Σ⁻¹M is made diagonal, but for the first axis
 */
public record KaldiUpdate(double varianceFloorFactor, double minCount, boolean diagonalize) {
  /** The options that Kaldi's ivector-extractor-est has by default. */
  public static final KaldiUpdate DEFAULT = new KaldiUpdate(0.1, 100, true);

  /** The eigenvalues of the floor itself are at least this share of its largest. */
  private static final double FLOOR_OF_FLOOR = 1e-4;

  public KaldiExtractor apply(KaldiExtractor old, KaldiStatistics s) {
    double[] n = s.frames().counts();
    int p = s.y().rows() / n.length;
    int d = s.y().cols();
    DoubleMatrix[] m = new DoubleMatrix[n.length];
    DoubleMatrix[] covariances = new DoubleMatrix[n.length];
    Workers.forEach(
        n.length,
        c -> {
          m[c] = old.m().rowRange(c * p, (c + 1) * p);
          covariances[c] = old.covariance(c);
          if (n[c] >= minCount) {
            DoubleMatrix y = s.y().rowRange(c * p, (c + 1) * p);
            DoubleMatrix r = s.r(c);
            m[c] =
                Cholesky.of(r)
                    .orThrow("R of component " + (c + 1), "train on more recordings")
                    .solve(y.transpose())
                    .transpose();
            DoubleMatrix cross = y.timesTranspose(m[c]);
            covariances[c] =
                DoubleMatrix.wrap(p, p, s.frames().secondMoments().row(c))
                    .minus(cross)
                    .minus(cross.transpose())
                    .plus(m[c].times(r).timesTranspose(m[c]))
                    .times(1 / n[c])
                    .symmetrized();
          }
        });
    floor(covariances, n);
    DoubleMatrix v = transform(old, s, m, covariances);
    DoubleMatrix inverse = Lu.of(v).inverse();
    double[] all = new double[n.length * p * d];
    for (int c = 0; c < n.length; c++) {
      System.arraycopy(m[c].times(inverse).array(), 0, all, c * p * d, p * d);
    }
    double offset = v.times(mean(s))[0];
    return KaldiExtractor.of(
        old.weights(), DoubleMatrix.wrap(n.length * p, d, all), covariances, offset);
  }

  /** Eigenvalues relative to the floor are at least 1, in the components that were updated. */
  private void floor(DoubleMatrix[] covariances, double[] n) {
    int p = covariances[0].rows();
    DoubleMatrix sum = DoubleMatrix.zeros(p, p);
    double count = 0;
    for (int c = 0; c < n.length; c++) {
      if (n[c] >= minCount) {
        sum = sum.plus(covariances[c].times(n[c]));
        count += n[c];
      }
    }
    if (count == 0 || varianceFloorFactor == 0) {
      return;
    }
    DoubleMatrix average = sum.times(varianceFloorFactor / count);
    double largest = SymmetricEigen.of(average).values()[0];
    DoubleMatrix floor = lifted(average, FLOOR_OF_FLOOR * largest);
    Cholesky l = Cholesky.of(floor).orThrow("the variance floor", "train on more recordings");
    Workers.forEach(
        n.length,
        c -> {
          if (n[c] >= minCount) {
            DoubleMatrix half = l.solveLower(covariances[c]).transpose();
            DoubleMatrix relative = lifted(l.solveLower(half).symmetrized(), 1);
            covariances[c] = l.factor().times(relative).timesTranspose(l.factor()).symmetrized();
          }
        });
  }

  /** With eigenvalues of at least so much. */
  private static DoubleMatrix lifted(DoubleMatrix a, double least) {
    SymmetricEigen e = SymmetricEigen.of(a);
    double[] roots = Arrays.stream(e.values()).map(x -> Math.sqrt(Math.max(x, least))).toArray();
    return e.vectorsAsRows().scaleRows(roots).gram();
  }

  private static double[] mean(KaldiStatistics s) {
    return Arrays.stream(s.sum()).map(x -> x / s.recordings()).toArray();
  }

  /** V: x becomes Vx, of covariance I and mean along e_1. */
  private DoubleMatrix transform(
      KaldiExtractor old, KaldiStatistics s, DoubleMatrix[] m, DoubleMatrix[] covariances) {
    int d = s.y().cols();
    double[] mean = mean(s);
    DoubleMatrix column = DoubleMatrix.wrap(d, 1, mean);
    DoubleMatrix covariance =
        s.scatter().times(1 / s.recordings()).minus(column.outerGram()).symmetrized();
    SymmetricEigen e = SymmetricEigen.of(covariance);
    double[] scales = Arrays.stream(e.values()).map(x -> 1 / Math.sqrt(x)).toArray();
    DoubleMatrix whitening = e.vectorsAsRows().scaleRows(scales);
    DoubleMatrix v = reflection(whitening.times(mean)).times(whitening);
    if (!diagonalize || d == 1) {
      return v;
    }
    DoubleMatrix u = DoubleMatrix.zeros(d, d);
    double[] w = old.weights();
    for (int c = 0; c < w.length; c++) {
      DoubleMatrix half = Cholesky.of(covariances[c]).solveLower(m[c]);
      u = u.plus(half.gram().times(w[c]));
    }
    // V1⁻ᵀ U1 V1⁻¹ is the average in the coordinates that x will have.
    Lu v1 = Lu.of(withoutFirst(v).transpose());
    DoubleMatrix half = v1.solve(withoutFirst(u)).transpose();
    DoubleMatrix turn = SymmetricEigen.of(v1.solve(half).symmetrized()).vectorsAsRows();
    DoubleMatrix rest = turn.times(v.rowRange(1, d));
    return v.rowRange(0, 1).above(rest);
  }

  /** The reflection that brings x onto the first axis, in its positive direction. */
  private static DoubleMatrix reflection(double[] x) {
    int d = x.length;
    double length = Math.sqrt(Arrays.stream(x).map(v -> v * v).sum());
    double[] a = x.clone();
    a[0] -= length;
    double square = Arrays.stream(a).map(v -> v * v).sum();
    DoubleMatrix identity = DoubleMatrix.identity(d);
    return square == 0
        ? identity
        : identity.minus(DoubleMatrix.wrap(d, 1, a).outerGram().times(2 / square));
  }

  private static DoubleMatrix withoutFirst(DoubleMatrix a) {
    int d = a.rows() - 1;
    double[] out = new double[d * d];
    for (int i = 0; i < d; i++) {
      System.arraycopy(a.array(), (i + 1) * (d + 1) + 1, out, i * d, d);
    }
    return DoubleMatrix.wrap(d, d, out);
  }
}
