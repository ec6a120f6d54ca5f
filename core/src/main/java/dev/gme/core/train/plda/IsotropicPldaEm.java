package dev.gme.core.train.plda;

import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.IsotropicPlda;
import dev.gme.core.train.data.DataRules;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.SpeakersByCount;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Isotropic PLDA by EM over its two variances (docs/math.md 3.12): what a handful of recordings
 * suffices for, whatever the dimension.
 *
 * <pre>{@code
 * SpeakerStatistics statistics = SpeakerStatistics.gather(data);
 * IsotropicPlda plda = new IsotropicPldaEm(Stopping.DEFAULT)
 *     .train(statistics, IsotropicPldaEm.start(statistics)).model();
 * }</pre>
 */
public final class IsotropicPldaEm
    implements Estimator<SpeakerStatistics, IsotropicPlda, IsotropicPlda> {
  private final Stopping stopping;

  public IsotropicPldaEm(Stopping stopping) {
    this.stopping = stopping;
  }

  /** The variances that the scatter of the data shows; refuses data that show none. */
  public static IsotropicPlda start(SpeakerStatistics statistics) {
    DataRules.enforce(DataRules.severalSpeakers(statistics.speakers()));
    SpeakerScatter scatter = SpeakerScatter.of(statistics);
    int dim = statistics.dimension();
    double free = statistics.total() - statistics.speakers();
    double within = scatter.within().trace() * statistics.total() / free / dim;
    double total = scatter.total().trace() / dim;
    if (!(free > 0) || !(within > 1e-12 * total)) {
      throw new GmeException(
          "no speaker of the training data has two different recordings, so the noise cannot be"
              + " estimated",
          "give several recordings of each speaker");
    }
    // Means of speakers that do not differ beyond the noise: small, but EM may find otherwise.
    double between = Math.max(scatter.total().trace() / dim - within, 1e-3 * within);
    return new IsotropicPlda(statistics.mean(), between, within);
  }

  /** Trains; the objective is the log-likelihood of the data, which never falls. */
  @Override
  public Trained<IsotropicPlda> train(
      SpeakerStatistics statistics, IsotropicPlda start, Checkpoints none, Progress progress) {
    // Iterations take no time: there is nothing to go on from.
    ObjectiveLog objective = new ObjectiveLog("EM", "log-likelihood", Optional.empty(), progress);
    Sums sums = Sums.of(statistics);
    IsotropicPlda now = start;
    objective.add(sums.logLikelihood(now));
    while (!stopping.isReached(objective.values())) {
      progress.step("EM", objective.iterations(), stopping.maxIterations());
      now = sums.maximize(now);
      objective.add(sums.logLikelihood(now));
    }
    return new Trained<>(now, objective.values(), List.of());
  }

  /**
   * All that EM needs of the data, speaker by speaker or of all speakers of one n_s together: how
   * many they are, n_s, Σ|f_s|², and Σ|x|² of all.
   */
  @SuppressWarnings("ArrayRecordComponent") // passed around here only
  private record Sums(
      int dim, double total, double square, int m, double[] speakers, double[] n, double[] f2) {
    static Sums of(SpeakerStatistics statistics) {
      int dim = statistics.dimension();
      double[] n;
      double[] f2;
      double[] speakers;
      if (statistics.isByCount()) {
        List<SpeakersByCount.Group> groups = statistics.groups().groups();
        n = groups.stream().mapToDouble(SpeakersByCount.Group::count).toArray();
        f2 = groups.stream().mapToDouble(g -> g.product().trace()).toArray();
        speakers = groups.stream().mapToDouble(SpeakersByCount.Group::speakers).toArray();
      } else {
        n = statistics.counts();
        DoubleMatrix f = statistics.sums();
        f2 = new double[n.length];
        for (int s = 0; s < f2.length; s++) {
          f2[s] = Blas.dot(dim, f.array(), s * dim, f.array(), s * dim);
        }
        speakers = new double[n.length];
        Arrays.fill(speakers, 1);
      }
      double square = statistics.secondMoment().trace();
      return new Sums(dim, statistics.total(), square, statistics.speakers(), speakers, n, f2);
    }

    double logLikelihood(IsotropicPlda p) {
      double sum =
          -0.5 * total * dim * Math.log(2 * Math.PI * p.within()) - square / (2 * p.within());
      for (int s = 0; s < n.length; s++) {
        double k = variance(p, s);
        sum +=
            0.5 * speakers[s] * dim * Math.log(k / p.between())
                + 0.5 * k * f2[s] / (p.within() * p.within());
      }
      return sum;
    }

    /** k_s, the posterior variance of speaker s. */
    private double variance(IsotropicPlda p, int s) {
      return 1 / (1 / p.between() + n[s] / p.within());
    }

    IsotropicPlda maximize(IsotropicPlda p) {
      double moments = 0;
      double noise = square;
      for (int s = 0; s < n.length; s++) {
        double k = variance(p, s);
        double gain = k / p.within();
        double moment = speakers[s] * dim * k + gain * gain * f2[s];
        moments += moment;
        noise += n[s] * moment - 2 * gain * f2[s];
      }
      return new IsotropicPlda(p.mean(), moments / ((double) m * dim), noise / (total * dim));
    }
  }
}
