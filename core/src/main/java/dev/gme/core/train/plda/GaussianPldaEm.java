package dev.gme.core.train.plda;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.SpeakerStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gaussian PLDA by EM (docs/math.md 4.1), for speaker dimensions 1 to D. An iteration works on
 * {@link SpeakerStatistics} alone.
 *
 * <pre>{@code
 * SpeakerStatistics statistics = SpeakerStatistics.gather(data);
 * Trained<HtPlda> plda = new GaussianPldaEm(Stopping.DEFAULT)
 *     .train(statistics, PldaStart.fromScatter(statistics, 200));
 * GmeExtractor heavyTailed = plda.model().withNu(2).extractor();   // the paper's shortcut
 * }</pre>
 */
public final class GaussianPldaEm implements Estimator<SpeakerStatistics, PldaStart, HtPlda> {
  /**
   * Up to so many different n_s, one Cholesky factorization of the posterior precision for each is
   * cheaper than one eigendecomposition, which makes all of them diagonal (docs/decisions/0005).
   */
  static final int FEW_COUNTS = 4;

  private final Stopping stopping;
  private final boolean minimumDivergence;
  private final int fewCounts;

  /** EM with minimum divergence that ends by this rule. */
  public GaussianPldaEm(Stopping stopping) {
    this(stopping, true, FEW_COUNTS);
  }

  private GaussianPldaEm(Stopping stopping, boolean minimumDivergence, int fewCounts) {
    this.stopping = stopping;
    this.minimumDivergence = minimumDivergence;
    this.fewCounts = fewCounts;
  }

  /**
   * Whether F is rescaled after each iteration so that the speakers' z are standard normal on the
   * average; it speeds convergence up.
   */
  public GaussianPldaEm withMinimumDivergence(boolean isUsed) {
    return new GaussianPldaEm(stopping, isUsed, fewCounts);
  }

  /** With another border between the two kinds of E-step, which give the same up to rounding. */
  GaussianPldaEm withFewCounts(int border) {
    return new GaussianPldaEm(stopping, minimumDivergence, border);
  }

  /** Trains; the objective is the log-likelihood of the data, which never falls. */
  @Override
  public Trained<HtPlda> train(
      SpeakerStatistics given, PldaStart start, Checkpoints checkpoints, Progress progress) {
    SpeakerStatistics statistics = start.regularized(given);
    String method = method(statistics, start);
    Optional<Checkpoint> last = checkpoints.last().map(c -> c.require(method));
    ObjectiveLog objective = new ObjectiveLog("EM", "log-likelihood", last, progress);
    DroppedDimensions dropped =
        last.map(c -> DroppedDimensions.of(c.get("dropped"))).orElseGet(DroppedDimensions::new);
    SpeakerGroups groups = SpeakerGroups.of(statistics);
    Parameters now = last.map(Parameters::of).orElseGet(() -> Parameters.of(statistics, start));
    EStep step = eStep(now, groups, objective.iterations() + 1, dropped);
    objective.add(now.logLikelihood(statistics, step.moments));
    while (!stopping.isReached(objective.values())) {
      progress.step("EM", objective.iterations(), stopping.maxIterations());
      now = maximize(statistics, step.moments);
      List<String> notes = notes(start, dropped, now.whitened.cols());
      checkpoints.save(new Checkpoint(method, now.state(dropped), objective.values(), notes));
      step = eStep(now, groups, objective.iterations() + 1, dropped);
      objective.add(now.logLikelihood(statistics, step.moments));
    }
    HtPlda model = step.model(statistics.mean(), now.noise, dropped, objective.iterations());
    return new Trained<>(
        model, objective.values(), notes(start, dropped, model.speakerDimension()));
  }

  private static List<String> notes(PldaStart start, DroppedDimensions dropped, int d) {
    List<String> notes = new ArrayList<>(start.notes());
    notes.addAll(dropped.notes(d));
    return notes;
  }

  private String method(SpeakerStatistics statistics, PldaStart start) {
    return "Gaussian PLDA by EM, D = "
        + statistics.dimension()
        + ", d = "
        + start.loading().cols()
        + ", "
        + statistics.speakers()
        + " speakers, total weight "
        + statistics.total()
        + (minimumDivergence ? ", minimum divergence" : "")
        + ", "
        + stopping;
  }

