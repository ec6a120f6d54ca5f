package dev.gme.frontend.gmm;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Trains a universal background model by EM. The result depends on the frames, the options and the
 * seed, not on the thread count.
 *
 * <pre>{@code
 * Trained<DiagonalGmm> t = new UbmTrainer(UbmTrainer.Options.DEFAULT).train(frames, progress);
 * Trained<FullGmm> f = trainer.trainFull(t.model().toFull(), t.model(), 20, frames, progress);
 * }</pre>
 */
public final class UbmTrainer {
  /** How a mixture begins. */
  public enum Start {
    /** Means of k-means from frames that lie far apart. */
    K_MEANS,
    /** One Gaussian, whose heaviest parts are split in two again and again. */
    SPLITTING
  }

  /**
   * What is trained, and how.
   *
   * @param components C
   * @param start how the mixture begins
   * @param startIterations rounds of k-means, or EM iterations between two splits
   * @param iterations EM iterations afterwards
   * @param floorShare variances are at least this share of the variance of all frames
   * @param update the other floors
   * @param seed of the start
   */
  public record Options(
      int components,
      Start start,
      int startIterations,
      int iterations,
      double floorShare,
      GmmUpdate update,
      long seed) {
    /** The paper's mixture of 2048 components. */
    public static final Options DEFAULT =
        new Options(2048, Start.SPLITTING, 4, 10, 0.01, GmmUpdate.DEFAULT, 1);

    public Options {
      if (components < 1 || startIterations < 0 || iterations < 0 || !(floorShare >= 0)) {
        throw new IllegalArgumentException(
            components + " components, " + startIterations + " and " + iterations + " iterations");
      }
    }

    /** Options for a mixture of another size or seed. */
    public Options with(int newComponents, int newIterations, long newSeed) {
      return new Options(
          newComponents, start, startIterations, newIterations, floorShare, update, newSeed);
    }

    /**
     * The least variance of each dimension.
     *
     * @param all the Gaussian of all frames
     */
    public double[] floors(DiagonalGmm all) {
      return Arrays.stream(all.variances().row(0))
          .map(v -> Math.max(floorShare * v, update.varianceFloor()))
          .toArray();
    }

    public Options with(Start newStart) {
      return new Options(
          components, newStart, startIterations, iterations, floorShare, update, seed);
    }
  }

  /** Components of the diagonal mixture that frames are tried with where covariances are full. */
  private static final int SELECTED = 20;

  /** How far the halves of a Gaussian are moved apart, in standard deviations. */
  private static final double SPLIT = 0.2;

  private final Options options;

  public UbmTrainer(Options options) {
    this.options = options;
  }

  /** From the start to the end; the objective is the mean log-likelihood of a frame. */
  public Trained<DiagonalGmm> train(RowSource frames, Progress progress) {
    return train(frames, Checkpoints.NONE, progress);
  }

  /** The same, saved after every iteration; goes on where the last run of the same was stopped. */
  public Trained<DiagonalGmm> train(RowSource frames, Checkpoints kept, Progress progress) {
    return train(FramePasses.of(frames), kept, progress);
  }

  /** Trains on frames that are passed over elsewhere; a start by k-means needs them here. */
  public Trained<DiagonalGmm> train(FramePasses frames, Checkpoints kept, Progress progress) {
    String method =
        "mixture of " + options + ", " + frames.frames() + " x " + frames.dimension() + " frames";
    Optional<UbmState> last = kept.last().map(c -> UbmState.of(c.require(method)));
    UbmState state = last.isPresent() ? last.get() : start(frames, progress);
    while (!state.last() || state.iteration() < options.iterations) {
      if (!state.last() && state.iteration() >= options.startIterations) {
        state = grown(state);
        continue;
      }
      progress.step(
          "training a mixture of " + state.model().components(),
          state.iteration(),
          state.last() ? options.iterations : options.startIterations);
      GmmStatistics s = frames.statistics(state.model());
      double perFrame = s.logLikelihood() / frames.frames();
      tell(progress, state.model(), state.iteration(), perFrame);
      state = state.next(options.update.apply(state.model(), s, state.floors()), perFrame);
      kept.save(state.toCheckpoint(method));
    }
    List<Double> objective = new ArrayList<>(state.objective());
    objective.add(frames.statistics(state.model()).logLikelihood() / frames.frames());
    tell(progress, state.model(), state.iteration(), objective.get(objective.size() - 1));
    return new Trained<>(state.model(), objective, List.of());
  }

  /** Whose covariances a mixture has. */
  public enum Covariances {
    DIAGONAL,
    FULL
  }

  /**
   * Trains a diagonal mixture and, where full covariances are asked for, a full one from there.
   *
   * @param kept the checkpoints of a mixture with these covariances
   */
  public Trained<? extends GaussianMixture> train(
      RowSource frames,
      Covariances covariances,
      Function<Covariances, Checkpoints> kept,
      Progress progress) {
    Trained<DiagonalGmm> diagonal = train(frames, kept.apply(Covariances.DIAGONAL), progress);
    DiagonalGmm model = diagonal.model();
    return covariances == Covariances.DIAGONAL
        ? diagonal
        : trainFull(
            model.toFull(), model, SELECTED, frames, kept.apply(Covariances.FULL), progress);
  }

  private static void tell(Progress progress, GaussianMixture model, int iteration, double value) {
    String stage =
        (model instanceof FullGmm ? "full mixture of " : "mixture of ") + model.components();
    progress.objective(
        new Progress.Objective(stage, iteration, "log-likelihood of a frame", value));
  }

