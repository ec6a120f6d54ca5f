package dev.gme.frontend.ivector;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trains an i-vector extractor by EM with minimum divergence (docs/math.md 8.3).
 *
 * <pre>{@code
 * IvectorTrainer trainer = new IvectorTrainer(IvectorTrainer.Options.DEFAULT);
 * Trained<IvectorExtractor> t = trainer.train(ubm, recordings, allFrames, progress);
 * }</pre>
 */
public final class IvectorTrainer {
  /**
   * What is trained, and how.
   *
   * @param dimension D
   * @param iterations of EM
   * @param update the M-step
   * @param startScale standard deviation of the elements of the first T, the noise being whitened
   * @param seed of the first T
   */
  public record Options(
      int dimension, int iterations, IvectorUpdate update, double startScale, long seed) {
    /** The paper's extractor of 600 dimensions. */
    public static final Options DEFAULT = new Options(600, 10, IvectorUpdate.DEFAULT, 0.1, 1);

    public Options {
      if (dimension < 1 || iterations < 0 || !(startScale > 0)) {
        throw new IllegalArgumentException(
            "dimension " + dimension + ", " + iterations + " iterations, scale " + startScale);
      }
    }

    /** Options for an extractor of another dimension or seed. */
    public Options with(int newDimension, int newIterations, long newSeed) {
      return new Options(newDimension, newIterations, update, startScale, newSeed);
    }
  }

  private final Options options;

  public IvectorTrainer(Options options) {
    this.options = options;
  }

  /** Bytes that training needs on not too many recordings: one set of sums, see below. */
  public static long memory(int components, int frameDimension, int dimension) {
    return memory(components, frameDimension, dimension, 1);
  }

  /**
   * Bytes that training needs: the sums A_c and C_c, the old and the new T, and a batch. Beyond 64
   * batches of recordings (16,384 at 600 dimensions) a leaf is more than a batch, and needs sums of
   * its own, see {@link RecordingLeaves}.
   *
   * @param components C
   * @param frameDimension P
   * @param dimension D
   * @param recordings how many there are
   */
  public static long memory(int components, int frameDimension, int dimension, long recordings) {
    long t = (long) components * frameDimension * dimension;
    long sums = (long) components * Packed.length(dimension) + t;
    boolean isBatch =
        RecordingLeaves.of(recordings, dimension).limit() <= IvectorExtractor.batch(dimension);
    long doubles =
        (isBatch ? 1 : 2) * sums
            + 2 * t
            + IvectorBatch.doubles(components, frameDimension, dimension);
    return Double.BYTES * doubles;
  }

  /**
   * The random extractor that training begins with; its means and covariances are the mixture's.
   */
  public IvectorExtractor start(GaussianMixture ubm) {
    int c = ubm.components();
    int p = ubm.dimension();
    int d = options.dimension;
    SeededRandom random = new SeededRandom(options.seed);
    DoubleMatrix[] covariances = new DoubleMatrix[c];
    double[] t = new double[Math.multiplyExact(c * p, d)];
    for (int i = 0; i < c; i++) {
      covariances[i] =
          ubm instanceof FullGmm full
              ? full.covariance(i)
              : DoubleMatrix.diagonal(((DiagonalGmm) ubm).variances().row(i));
      DoubleMatrix white = DoubleMatrix.wrap(p, d, random.gaussians(p * d));
      DoubleMatrix l = Cholesky.of(covariances[i]).factor().times(options.startScale);
      System.arraycopy(l.times(white).array(), 0, t, i * p * d, p * d);
    }
    return IvectorExtractor.of(ubm.means(), DoubleMatrix.wrap(c * p, d, t), covariances);
  }

  /**
   * Trains from the random start.
   *
   * @param recordings the training recordings
   * @param frames the sum of their statistics; with second moments the Σ_c are trained too
   */
  public Trained<IvectorExtractor> train(
      GaussianMixture ubm, StatisticsSource recordings, GmmStatistics frames, Progress progress) {
    return train(start(ubm), recordings, frames, progress);
  }

