package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Roots and positive parts of covariances (docs/math.md 11.1, 11.4). */
final class Covariances {
  /** Eigenvalues up to this share of the largest are those of the null space. */
  private static final double NULL = 1e-10;

  /** Directions in which the target varies this much less than expected: its V is singular. */
  private static final double SINGULAR = 1e-12;

  private Covariances() {}

  /** f(S) = Q f(Λ) Q' for S = QΛQ'. */
  private static DoubleMatrix apply(SymmetricEigen s, DoubleUnaryOperator f) {
    DoubleMatrix rows = s.vectorsAsRows();
    double[] values = Arrays.stream(s.values()).map(f).toArray();
    return rows.transposeTimes(rows.scaleRows(values)).symmetrized();
  }

  /**
   * The symmetric map A = V^½ C^-½, after which the covariance C is V.
   *
   * @param whose V it is, for the message where it is singular
   */
  static Map coral(DoubleMatrix v, DoubleMatrix c, String whose) {
    SymmetricEigen ofV = SymmetricEigen.of(v);
    SymmetricEigen ofC = SymmetricEigen.of(c);
    double[] all = ofV.values();
    double least = all[all.length - 1];
    double[] expected = ofC.values();
    // The least eigenvalue of C⁻¹V lies between those of V over the largest and the least of C.
    if (!(least > SINGULAR * expected[0]) && !isRegular(v, c)) {
      throw new GmeException(
          "the covariance of "
              + whose
              + " in "
              + all.length
              + " dimensions is singular: in some directions there is no variance at all",
          "give more vectors than dimensions, or shrink towards the model, for example by one half");
    }
    return new Map(
        apply(ofV, Math::sqrt).times(apply(ofC, x -> 1 / Math.sqrt(x))),
        apply(ofC, Math::sqrt).times(apply(ofV, x -> 1 / Math.sqrt(x))));
  }

  private static boolean isRegular(DoubleMatrix v, DoubleMatrix c) {
    Cholesky factor =
        Cholesky.of(c).orThrow("the total covariance of the model", "train the model again");
    double[] relative = SymmetricEigen.of(v, factor).values();
    return relative[relative.length - 1] > SINGULAR;
  }

  /** A and its inverse. */
  record Map(DoubleMatrix a, DoubleMatrix inverse) {
    DoubleMatrix of(DoubleMatrix covariance) {
      return a.times(covariance).timesTranspose(a).symmetrized();
    }
  }

  /**
   * [S − Φ]₊, the part of S in excess of Φ in the metric of Φ.
   *
   * @param s S, positive semidefinite
   * @param phi Φ, positive semidefinite of any rank
   */
  static Excess positivePart(DoubleMatrix s, DoubleMatrix phi) {
    Cholesky factor = Cholesky.of(phi);
    return factor.isPositiveDefinite() && isClearlyWhole(factor.factor().diagonal())
        ? fullRank(s, phi, factor)
        : lowRank(s, SymmetricEigen.of(phi));
  }

  /** Rounding leaves pivots of 1e-8 of the largest where there is nothing. */
  private static boolean isClearlyWhole(double[] pivots) {
    double least = Arrays.stream(pivots).min().orElse(0);
    return least > 1e-4 * Arrays.stream(pivots).max().orElse(0);
  }

  /** The same where Φ is known to be positive definite, by its factor. */
  static Excess fullRank(DoubleMatrix s, DoubleMatrix phi, Cholesky factor) {
    SymmetricEigen eigen = SymmetricEigen.of(s, factor);
    double[] values = eigen.values();
    int directions = above(values, 1);
    // Rows √(s−1) u' with u = Φe.
    DoubleMatrix u =
        eigen
            .vectorsAsRows()
            .rowRange(0, directions)
            .times(phi)
            .scaleRows(excessRoots(values, directions));
    return new Excess(u.gram(), directions);
  }

  /** What is above, and in how many directions there is something. */
  record Excess(DoubleMatrix matrix, int directions) {}

  private static Excess lowRank(DoubleMatrix s, SymmetricEigen phi) {
    double[] values = phi.values();
    int dim = values.length;
    int rank = values[0] > 0 ? above(values, NULL * values[0]) : 0;
    DoubleMatrix nothing = phi.vectorsAsRows().rowRange(rank, dim);
    // X = S V_0 (V_0'SV_0)⁺ V_0'S: all that S has outside the range of Φ, and what comes with it.
    DoubleMatrix outside = nothing.times(s);
    SymmetricEigen inner = SymmetricEigen.of(outside.timesTranspose(nothing).symmetrized());
    double[] own = inner.values();
    int extra = own.length > 0 && own[0] > 0 ? above(own, NULL * own[0]) : 0;
    double[] inverseRoots = new double[extra];
    for (int k = 0; k < extra; k++) {
      inverseRoots[k] = 1 / Math.sqrt(own[k]);
    }
    DoubleMatrix x =
        inner.vectorsAsRows().rowRange(0, extra).times(outside).scaleRows(inverseRoots).gram();
    if (rank == 0) {
      return new Excess(x, extra);
    }
    // On the range of Φ, whitened there: B = QΛ^½ with rows in the order of the eigenvalues.
    DoubleMatrix range = phi.vectorsAsRows().rowRange(0, rank);
    double[] root = new double[rank];
    double[] inverse = new double[rank];
    for (int k = 0; k < rank; k++) {
      root[k] = Math.sqrt(values[k]);
      inverse[k] = 1 / root[k];
    }
    DoubleMatrix whiten = range.scaleRows(inverse);
    SymmetricEigen within =
        SymmetricEigen.of(whiten.times(s.minus(x)).timesTranspose(whiten).symmetrized());
    int directions = above(within.values(), 1);
    DoubleMatrix u =
        within
            .vectorsAsRows()
            .rowRange(0, directions)
            .times(range.scaleRows(root))
            .scaleRows(excessRoots(within.values(), directions));
    return new Excess(x.plus(u.gram()), extra + directions);
  }

  private static int above(double[] descending, double limit) {
    int n = 0;
    while (n < descending.length && descending[n] > limit) {
      n++;
    }
    return n;
  }

  private static double[] excessRoots(double[] values, int directions) {
    double[] out = new double[directions];
    for (int k = 0; k < directions; k++) {
      out[k] = Math.sqrt(values[k] - 1);
    }
    return out;
  }
}
