package dev.gme.core.train;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import java.util.ArrayList;
import java.util.List;

/**
 * Gaussian PLDA by EM (docs/math.md 4.1), for speaker dimensions 1 to D. An iteration works on
 * {@link SpeakerStatistics} alone, in the basis where every speaker's posterior precision I + n_s
 * F'WF is diagonal.
 *
 * <pre>{@code
 * SpeakerStatistics statistics = SpeakerStatistics.gather(data, progress);
 * Trained<HtPlda> plda = new GaussianPldaEm(new Stopping(20, 1e-6), true)
 *     .train(statistics, PldaStart.fromScatter(statistics, 200), progress);
 * GmeExtractor heavyTailed = plda.model().withNu(2).extractor();   // the paper's shortcut
 * }</pre>
 */
public final class GaussianPldaEm {
  private final Stopping stopping;
  private final boolean minimumDivergence;

  /**
   * An estimator.
   *
   * @param minimumDivergence whether F is rescaled after each iteration so that the speakers' z are
   *     standard normal on the average; it speeds convergence up
   */
  public GaussianPldaEm(Stopping stopping, boolean minimumDivergence) {
    this.stopping = stopping;
    this.minimumDivergence = minimumDivergence;
  }

  /** The objective is the log-likelihood of the data, which never falls. */
  public Trained<HtPlda> train(SpeakerStatistics statistics, PldaStart start, Progress progress) {
    SpeakerGroups groups = new SpeakerGroups(statistics.counts(), statistics.sums());
    List<Double> objective = new ArrayList<>();
    List<String> notes = new ArrayList<>(start.notes());
    Iteration now = Iteration.first(start.regularized(statistics), groups, start, notes);
    objective.add(now.logLikelihood());
    while (!stopping.isReached(objective)) {
      progress.step("EM", objective.size() - 1, stopping.maxIterations());
      now = now.next(minimumDivergence, objective.size(), notes);
      objective.add(now.logLikelihood());
    }
    return new Trained<>(now.model(), objective, notes);
  }

  /** Parameters, and the E-step with them. */
  private static final class Iteration {
    private final SpeakerStatistics statistics;
    private final SpeakerGroups groups;
    private final DoubleMatrix f;
    private final Cholesky noise;

    /** tr(WS). */
    private final double trace;

    private final SpeakerSpace space;
    private final SpeakerGroups.Sums sums;

    /**
     * The E-step.
     *
     * @param noise the factor of W⁻¹
     * @param whitened L⁻¹F, where LL' = W⁻¹
     */
    private Iteration(
        SpeakerStatistics statistics,
        SpeakerGroups groups,
        DoubleMatrix f,
        Cholesky noise,
        DoubleMatrix whitened,
        double trace,
        int number,
        List<String> notes) {
      this.statistics = statistics;
      this.groups = groups;
      this.f = f;
      this.noise = noise;
      this.trace = trace;
      space = SpeakerSpace.of(whitened, number, notes);
      DoubleMatrix wf = noise.solveUpper(space.canonical(whitened));
      sums = groups.sums(wf, space.lambda, (n, l) -> 1 / (1 + n * l));
    }

    static Iteration first(
        SpeakerStatistics statistics, SpeakerGroups groups, PldaStart start, List<String> notes) {
      Cholesky noise = NoiseCovariance.factor("the noise covariance", start.noise());
      DoubleMatrix half = noise.solveLower(statistics.secondMoment()).transpose();
      double trace = noise.solveLower(half).trace();
      DoubleMatrix whitened = noise.solveLower(start.loading());
      return new Iteration(statistics, groups, start.loading(), noise, whitened, trace, 0, notes);
    }

    double logLikelihood() {
      double total = statistics.total();
      int dim = statistics.dimension();
      double sum =
          -0.5 * total * (noise.logDeterminant() + dim * Math.log(2 * Math.PI)) - 0.5 * trace;
      for (int k = 0; k < space.lambda.length; k++) {
        double l = space.lambda[k];
        sum += 0.5 * (sums.yz[k] - groups.sumOver(n -> Math.log1p(n * l)));
      }
      return sum;
    }

    /** The M-step, and the E-step after it. */
    Iteration next(boolean minimumDivergence, int number, List<String> notes) {
      int d = space.lambda.length;
      int dim = statistics.dimension();
      double total = statistics.total();
      double[] r = sums.nzz.clone();
      double[] c = sums.zz.clone();
      for (int k = 0; k < d; k++) {
        double l = space.lambda[k];
        r[k * d + k] += groups.sumOver(n -> n / (1 + n * l));
        c[k * d + k] += groups.sumOver(n -> 1 / (1 + n * l));
      }
      DoubleMatrix t = DoubleMatrix.wrap(dim, d, sums.fz);
      DoubleMatrix newF =
          Cholesky.of(DoubleMatrix.wrap(d, d, r))
              .orThrow("the sum of the speakers' second moments", "reduce the speaker dimension")
              .solve(t.transpose())
              .transpose();
      DoubleMatrix covariance =
          statistics.secondMoment().minus(newF.timesTranspose(t)).times(1 / total).symmetrized();
      Cholesky newNoise = NoiseCovariance.factor("the noise covariance", covariance);
      DoubleMatrix whitened = newNoise.solveLower(newF);
      // S = N W⁻¹ + F T' and T = F R, so that tr(WS) = N D + tr(F'WF R).
      double newTrace = total * dim + Blas.dot(d * d, whitened.gram().array(), 0, r, 0);
      if (minimumDivergence) {
        DoubleMatrix root =
            Cholesky.of(DoubleMatrix.wrap(d, d, c).times(1.0 / statistics.speakers()))
                .orThrow("the speakers' mean second moment", "reduce the speaker dimension")
                .factor();
        newF = newF.times(root);
        whitened = whitened.times(root);
      }
      return new Iteration(statistics, groups, newF, newNoise, whitened, newTrace, number, notes);
    }

    HtPlda model() {
      return HtPlda.of(
          statistics.mean(), space.canonical(f), noise.inverse(), Double.POSITIVE_INFINITY);
    }
  }
}
