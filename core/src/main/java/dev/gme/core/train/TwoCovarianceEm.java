package dev.gme.core.train;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.TwoCovariance;
import java.util.ArrayList;
import java.util.List;

/**
 * The full-rank two-covariance model by EM (docs/math.md 4.2), the model that Kaldi trains. It has
 * the maximum of {@link GaussianPldaEm} with d = D, and takes other steps towards it.
 */
public final class TwoCovarianceEm {
  private final Stopping stopping;

  public TwoCovarianceEm(Stopping stopping) {
    this.stopping = stopping;
  }

  /**
   * The objective is the log-likelihood of the data, which never falls.
   *
   * @param between Σb to start from
   * @param within Σw to start from
   */
  public Trained<TwoCovariance> train(
      SpeakerStatistics statistics, DoubleMatrix between, DoubleMatrix within, Progress progress) {
    return train(statistics, between, within, List.of(), progress);
  }

  private Trained<TwoCovariance> train(
      SpeakerStatistics statistics,
      DoubleMatrix between,
      DoubleMatrix within,
      List<String> notes,
      Progress progress) {
    SpeakerGroups groups = new SpeakerGroups(statistics.counts(), statistics.sums());
    List<Double> objective = new ArrayList<>();
    Iteration now = new Iteration(statistics, groups, between, within);
    objective.add(now.logLikelihood());
    while (!stopping.isReached(objective)) {
      progress.step("EM", objective.size() - 1, stopping.maxIterations());
      now = now.next();
      objective.add(now.logLikelihood());
    }
    TwoCovariance model = TwoCovariance.of(statistics.mean(), now.between, now.within);
    return new Trained<>(model, objective, notes);
  }

  /** From the covariances within speakers and between their means. */
  public Trained<TwoCovariance> train(SpeakerStatistics statistics, Progress progress) {
    PldaStart start = PldaStart.fullRank(statistics);
    return train(
        start.regularized(statistics),
        start.loading().outerGram(),
        start.noise(),
        start.notes(),
        progress);
  }

  /**
   * Parameters and the E-step with them, in the basis T where Σw is I and Σb is Λ: the posterior of
   * a speaker's mean has the covariance λ/(1 + nλ).
   */
  private static final class Iteration {
    private final SpeakerStatistics statistics;
    private final SpeakerGroups groups;
    final DoubleMatrix between;
    final DoubleMatrix within;
    private final Cholesky withinFactor;
    private final double[] lambda;

    /** T', whose columns are the generalized eigenvectors. */
    private final DoubleMatrix vectors;

    private final SpeakerGroups.Sums sums;

    Iteration(
        SpeakerStatistics statistics,
        SpeakerGroups groups,
        DoubleMatrix between,
        DoubleMatrix within) {
      this.statistics = statistics;
      this.groups = groups;
      this.between = between;
      this.within = within;
      withinFactor = NoiseCovariance.factor("the within-speaker covariance", within);
      SymmetricEigen eigen = SymmetricEigen.of(between, withinFactor);
      // Rounding may leave the zeros of a singular Σb a little negative.
      lambda = java.util.Arrays.stream(eigen.values()).map(l -> Math.max(l, 0)).toArray();
      vectors = eigen.vectors();
      sums = groups.sums(vectors, lambda, (n, l) -> l / (1 + n * l));
    }

    double logLikelihood() {
      double total = statistics.total();
      int dim = lambda.length;
      double trace =
          withinFactor
              .solveLower(withinFactor.solveLower(statistics.secondMoment()).transpose())
              .trace();
      double sum =
          -0.5 * total * (withinFactor.logDeterminant() + dim * Math.log(2 * Math.PI))
              - 0.5 * trace;
      for (int k = 0; k < dim; k++) {
        double l = lambda[k];
        sum += 0.5 * (sums.yz[k] - groups.sumOver(n -> Math.log1p(n * l)));
      }
      return sum;
    }

    Iteration next() {
      int dim = lambda.length;
      double[] second = sums.zz.clone();
      double[] nSecond = sums.nzz.clone();
      for (int k = 0; k < dim; k++) {
        double l = lambda[k];
        second[k * dim + k] += groups.sumOver(n -> l / (1 + n * l));
        nSecond[k * dim + k] += groups.sumOver(n -> n * l / (1 + n * l));
      }
      // y = T⁻¹z with T⁻¹ = Σw T'.
      DoubleMatrix back = within.times(vectors);
      DoubleMatrix newBetween =
          back.times(DoubleMatrix.wrap(dim, dim, second))
              .timesTranspose(back)
              .times(1.0 / statistics.speakers());
      DoubleMatrix fy = DoubleMatrix.wrap(dim, dim, sums.fz).timesTranspose(back);
      DoubleMatrix newWithin =
          statistics
              .secondMoment()
              .plus(back.times(DoubleMatrix.wrap(dim, dim, nSecond)).timesTranspose(back))
              .minus(fy)
              .minus(fy.transpose())
              .times(1 / statistics.total());
      return new Iteration(statistics, groups, newBetween.symmetrized(), newWithin.symmetrized());
    }
  }
}