  private UbmState start(FramePasses frames, Progress progress) {
    DiagonalGmm one = single(frames);
    double[] floors = options.floors(one);
    return options.start == Start.SPLITTING
        ? UbmState.growing(one, floors, options.startIterations)
        : UbmState.ofFinalSize(
            new KMeansStart(options).start(one, rows(frames), floors, progress), floors);
  }

  private static RowSource rows(FramePasses frames) {
    return frames
        .rows()
        .orElseThrow(
            () ->
                new GmeException("k-means needs the frames on one computer", "start by splitting"));
  }

  /** The next larger mixture, or the same as the last one. */
  private UbmState grown(UbmState state) {
    DiagonalGmm model = state.model();
    int more = options.components - model.components();
    // Components of few frames may have been removed: more would not stay.
    if (more <= 0 || model.components() < state.size()) {
      return UbmState.ofFinalSize(model, state.floors());
    }
    // A stream for each size, so that a run that goes on draws what the first would have drawn.
    SeededRandom random = new SeededRandom(options.seed, model.components());
    return UbmState.growing(splitHeaviest(model, more, random), state.floors(), 0);
  }

  /** EM iterations from a given mixture. */
  public Trained<DiagonalGmm> train(DiagonalGmm start, RowSource frames, Progress progress) {
    double[] floors = new double[start.dimension()];
    Arrays.fill(floors, options.update.varianceFloor());
    List<Double> objective = new ArrayList<>();
    DiagonalGmm model = start;
    for (int i = 0; i < options.iterations; i++) {
      progress.step("training a mixture of " + model.components(), i, options.iterations);
      GmmStatistics s = GmmStatistics.gather(model, frames);
      objective.add(s.logLikelihood() / frames.rows());
      tell(progress, model, i, objective.get(i));
      model = options.update.apply(model, s, floors);
    }
    objective.add(GmmStatistics.gather(model, frames).logLikelihood() / frames.rows());
    tell(progress, model, options.iterations, objective.get(options.iterations));
    return new Trained<>(model, objective, List.of());
  }

  /**
   * EM iterations of a mixture with full covariances, on the components that a diagonal one
   * chooses. The objective is the mean log-likelihood of a frame under these.
   *
   * @param topN how many are chosen, 0 for all
   */
  public Trained<FullGmm> trainFull(
      FullGmm start, DiagonalGmm selector, int topN, RowSource frames, Progress progress) {
    return trainFull(start, selector, topN, frames, Checkpoints.NONE, progress);
  }

  /** The same, saved after every iteration; goes on where the last run of the same was stopped. */
  public Trained<FullGmm> trainFull(
      FullGmm start,
      DiagonalGmm selector,
      int topN,
      RowSource frames,
      Checkpoints kept,
      Progress progress) {
    String method =
        "full mixture of " + options + ", top " + topN + ", " + frames.rows() + " frames";
    Optional<Checkpoint> last = kept.last().map(c -> c.require(method));
    FullGmm model = last.isPresent() ? MixtureState.full(last.get()) : start;
    List<Double> objective = new ArrayList<>(last.map(Checkpoint::objective).orElse(List.of()));
    for (int i = objective.size(); i <= options.iterations; i++) {
      progress.step("training full covariances", i, options.iterations + 1);
      Alignment chosen = Alignment.of(model, selector, new Pruning(topN, 0, false));
      GmmStatistics s = PartGathering.gather(model, chosen, frames);
      objective.add(s.logLikelihood() / frames.rows());
      tell(progress, model, i, objective.get(i));
      if (i < options.iterations) {
        model = options.update.apply(model, s);
        kept.save(new Checkpoint(method, MixtureState.of(model), objective, List.of()));
      }
    }
    return new Trained<>(model, objective, List.of());
  }

  /** The Gaussian of all frames. */
  private static DiagonalGmm single(FramePasses frames) {
    if (frames.frames() == 0) {
      throw new GmeException("a mixture cannot be trained on no frames", "add recordings");
    }
    DoubleMatrix first = DoubleMatrix.of(new double[][] {frames.first()});
    double[] ones = new double[frames.dimension()];
    Arrays.fill(ones, 1);
    DiagonalGmm start =
        DiagonalGmm.of(new double[] {1}, first, DoubleMatrix.of(new double[][] {ones}));
    GmmStatistics all = frames.statistics(start);
    if (!all.sums().isFinite() || !all.secondMoments().isFinite()) {
      throw new GmeException(
          "the frames to train a mixture on hold NaN or infinite numbers",
          "make these features again, or take the recording out");
    }
    return new GmmUpdate(0, 0, 1e-10, 1e4, false).apply(start, all);
  }

  private static DiagonalGmm splitHeaviest(DiagonalGmm model, int more, SeededRandom random) {
    int c = model.components();
    int p = model.dimension();
    double[] w = model.weights();
    Integer[] order = new Integer[c];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(w[j], w[i]));
    int splits = Math.min(c, more);
    double[] weights = Arrays.copyOf(w, c + splits);
    double[] m = Arrays.copyOf(model.means().array(), (c + splits) * p);
    double[] v = Arrays.copyOf(model.variances().array(), (c + splits) * p);
    for (int s = 0; s < splits; s++) {
      int from = order[s];
      int to = c + s;
      weights[from] /= 2;
      weights[to] = weights[from];
      for (int k = 0; k < p; k++) {
        double step = SPLIT * Math.sqrt(v[from * p + k]) * (random.nextInt(2) == 0 ? -1 : 1);
        v[to * p + k] = v[from * p + k];
        m[to * p + k] = m[from * p + k] + step;
        m[from * p + k] -= step;
      }
    }
    return DiagonalGmm.of(
        weights, DoubleMatrix.wrap(c + splits, p, m), DoubleMatrix.wrap(c + splits, p, v));
  }
}
