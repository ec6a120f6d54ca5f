package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.HtPlda;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    Iteration now = new Iteration(statistics, groups, start.loading(), start.noise());
    objective.add(now.logLikelihood());
    while (true) {
      now = now.dropEmptyDirections(objective.size() - 1, notes);
      if (stopping.isReached(objective)) {
        return new Trained<>(now.model(), objective, notes);
      }
      progress.step("EM", objective.size() - 1, stopping.maxIterations());
      now = now.next(minimumDivergence);
      objective.add(now.logLikelihood());
    }
  }

  /** Parameters, and the E-step with them. */
  private static final class Iteration {
    private final SpeakerStatistics statistics;
    private final SpeakerGroups groups;

    /** F̃ = FV, the loading in the canonical basis, and W⁻¹. */
    private final DoubleMatrix loading;

    private final DoubleMatrix noise;
    private final Cholesky noiseFactor;
    private final double[] lambda;
    private final SpeakerGroups.Sums sums;

    Iteration(
        SpeakerStatistics statistics, SpeakerGroups groups, DoubleMatrix f, DoubleMatrix noise) {
      this.statistics = statistics;
      this.groups = groups;
      this.noise = noise;
      noiseFactor =
          Cholesky.of(noise)
              .orThrow(
                  "the noise covariance",
                  "give more recordings per speaker, or reduce the dimension of the vectors first");
      SymmetricEigen eigen = SymmetricEigen.of(noiseFactor.solveLower(f).gram());
      lambda = eigen.values();
      loading = f.times(eigen.vectors());
      DoubleMatrix wf = noiseFactor.solve(loading);
      sums = groups.sums(wf, lambda, (n, l) -> 1 / (1 + n * l));
    }

    double logLikelihood() {
      double total = statistics.total();
      int dim = statistics.dimension();
      double trace =
          noiseFactor
              .solveLower(noiseFactor.solveLower(statistics.secondMoment()).transpose())
              .trace();
      double sum =
          -0.5 * total * (noiseFactor.logDeterminant() + dim * Math.log(2 * Math.PI)) - 0.5 * trace;
      for (int k = 0; k < lambda.length; k++) {
        double l = lambda[k];
        sum += 0.5 * (sums.yz[k] - groups.sumOver(n -> Math.log1p(n * l)));
      }
      return sum;
    }

    /** The M-step, and the E-step after it. */
    Iteration next(boolean minimumDivergence) {
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
      return new Iteration(statistics, groups, f, newNoise);
    }

    /** Drops the directions whose λ has shrunk to nothing (docs/math.md 4.3). */
    Iteration dropEmptyDirections(int iteration, List<String> notes) {
      int kept = lambda.length;
      while (kept > 0 && !(lambda[kept - 1] > PldaStart.ZERO * lambda[0])) {
        kept--;
      }
      if (kept == lambda.length) {
        return this;
      }
      if (kept == 0) {
        throw new GmeException(
            "training found no speaker variability at all",
            "check the speaker labels of the training data");
      }
      notes.add(
          String.format(
              Locale.ROOT,
              "the speaker dimension is %d instead of %d since iteration %d: the data do not support"
                  + " more (eigenvalue %.3g against a largest of %.3g)",
              kept,
              lambda.length,
              iteration,
              lambda[kept],
              lambda[0]));
      int[] columns = new int[kept];
      for (int k = 0; k < kept; k++) {
        columns[k] = k;
      }
      DoubleMatrix f = loading.transpose().selectRows(columns).transpose();
      return new Iteration(statistics, groups, f, noise);
    }

    HtPlda model() {
      return HtPlda.of(statistics.mean(), loading, noiseFactor.inverse(), Double.POSITIVE_INFINITY);
    }
  }
}