  /**
   * Where EM stands.
   *
   * @param covariance W⁻¹
   * @param noise the factorization LL' of W⁻¹
   * @param whitened L⁻¹F
   * @param trace tr(WS)
   */
  private record Parameters(
      DoubleMatrix covariance, Cholesky noise, DoubleMatrix whitened, double trace) {

    static Parameters of(SpeakerStatistics statistics, PldaStart start) {
      Cholesky noise = NoiseCovariance.factor("the noise covariance", start.noise());
      DoubleMatrix half = noise.solveLower(statistics.secondMoment()).transpose();
      double trace = noise.solveLower(half).trace();
      return new Parameters(start.noise(), noise, noise.solveLower(start.loading()), trace);
    }

    static Parameters of(Checkpoint checkpoint) {
      DoubleMatrix covariance = checkpoint.get("covariance");
      return new Parameters(
          covariance,
          NoiseCovariance.factor("the noise covariance", covariance),
          checkpoint.get("whitened"),
          checkpoint.number("trace"));
    }

    Map<String, DoubleMatrix> state(DroppedDimensions dropped) {
      return Map.of(
          "covariance",
          covariance,
          "whitened",
          whitened,
          "trace",
          DoubleMatrix.diagonal(trace),
          "dropped",
          dropped.matrix());
    }

    double logLikelihood(SpeakerStatistics statistics, SpeakerMoments moments) {
      double constant = noise.logDeterminant() + covariance.rows() * Math.log(2 * Math.PI);
      return -0.5 * (statistics.total() * constant + trace) + moments.logExpectation();
    }
  }

  /**
   * The speakers' posteriors.
   *
   * @param whitened L⁻¹F in the basis of the posteriors
   * @param isCanonical whether F'WF is diagonal in that basis
   */
  private record EStep(DoubleMatrix whitened, boolean isCanonical, SpeakerMoments moments) {

    HtPlda model(double[] mean, Cholesky noise, DroppedDimensions dropped, int iteration) {
      DoubleMatrix canonical =
          isCanonical
              ? whitened
              : SpeakerSpace.of(whitened.gram(), iteration, dropped).canonical(whitened);
      return HtPlda.of(
          mean, noise.factor().times(canonical), noise.inverse(), Double.POSITIVE_INFINITY);
    }
  }

  private EStep eStep(
      Parameters now, SpeakerGroups groups, int iteration, DroppedDimensions dropped) {
    DoubleMatrix whitened = now.whitened;
    DoubleMatrix fwf = whitened.gram();
    double[] counts = groups.counts();
    if (counts.length <= fewCounts) {
      List<DoubleMatrix> all = new ArrayList<>();
      for (double n : counts) {
        all.add(precision(fwf, n));
      }
      all.add(fwf);
      List<Cholesky> factors = Cholesky.ofAll(all);
      if (SpeakerSpace.isClearlyWhole(fwf, factors.get(counts.length))) {
        DoubleMatrix wf = now.noise.solveUpper(whitened);
        return new EStep(whitened, false, groups.dense(wf, factors.subList(0, counts.length)));
      }
    }
    SpeakerSpace space = SpeakerSpace.of(fwf, iteration, dropped);
    DoubleMatrix canonical = space.canonical(whitened);
    DoubleMatrix wf = now.noise.solveUpper(canonical);
    return new EStep(canonical, true, groups.diagonal(wf, space.lambda, (n, l) -> 1 / (1 + n * l)));
  }

  /** I + n F'WF. */
  private static DoubleMatrix precision(DoubleMatrix fwf, double n) {
    int d = fwf.rows();
    double[] l = fwf.times(n).array();
    for (int k = 0; k < d; k++) {
      l[k * d + k] += 1;
    }
    return DoubleMatrix.wrap(d, d, l);
  }

  /**
   * The M-step. With R = KK' and Q = TK⁻ᵀ, FT' = QQ' and F = QK⁻¹: F itself is never needed, only
   * L⁻¹F is.
   */
  private Parameters maximize(SpeakerStatistics statistics, SpeakerMoments moments) {
    String help = "reduce the speaker dimension";
    List<Cholesky> factors = Cholesky.ofAll(List.of(moments.nMoment(), moments.moment()));
    Cholesky k = factors.get(0).orThrow("the sum of the speakers' second moments", help);
    DoubleMatrix root =
        minimumDivergence
            ? factors
                .get(1)
                .orThrow("the speakers' mean second moment", help)
                .factor()
                .times(1 / Math.sqrt(statistics.speakers()))
            : DoubleMatrix.identity(moments.moment().rows());
    DoubleMatrix qt = k.solveLower(moments.zf());
    int dim = statistics.dimension();
    double total = statistics.total();
    double[] covariance = statistics.secondMoment().times(1 / total).array();
    Blas.syrk(-1 / total, qt.view().transpose(), 1, MatrixView.of(covariance, dim, dim));
    DoubleMatrix newCovariance = DoubleMatrix.wrap(dim, dim, covariance);
    Cholesky noise = NoiseCovariance.factor("the noise covariance", newCovariance);
    DoubleMatrix q = noise.solveLower(qt.transpose());
    // S = N W⁻¹ + QQ', so that tr(WS) = N D + |L⁻¹Q|².
    double trace = total * dim + Blas.dot(q.array().length, q.array(), 0, q.array(), 0);
    DoubleMatrix whitened = q.timesLower(k.solveLowerTriangle(root));
    return new Parameters(newCovariance, noise, whitened, trace);
  }
}
