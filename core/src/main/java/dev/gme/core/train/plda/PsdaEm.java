package dev.gme.core.train.plda;

import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.VonMisesFisher;
import dev.gme.core.model.Psda;
import dev.gme.core.train.data.DataRules;
import dev.gme.core.train.data.TrainingData;
import java.util.List;
import java.util.Optional;

/**
 * PSDA by EM (docs/math.md 3.11), on unit vectors.
 *
 * <pre>{@code
 * TrainingData unit = data.withVectors(Cosine.directions(vectors));
 * Psda psda = new PsdaEm(Stopping.DEFAULT).train(unit, PsdaEm.start(unit)).model();
 * }</pre>
 */
public final class PsdaEm implements Estimator<TrainingData, Psda, Psda> {
  /** Unit vectors that were stored as floats are of length 1 to some 1e-7. */
  private static final double UNIT = 1e-5;

  private final Stopping stopping;

  public PsdaEm(Stopping stopping) {
    this.stopping = stopping;
  }

  /** The direction of the mean, and the concentrations that the lengths of means show. */
  public static Psda start(TrainingData data) {
    Sums sums = Sums.of(data);
    double[] mean = new double[sums.f.cols()];
    double within = 0;
    for (int s = 0; s < sums.f.rows(); s++) {
      double length = 0;
      for (int i = 0; i < mean.length; i++) {
        double f = sums.f.get(s, i);
        mean[i] += f;
        length += f * f;
      }
      within += Math.sqrt(length);
    }
    double rho = within / sums.total;
    double length = length(mean);
    double between = length / sums.total / rho;
    return new Psda(
        direction(mean, length),
        VonMisesFisher.concentration(mean.length, Math.min(between, 0.999)),
        VonMisesFisher.concentration(mean.length, sums.requireNoise(rho)));
  }

  /** Trains; the objective is the log-likelihood of the data, which never falls. */
  @Override
  public Trained<Psda> train(TrainingData data, Psda start, Checkpoints none, Progress progress) {
    // Iterations take no time: there is nothing to go on from.
    ObjectiveLog objective = new ObjectiveLog("EM", "log-likelihood", Optional.empty(), progress);
    Sums sums = Sums.of(data);
    Psda now = start;
    objective.add(sums.logLikelihood(now));
    while (!stopping.isReached(objective.values())) {
      progress.step("EM", objective.iterations(), stopping.maxIterations());
      now = sums.maximize(now);
      objective.add(sums.logLikelihood(now));
    }
    return new Trained<>(now, objective.values(), List.of());
  }

  private static double length(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum += x * x;
    }
    return Math.sqrt(sum);
  }

  private static double[] direction(double[] v, double length) {
    double[] out = v.clone();
    for (int i = 0; i < out.length; i++) {
      // A mean of 0 has no direction, and needs none: its concentration is 0.
      out[i] = length > 0 ? out[i] / length : i == 0 ? 1 : 0;
    }
    return out;
  }

  /**
   * All that EM needs of the data.
   *
   * @param f S_s, a speaker a row
   * @param total N
   */
  private record Sums(DoubleMatrix f, double total) {
    static Sums of(TrainingData data) {
      DataRules.enforce(DataRules.severalSpeakers(data.speakers()));
      int dim = data.dimension();
      double[] f = new double[Math.multiplyExact(data.speakers(), dim)];
      for (int j : data.inOrder()) {
        double[] x = data.vectors().doubles(j, j + 1).row(0);
        if (!(Math.abs(length(x) - 1) <= UNIT)) {
          throw new GmeException(
              "PSDA takes vectors of length 1, that of "
                  + data.vectors().name(j)
                  + " is "
                  + length(x),
              "scale the vectors to length 1 first");
        }
        for (int i = 0; i < dim; i++) {
          f[data.speaker(j) * dim + i] += data.weight(j) * x[i];
        }
      }
      return new Sums(DoubleMatrix.wrap(data.speakers(), dim, f), data.totalWeight());
    }

    double logLikelihood(Psda p) {
      int dim = f.cols();
      double sum =
          total
              * (VonMisesFisher.logNormalizer(dim, p.within()) - 0.5 * dim * Math.log(2 * Math.PI));
      for (double e : p.logExpectations(f)) {
        sum += e;
      }
      return sum;
    }

    Psda maximize(Psda p) {
      int dim = f.cols();
      DoubleMatrix posterior = p.posteriors(f);
      double[] mean = new double[dim];
      double within = 0;
      for (int s = 0; s < f.rows(); s++) {
        double[] z = posterior.row(s);
        double kappa = length(z);
        double scale = kappa > 0 ? VonMisesFisher.meanLength(dim, kappa) / kappa : 0;
        for (int i = 0; i < dim; i++) {
          mean[i] += scale * z[i] / f.rows();
          within += scale * z[i] * f.get(s, i);
        }
      }
      double length = length(mean);
      return new Psda(
          direction(mean, length),
          VonMisesFisher.concentration(dim, Math.min(length, 1 - 1e-12)),
          VonMisesFisher.concentration(dim, requireNoise(within / total)));
    }

    private double requireNoise(double rho) {
      if (!(rho > 0 && rho < 1 - 1e-12)) {
        throw new GmeException(
            "the recordings of every speaker have one direction, so PSDA cannot estimate the noise",
            "give several different recordings of each speaker");
      }
      return rho;
    }
  }
}
