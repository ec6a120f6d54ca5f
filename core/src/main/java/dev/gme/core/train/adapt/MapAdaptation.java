package dev.gme.core.train.adapt;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.SpeakerGroups;
import dev.gme.core.train.plda.SpeakerMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * EM on a few labelled vectors of the target with a prior at the source model (docs/math.md 11.7).
 * Never singular for positive pseudo-counts, however few the data.
 *
 * <pre>{@code
 * HtPlda moved = HtPlda.of(target.mean(), source.f(), source.w(), source.nu());
 * HtPlda adapted = MapAdaptation.DEFAULT.train(labelled, moved).model();
 * }</pre>
 *
 * @param relevanceF r, for how many recordings the source's F counts
 * @param relevanceW r_w, for how many the source's W counts
 * @param iterations of EM
 */
public record MapAdaptation(double relevanceF, double relevanceW, int iterations)
    implements Estimator<TrainingData, HtPlda, HtPlda> {
  /** The source counts as some hundred recordings of the target do. */
  public static final MapAdaptation DEFAULT = new MapAdaptation(100, 100, 10);

  public MapAdaptation {
    Dimensions.requireNotNegative("the pseudo-count of F", relevanceF);
    Dimensions.requireNotNegative("the pseudo-count of W", relevanceW);
    Dimensions.requireNotNegative("the number of iterations", iterations);
  }

  /**
   * Adapts a model, whose mean and ν are kept: move the mean first. The objective, with the prior,
   * is that of Gaussian models and never falls; heavy-tailed ones have none.
   */
  @Override
  public Trained<HtPlda> train(
      TrainingData data, HtPlda source, Checkpoints checkpoints, Progress progress) {
    Dimensions.require(source.inputDimension(), data.dimension());
    Prior prior = new Prior(source);
    boolean gaussian = source.nu() == Double.POSITIVE_INFINITY;
    String method = "MAP, D = " + data.dimension() + ", " + data.size() + " recordings, " + this;
    Optional<Checkpoint> last = checkpoints.last().map(c -> c.require(method));
    List<Double> objective = new ArrayList<>(last.map(Checkpoint::objective).orElse(List.of()));
    HtPlda model =
        last.map(c -> HtPlda.of(source.mean(), c.get("f"), c.get("w"), source.nu())).orElse(source);
    int done = last.map(c -> (int) c.number("iterations")).orElse(0);
    SpeakerStatistics fixed = gaussian ? statistics(data, model) : null;
    for (int i = done; i <= iterations; i++) {
      progress.step("MAP", i, iterations);
      SpeakerStatistics statistics = gaussian ? fixed : statistics(data, model);
      EStep step = new EStep(statistics, model);
      if (gaussian && objective.size() == i) {
        objective.add(step.logLikelihood() + prior.logDensity(model));
      }
      if (i < iterations) {
        model = maximize(statistics, step, prior);
        checkpoints.save(
            new Checkpoint(
                method,
                Map.of("f", model.f(), "w", model.w(), "iterations", DoubleMatrix.diagonal(i + 1)),
                objective,
                List.of()));
      }
    }
    return new Trained<>(model, objective, List.of());
  }

  /** Weighted by b under the model, about its mean. */
  private static SpeakerStatistics statistics(TrainingData data, HtPlda model) {
    double[] weights = new double[data.size()];
    Arrays.setAll(weights, data::weight);
    if (model.nu() < Double.POSITIVE_INFINITY) {
      double[] q = Complement.norms(model.extractor(), data.vectors());
      int n = model.inputDimension() - model.speakerDimension();
      for (int j = 0; j < q.length; j++) {
        weights[j] *= (model.nu() + n) / (model.nu() + q[j]);
      }
    }
    return SpeakerStatistics.gather(data.withWeights(weights), model.mean());
  }

  /** The posteriors of the speakers, made in the basis of F where they are diagonal. */
  private static final class EStep {
    final SpeakerMoments moments;

    /** V' of F'WF = V diag(λ) V'. */
    final DoubleMatrix basis;

    private final SpeakerStatistics statistics;
    private final Cholesky precision;
    private final double trace;

    EStep(SpeakerStatistics statistics, HtPlda model) {
      this.statistics = statistics;
      precision = Cholesky.of(model.w()).orThrow("the noise precision W", "train the source again");
      DoubleMatrix wf = model.w().times(model.f());
      SymmetricEigen eigen = SymmetricEigen.of(model.f().transposeTimes(wf).symmetrized());
      basis = eigen.vectorsAsRows();
      double[] lambda = Arrays.stream(eigen.values()).map(l -> Math.max(l, 0)).toArray();
      moments =
          SpeakerGroups.of(statistics)
              .diagonal(wf.timesTranspose(basis), lambda, (n, l) -> 1 / (1 + n * l));
      double[] w = model.w().array();
      trace = Blas.dot(w.length, w, 0, statistics.secondMoment().array(), 0);
    }

    double logLikelihood() {
      double constant = statistics.dimension() * Math.log(2 * Math.PI) - precision.logDeterminant();
      return -0.5 * (statistics.total() * constant + trace) + moments.logExpectation();
    }

    /** T', d x D. */
    DoubleMatrix zf() {
      return basis.transposeTimes(moments.zf());
    }

    /** R. */
    DoubleMatrix nMoment() {
      return basis.transposeTimes(moments.nMoment().times(basis)).symmetrized();
    }
  }

  private HtPlda maximize(SpeakerStatistics statistics, EStep step, Prior prior) {
    DoubleMatrix zf = step.zf();
    DoubleMatrix r = step.nMoment();
    int d = r.rows();
    DoubleMatrix left = zf.plus(prior.source.f().transpose().times(relevanceF));
    DoubleMatrix ft =
        Cholesky.of(r.plus(DoubleMatrix.identity(d).times(relevanceF)))
            .orThrow("the sum of the speakers' second moments", "give a positive pseudo-count of F")
            .solve(left);
    DoubleMatrix cross = ft.transposeTimes(zf);
    DoubleMatrix moved = ft.minus(prior.source.f().transpose());
    DoubleMatrix covariance =
        statistics
            .secondMoment()
            .minus(cross)
            .minus(cross.transpose())
            .plus(ft.transposeTimes(r.times(ft)))
            .plus(moved.gram().times(relevanceF))
            .plus(prior.covariance.times(relevanceW))
            .times(1 / (statistics.total() + relevanceW))
            .symmetrized();
    DoubleMatrix w =
        Cholesky.of(covariance)
            .orThrow("the noise covariance", "give a positive pseudo-count of W")
            .inverse();
    return HtPlda.of(prior.source.mean(), ft.transpose(), w, prior.source.nu());
  }

  /** The source, as a conjugate prior. */
  private final class Prior {
    final HtPlda source;

    /** W_0⁻¹. */
    final DoubleMatrix covariance;

    Prior(HtPlda source) {
      this.source = source;
      covariance = Cholesky.of(source.w()).inverse();
    }

    double logDensity(HtPlda model) {
      double[] w = model.w().array();
      DoubleMatrix moved = model.f().minus(source.f());
      double logDet = Cholesky.of(model.w()).logDeterminant();
      double trace = Blas.dot(w.length, w, 0, covariance.array(), 0);
      double distance = Blas.dot(w.length, w, 0, moved.outerGram().array(), 0);
      return 0.5 * relevanceW * (logDet - trace) - 0.5 * relevanceF * distance;
    }
  }
}
