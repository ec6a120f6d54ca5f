package dev.gme.core.train;

import dev.gme.core.Progress;
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
    Iteration now = new Iteration(statistics, groups, start.loading(), start.noise(), 0, notes);
    objective.add(now.logLikelihood());
    while (!stopping.isReached(objective)) {
      progress.step("EM", objective.size() - 1, stopping.maxIterations());
      Iteration.Parameters next = now.maximize(minimumDivergence);
      now = new Iteration(statistics, groups, next.f(), next.noise(), objective.size(), notes);
      objective.add(now.logLikelihood());
    }
    return new Trained<>(now.model(), objective, notes);
  }

  /** Parameters, and the E-step with them. */
  private static final class Iteration {
    private final SpeakerStatistics statistics;
    private final SpeakerGroups groups;

    private final DoubleMatrix loading;
    private final Cholesky noise;
    private final double[] lambda;
    private final SpeakerGroups.Sums sums;

    /** F and W⁻¹. */
    record Parameters(DoubleMatrix f, DoubleMatrix noise) {}

    Iteration(
        SpeakerStatistics statistics,
        SpeakerGroups groups,
        DoubleMatrix f,
        DoubleMatrix noiseCovariance,
        int number,
        List<String> notes) {
      this.statistics = statistics;
      this.groups = groups;
      noise = NoiseCovariance.factor("the noise covariance", noiseCovariance);
      SpeakerSpace space = SpeakerSpace.of(f, noise, number, notes);
      loading = space.loading;
      lambda = space.lambda;
      sums = groups.sums(noise.solve(loading), lambda, (n, l) -> 1 / (1 + n * l));
    }

    double logLikelihood() {
      double total = statistics.total();
      int dim = statistics.dimension();
      double trace =
          noise.solveLower(noise.solveLower(statistics.secondMoment()).transpose()).trace();
      double sum =
          -0.5 * total * (noise.logDeterminant() + dim * Math.log(2 * Math.PI)) - 0.5 * trace;
      for (int k = 0; k < lambda.length; k++) {
        double l = lambda[k];
        sum += 0.5 * (sums.yz[k] - groups.sumOver(n -> Math.log1p(n * l)));
      }
      return sum;
    }

    /** The M-step. */
    Parameters maximize(boolean minimumDivergence) {
      int d = lambda.length;
      int dim = statistics.dimension();
      double[] r = sums.nzz.clone();
      double[] c = sums.zz.clone();
      double speakers = statistics.speakers();
      for (int k = 0; k < d; k++) {
        double l = lambda[k];
        r[k * d + k] += groups.sumOver(n -> n / (1 + n * l));
        c[k * d + k] += groups.sumOver(n -> 1 / (1 + n * l));
      }
      DoubleMatrix t = DoubleMatrix.wrap(dim, d, sums.fz);
      DoubleMatrix f =
          Cholesky.of(DoubleMatrix.wrap(d, d, r))
              .orThrow("the sum of the speakers' second moments", "reduce the speaker dimension")
              .solve(t.transpose())
              .transpose();
      DoubleMatrix newNoise =
          statistics
              .secondMoment()
              .minus(f.timesTranspose(t))
              .times(1 / statistics.total())
              .symmetrized();
      if (minimumDivergence) {
        Cholesky root =
            Cholesky.of(DoubleMatrix.wrap(d, d, c).times(1 / speakers))
                .orThrow("the speakers' mean second moment", "reduce the speaker dimension");
        f = f.times(root.factor());
      }
      return new Parameters(f, newNoise);
    }

    HtPlda model() {
      return HtPlda.of(statistics.mean(), loading, noise.inverse(), Double.POSITIVE_INFINITY);
    }
  }
}
