package dev.gme.frontend.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.model.HtPlda;

/**
 * Meta-embeddings that know how uncertain their i-vector is (docs/math.md 8.6): the likelihood of r
 * goes through a Gaussian PLDA in place of a point.
 *
 * <pre>{@code
 * PosteriorEmbedding e = PosteriorEmbedding.of(plda);
 * double llr = e.extract(p, 0).llr(e.extract(p, 1));
 * }</pre>
 *
 * <p>The PLDA's W is the precision of r itself. One that was trained on point estimates has the
 * noise of extraction in it already, and that noise then counts twice.
 */
public final class PosteriorEmbedding {
  private final double[] mean;
  private final DoubleMatrix f;
  private final DoubleMatrix w;
  private final double logDeterminant;

  /** y = a·(r − o) comes before the PLDA; a is null where nothing does. */
  private final DoubleMatrix a;

  private final double[] o;

  private PosteriorEmbedding(HtPlda plda, DoubleMatrix a, double[] o) {
    if (plda.nu() != Double.POSITIVE_INFINITY) {
      throw new GmeException(
          "uncertain i-vectors need Gaussian PLDA, found nu = " + plda.nu(),
          "set nu to Infinity: there is no closed form for heavy tails");
    }
    this.mean = plda.mean();
    this.f = plda.f();
    this.w = plda.w();
    this.logDeterminant = Cholesky.of(w).logDeterminant();
    this.a = a;
    this.o = o;
  }

  /** For i-vectors that go into the PLDA as they are. */
  public static PosteriorEmbedding of(HtPlda plda) {
    return new PosteriorEmbedding(plda, null, null);
  }

  /**
   * For i-vectors r that go into the PLDA as A(r − o).
   *
   * @param a invertible
   */
  public static PosteriorEmbedding of(HtPlda plda, DoubleMatrix a, double[] o) {
    if (a.rows() != a.cols() || a.rows() != o.length || o.length != plda.inputDimension()) {
      throw new IllegalArgumentException(
          a.rows() + " x " + a.cols() + " before a PLDA of dimension " + plda.inputDimension());
    }
    if (Lu.of(a).isSingular()) {
      throw new GmeException(
          "a singular step before the PLDA cannot carry uncertainty",
          "use steps that can be undone: neither LDA nor length normalization");
    }
    return new PosteriorEmbedding(plda, a, o.clone());
  }

  /** The meta-embedding of one of several recordings. */
  public GeneralGme extract(IvectorPosteriors posteriors, int i) {
    return extract(posteriors.linear(i), posteriors.quadratic(i));
  }

  /** The meta-embedding of a posterior N(φ, L⁻¹) under the prior N(0, I): J = L − I, g = Lφ. */
  public GeneralGme extractPosterior(double[] phi, DoubleMatrix precision) {
    return extract(precision.times(phi), precision.minus(DoubleMatrix.identity(phi.length)));
  }

  /** The meta-embedding of a likelihood exp(g'r − ½r'Jr). */
  public GeneralGme extract(double[] g, DoubleMatrix j) {
    if (g.length != mean.length || j.rows() != mean.length) {
      throw new IllegalArgumentException(
          "i-vectors of dimension " + g.length + " for a PLDA of dimension " + mean.length);
    }
    if (a == null) {
      return direct(g, j);
    }
    Lu back = Lu.of(a.transpose());
    double[] shifted = g.clone();
    Blas.axpy(g.length, -1, j.times(o), 0, shifted, 0);
    DoubleMatrix half = back.solve(j).transpose();
    return direct(
        back.solve(DoubleMatrix.wrap(g.length, 1, shifted)).array(),
        back.solve(half).symmetrized());
  }

  private GeneralGme direct(double[] g, DoubleMatrix j) {
    int d = g.length;
    Cholesky sum =
        Cholesky.of(w.plus(j))
            .orThrow(
                "W + J of a recording", "check that its precision is at least that of the prior");
    // As a product: the difference W − W(W+J)⁻¹W cancels when J is small.
    DoubleMatrix effective = w.times(sum.solve(j)).symmetrized();
    double[] solved = sum.solve(g);
    double[] wg = w.times(solved);
    double[] wm = effective.times(mean);
    double s =
        0.5 * (logDeterminant - sum.logDeterminant())
            + 0.5 * Blas.dot(d, g, 0, solved, 0)
            + Blas.dot(d, wg, 0, mean, 0)
            - 0.5 * Blas.dot(d, wm, 0, mean, 0);
    Blas.axpy(d, -1, wm, 0, wg, 0);
    DoubleMatrix b = f.transposeTimes(effective.times(f)).symmetrized();
    return GeneralGme.of(f.transposeTimes(wg), b, s);
  }
}
