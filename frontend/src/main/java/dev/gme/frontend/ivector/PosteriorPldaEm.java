package dev.gme.frontend.ivector;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import java.util.ArrayList;
import java.util.List;

/**
 * Gaussian PLDA trained by EM on what recordings say about their i-vectors, not on point estimates
 * (docs/math.md 8.6): its W is the precision of r itself, and the noise of extraction is not
 * counted twice. With Λ_i = W + J_i and z of a speaker given all of its recordings,
 *
 * <pre>
 *   r_i | z ~ N( Λ_i⁻¹(g_i + W(μ + Fz)), Λ_i⁻¹ )
 *   [F μ] ← Σ E[r_i z̃'] ( Σ E[z̃z̃'] )⁻¹,   W⁻¹ ← (1/N) Σ ( E[r_i r_i'] − [F μ] E[z̃ r_i'] ),   z̃ = [z; 1]
 * </pre>
 *
 * <pre>{@code
 * HtPlda plda = new PosteriorPldaEm(10).train(posteriors, speakers, start, progress).model();
 * GeneralGme e = PosteriorEmbedding.of(plda).extract(posteriors, 0);
 * }</pre>
 *
 * <p>For some thousand recordings: each takes several products of D x D matrices an iteration.
 */
public final class PosteriorPldaEm {
  private final int iterations;

  public PosteriorPldaEm(int iterations) {
    if (iterations < 1) {
      throw new IllegalArgumentException(iterations + " iterations");
    }
    this.iterations = iterations;
  }

  /**
   * Trains PLDA on recordings whose speakers are known. The objective is the log evidence of a
   * recording on average, but for a constant.
   *
   * @param speakers the rows of each speaker's recordings
   * @param start Gaussian, for example trained on the means
   */
  public Trained<HtPlda> train(
      IvectorPosteriors posteriors, int[][] speakers, HtPlda start, Progress progress) {
    List<Double> objective = new ArrayList<>();
    HtPlda model = start;
    for (int i = 0; i <= iterations; i++) {
      progress.step("PLDA of uncertain i-vectors", i, iterations + 1);
      Sums sums = new Sums(posteriors, model);
      for (int[] speaker : speakers) {
        sums.add(speaker);
      }
      double evidence = sums.evidence / sums.recordings;
      progress.objective(
          new Progress.Objective("PLDA of uncertain i-vectors", i, "log evidence", evidence));
      objective.add(evidence);
      model = i < iterations ? sums.next() : model;
    }
    return new Trained<>(model, objective, List.of());
  }

  /** What the E-step sums up. */
  private static final class Sums {
    private final IvectorPosteriors posteriors;
    private final HtPlda model;
    private final PosteriorEmbedding embedding;
    private DoubleMatrix rz;
    private DoubleMatrix zz;
    private DoubleMatrix rr;
    private int recordings;
    private double evidence;

    Sums(IvectorPosteriors posteriors, HtPlda model) {
      this.posteriors = posteriors;
      this.model = model;
      this.embedding = PosteriorEmbedding.of(model);
      int d = model.f().rows();
      int wide = model.f().cols() + 1;
      this.rz = DoubleMatrix.zeros(d, wide);
      this.zz = DoubleMatrix.zeros(wide, wide);
      this.rr = DoubleMatrix.zeros(d, d);
    }

    void add(int[] speaker) {
      GeneralGme pool = GeneralGme.one(model.f().cols());
      for (int i : speaker) {
        pool = pool.pool(embedding.extract(posteriors, i));
      }
      evidence += pool.logExpectation();
      DoubleMatrix second = extended(pool.posteriorMean(), pool.posteriorCovariance());
      DoubleMatrix loading = extended(model.f(), model.mean());
      for (int i : speaker) {
        Cholesky precision =
            Cholesky.of(model.w().plus(posteriors.quadratic(i)))
                .orThrow("W + J of a recording", "look for damaged statistics");
        // E[r | z̃] = H z̃ with H = Λ⁻¹( W[F μ] + [0 g] ).
        DoubleMatrix h = precision.solve(plusLast(model.w().times(loading), posteriors.linear(i)));
        DoubleMatrix cross = h.times(second);
        rz = rz.plus(cross);
        zz = zz.plus(second);
        rr = rr.plus(cross.timesTranspose(h)).plus(precision.inverse());
        recordings++;
      }
    }

    HtPlda next() {
      DoubleMatrix loading =
          Cholesky.of(zz)
              .orThrow(
                  "the second moment of speakers", "train on more speakers or fewer dimensions")
              .solve(rz.transpose())
              .transpose();
      DoubleMatrix within =
          rr.minus(loading.timesTranspose(rz)).times(1.0 / recordings).symmetrized();
      DoubleMatrix w =
          Cholesky.of(within)
              .orThrow("the covariance within speakers", "train on more recordings")
              .inverse();
      int d = loading.cols() - 1;
      DoubleMatrix t = loading.transpose();
      return HtPlda.of(
          t.row(d), t.rowRange(0, d).transpose(), w.symmetrized(), Double.POSITIVE_INFINITY);
    }

    /** The matrix [F v]. */
    private static DoubleMatrix extended(DoubleMatrix f, double[] v) {
      return f.transpose().above(DoubleMatrix.wrap(1, v.length, v)).transpose();
    }

    /** E[z̃z̃'] of z with this mean and covariance. */
    private static DoubleMatrix extended(double[] mean, DoubleMatrix covariance) {
      int d = mean.length;
      double[] out = new double[(d + 1) * (d + 1)];
      for (int i = 0; i <= d; i++) {
        for (int j = 0; j <= d; j++) {
          double noise = i < d && j < d ? covariance.get(i, j) : 0;
          out[i * (d + 1) + j] = noise + (i < d ? mean[i] : 1) * (j < d ? mean[j] : 1);
        }
      }
      return DoubleMatrix.wrap(d + 1, d + 1, out);
    }

    /** The matrix with a vector added to its last column. */
    private static DoubleMatrix plusLast(DoubleMatrix m, double[] v) {
      double[] out = m.array().clone();
      for (int i = 0; i < m.rows(); i++) {
        out[(i + 1) * m.cols() - 1] += v[i];
      }
      return DoubleMatrix.wrap(m.rows(), m.cols(), out);
    }
  }
}