  /**
   * Trains on from an extractor. The objective is the log evidence of a recording on average; but
   * for a constant, if {@code frames} are without second moments.
   */
  public Trained<IvectorExtractor> train(
      IvectorExtractor start,
      StatisticsSource recordings,
      GmmStatistics frames,
      Progress progress) {
    return train(start, recordings, frames, Checkpoints.NONE, progress);
  }

  /** The same, saved after every iteration; goes on where the last run of the same was stopped. */
  public Trained<IvectorExtractor> train(
      IvectorExtractor start,
      StatisticsSource recordings,
      GmmStatistics frames,
      Checkpoints kept,
      Progress progress) {
    IvectorStatistics.Gathering gathering = new IvectorStatistics.Gathering(start, recordings);
    EStep local = (model, told) -> expectation(model, gathering.of(model, told));
    return train(start, local, recordings.recordings(), frames, kept, progress);
  }

  /** An E-step, wherever the recordings are. */
  @FunctionalInterface
  public interface EStep {
    /** Goes through all recordings under an extractor. */
    Expectation of(IvectorExtractor model, Progress progress);
  }

  /** What an E-step found, and the M-step that may stay where its sums are. */
  public interface Expectation {
    /** What is about all recordings together. */
    IvectorTotals totals();

    /**
     * The next extractor: {@link IvectorUpdate#component} for each component, and {@link
     * IvectorUpdate#join}.
     */
    IvectorExtractor maximize(IvectorUpdate update, GmmStatistics frames);
  }

  private static Expectation expectation(IvectorExtractor model, IvectorStatistics sums) {
    return new Expectation() {
      @Override
      public IvectorTotals totals() {
        return sums.totals();
      }

      @Override
      public IvectorExtractor maximize(IvectorUpdate update, GmmStatistics frames) {
        return update.apply(model, sums, frames);
      }
    };
  }

  /**
   * Trains on recordings that are passed over elsewhere, say on a cluster.
   *
   * @param recordings how many there are
   */
  public Trained<IvectorExtractor> train(
      IvectorExtractor start,
      EStep step,
      long recordings,
      GmmStatistics frames,
      Checkpoints kept,
      Progress progress) {
    String method = "i-vectors by " + options + " of " + recordings + " recordings";
    Optional<Checkpoint> last = kept.last().map(c -> c.require(method));
    List<Double> objective = new ArrayList<>(last.map(Checkpoint::objective).orElse(List.of()));
    IvectorExtractor model = last.map(IvectorTrainer::restored).orElse(start);
    for (int i = objective.size(); i <= options.iterations; i++) {
      String what = "training i-vectors, iteration " + (i + 1) + " of " + (options.iterations + 1);
      Expectation found = step.of(model, renamed(what, progress));
      double evidence = (model.evidenceConstant(frames) + found.totals().gain()) / recordings;
      progress.objective(new Progress.Objective("i-vectors", i, "log evidence", evidence));
      objective.add(evidence);
      if (i < options.iterations) {
        model = found.maximize(options.update, frames);
        kept.save(checkpoint(method, model, objective));
      }
    }
    return new Trained<>(model, objective, List.of());
  }

  private static Progress renamed(String what, Progress progress) {
    return (part, done, total) -> progress.step(what, done, total);
  }

  private static Checkpoint checkpoint(
      String method, IvectorExtractor model, List<Double> objective) {
    Map<String, DoubleMatrix> state =
        Map.of("means", model.means(), "T", model.t(), "covariances", model.covariances());
    return new Checkpoint(method, state, objective, List.of());
  }

  private static IvectorExtractor restored(Checkpoint c) {
    return IvectorExtractor.ofRows(c.get("means"), c.get("T"), c.get("covariances"));
  }
}
