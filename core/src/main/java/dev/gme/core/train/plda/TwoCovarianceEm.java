package dev.gme.core.train.plda;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.train.data.SpeakerStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The full-rank two-covariance model by EM (docs/math.md 4.2), the model that Kaldi trains. It has
 * the maximum of {@link GaussianPldaEm} with d = D, and takes other steps towards it.
 */
public final class TwoCovarianceEm
    implements Estimator<SpeakerStatistics, PldaStart, TwoCovariance> {
  private final Stopping stopping;

  public TwoCovarianceEm(Stopping stopping) {
    this.stopping = stopping;
  }

  /**
   * Trains from a start, for example {@link PldaStart#fullRank}. The objective is the
   * log-likelihood of the data, which never falls.
   */
  @Override
  public Trained<TwoCovariance> train(
      SpeakerStatistics given, PldaStart start, Checkpoints checkpoints, Progress progress) {
    SpeakerStatistics statistics = start.regularized(given);
    List<String> notes = start.notes();
    String method = method(statistics);
    Optional<Checkpoint> last = checkpoints.last().map(c -> c.require(method));
    ObjectiveLog objective = new ObjectiveLog("EM", "log-likelihood", last, progress);
    SpeakerGroups groups = SpeakerGroups.of(statistics);
    double[] mean = statistics.mean();
    TwoCovariance now =
        last.map(c -> TwoCovariance.of(mean, c.get("between"), c.get("within")))
            .orElseGet(() -> TwoCovariance.of(mean, start.loading().outerGram(), start.noise()));
    EStep step = new EStep(statistics, groups, now);
    objective.add(step.logLikelihood());
    while (!stopping.isReached(objective.values())) {
      progress.step("EM", objective.iterations(), stopping.maxIterations());
      now = step.maximize();
      Map<String, DoubleMatrix> state = Map.of("between", now.between(), "within", now.within());
      checkpoints.save(new Checkpoint(method, state, objective.values(), notes));
      step = new EStep(statistics, groups, now);
      objective.add(step.logLikelihood());
    }
    return new Trained<>(now, objective.values(), notes);
  }

  private String method(SpeakerStatistics statistics) {
    return "two-covariance model by EM, D = "
        + statistics.dimension()
        + ", "
        + statistics.speakers()
        + " speakers, total weight "
        + statistics.total()
        + ", "
        + stopping;
  }

  /**
   * The speakers' posteriors, in the basis T where Σw is I and Σb is Λ: the posterior of a
   * speaker's mean has the covariance λ/(1 + nλ).
   */
  private static final class EStep {
    private final SpeakerStatistics statistics;
    private final DoubleMatrix within;
    private final Cholesky withinFactor;

    /** T', whose columns are the generalized eigenvectors. */
    private final DoubleMatrix vectors;

    private final SpeakerMoments moments;

    EStep(SpeakerStatistics statistics, SpeakerGroups groups, TwoCovariance model) {
      this.statistics = statistics;
      within = model.within();
      withinFactor = NoiseCovariance.factor("the within-speaker covariance", within);
      SymmetricEigen eigen = SymmetricEigen.of(model.between(), withinFactor);
      // Rounding may leave the zeros of a singular Σb a little negative.
      double[] lambda = Arrays.stream(eigen.values()).map(l -> Math.max(l, 0)).toArray();
      vectors = eigen.vectors();
      moments = groups.diagonal(vectors, lambda, (n, l) -> l / (1 + n * l));
    }

    double logLikelihood() {
      double trace =
          withinFactor
              .solveLower(withinFactor.solveLower(statistics.secondMoment()).transpose())
              .trace();
      double constant = withinFactor.logDeterminant() + within.rows() * Math.log(2 * Math.PI);
      return -0.5 * (statistics.total() * constant + trace) + moments.logExpectation();
    }

    TwoCovariance maximize() {
      // y = T⁻¹z with T⁻¹ = Σw T'.
      DoubleMatrix back = within.times(vectors);
      DoubleMatrix between =
          back.times(moments.moment()).timesTranspose(back).times(1.0 / statistics.speakers());
      DoubleMatrix yf = back.times(moments.zf());
      DoubleMatrix newWithin =
          statistics
              .secondMoment()
              .plus(back.times(moments.nMoment()).timesTranspose(back))
              .minus(yf)
              .minus(yf.transpose())
              .times(1 / statistics.total());
      return TwoCovariance.of(statistics.mean(), between.symmetrized(), newWithin.symmetrized());
    }
  }
}
