package dev.gme.core.train.plda;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Heavy-tailed PLDA by variational Bayes with ν given (docs/math.md 4.3). An iteration is one pass
 * over the data.
 *
 * <pre>{@code
 * Trained<HtPlda> vb = HtPldaVb.DEFAULT.train(data, gaussianPlda.withNu(2));
 * }</pre>
 *
 * @param scaleStep how the scales of the recordings are estimated
 * @param minimumDivergenceZ whether F is rescaled so that the speakers' z are standard normal
 * @param minimumDivergenceScale whether W is rescaled so that the expected scales have mean 1
 * @param iterations how many; the bound need not rise, so no rule can stop them earlier
 */
public record HtPldaVb(
    ScaleStep scaleStep, boolean minimumDivergenceZ, boolean minimumDivergenceScale, int iterations)
    implements Estimator<TrainingData, HtPlda, HtPlda> {
  /** Closed scales, both minimum-divergence steps, ten iterations. */
  public static final HtPldaVb DEFAULT = new HtPldaVb(ScaleStep.closed(), true, true, 10);

  /** How the scale b of a recording is estimated. */
  public sealed interface ScaleStep {
    /** From the recording alone, as the extractor does. */
    static ScaleStep closed() {
      return new Closed();
    }

    /** Together with z, by this many alternations. */
    static ScaleStep meanField(int innerIterations) {
      return new MeanField(innerIterations);
    }

    /** See {@link #closed}. */
    record Closed() implements ScaleStep {}

    /** See {@link #meanField}. */
    record MeanField(int innerIterations) implements ScaleStep {
      public MeanField {
        if (innerIterations < 1) {
          throw new IllegalArgumentException(
              "at least 1 inner iteration is needed, found " + innerIterations);
        }
      }
    }

    /** How often z and the scales are alternated, 0 for the closed form. */
    default int innerIterations() {
      return this instanceof MeanField m ? m.innerIterations() : 0;
    }
  }

  public HtPldaVb {
    if (iterations < 0) {
      throw new IllegalArgumentException(
          "the number of iterations must not be negative, found " + iterations);
    }
  }

  public HtPldaVb withScaleStep(ScaleStep step) {
    return new HtPldaVb(step, minimumDivergenceZ, minimumDivergenceScale, iterations);
  }

  public HtPldaVb withMinimumDivergenceZ(boolean isUsed) {
    return new HtPldaVb(scaleStep, isUsed, minimumDivergenceScale, iterations);
  }

  public HtPldaVb withMinimumDivergenceScale(boolean isUsed) {
    return new HtPldaVb(scaleStep, minimumDivergenceZ, isUsed, iterations);
  }

  public HtPldaVb withIterations(int n) {
    return new HtPldaVb(scaleStep, minimumDivergenceZ, minimumDivergenceScale, n);
  }

  /**
   * Trains from a start, whose mean and ν are kept. The objective is the lower bound on the
   * log-likelihood with the parameters of each iteration; it usually rises, but need not.
   */
  @Override
  public Trained<HtPlda> train(
      TrainingData data, HtPlda start, Checkpoints checkpoints, Progress progress) {
    return train(PldaPasses.of(data), Preprocessing.of(List.of()), start, checkpoints, progress);
  }

  /**
   * Trains on data that are passed over elsewhere, see {@link #train(TrainingData, HtPlda,
   * Checkpoints, Progress)}.
   *
   * @param chain what is done to the vectors first
   */
  public Trained<HtPlda> train(
      PldaPasses data,
      Preprocessing chain,
      HtPlda start,
      Checkpoints checkpoints,
      Progress progress) {
    int dimension =
        chain.steps().isEmpty()
            ? data.dimension()
            : chain.steps().get(chain.steps().size() - 1).outputDimension();
    if (dimension != start.inputDimension()) {
      throw new GmeException(
          "the model takes vectors of dimension " + start.inputDimension() + ", found " + dimension,
          "train on the vectors that the model was made for");
    }
    String method = method(data, start);
    Optional<Checkpoint> last = checkpoints.last().map(c -> c.require(method));
    ObjectiveLog objective = new ObjectiveLog("VB", "lower bound", last, progress);
    DroppedDimensions dropped =
        last.map(c -> DroppedDimensions.of(c.get("dropped"))).orElseGet(DroppedDimensions::new);
    HtPlda model =
        last.map(c -> HtPlda.of(start.mean(), c.get("f"), c.get("w"), start.nu())).orElse(start);
    List<String> notes = new ArrayList<>(last.map(Checkpoint::notes).orElse(List.of()));
    notes.removeAll(dropped.notes(model.speakerDimension()));
    Supplier<SpeakerScatter> scatter =
        () -> SpeakerScatter.of(data.statistics(chain, Progress.NONE));
    VbStatistics step = data.vb(chain, model, scaleStep, pass(objective), progress);
    objective.add(step.bound());
    for (int i = objective.iterations() + 1; i <= iterations; i++) {
      model = maximize(model, step, i, dropped, scatter, notes);
      Map<String, DoubleMatrix> state =
          Map.of("f", model.f(), "w", model.w(), "dropped", dropped.matrix());
      checkpoints.save(
          new Checkpoint(method, state, objective.values(), all(notes, dropped, model)));
      step = data.vb(chain, model, scaleStep, pass(objective), progress);
      objective.add(step.bound());
    }
    return new Trained<>(model, objective.values(), all(notes, dropped, model));
  }

  private static List<String> all(List<String> notes, DroppedDimensions dropped, HtPlda model) {
    List<String> out = new ArrayList<>(notes);
    out.addAll(dropped.notes(model.speakerDimension()));
    return out;
  }

  private String method(PldaPasses data, HtPlda start) {
    return "heavy-tailed PLDA by variational Bayes, D = "
        + start.inputDimension()
        + ", d = "
        + start.speakerDimension()
        + ", nu = "
        + start.nu()
        + ", "
        + data.speakers()
        + " speakers, "
        + data.recordings()
        + " recordings, total weight "
        + data.totalWeight()
        + ", "
        + this;
  }

  /** The next pass over the data, for people. */
  private String pass(ObjectiveLog objective) {
    return "VB, pass " + (objective.iterations() + 2) + " of " + (iterations + 1);
  }

  /**
   * The M-step: the model that the statistics of an E-step under another lead to. Noise that is
   * nearly singular is refused; {@link #train} mends it where the data say that it may.
   */
  public HtPlda maximize(HtPlda model, VbStatistics statistics) {
    return maximize(model, statistics, 1, new DroppedDimensions(), null, new ArrayList<>());
  }

  /**
   * By what the last F leaves of the vectors (docs/math.md 4.3), with R = KK'.
   *
   * @param scatter of the data, for nearly singular noise; null where it is not to be had
   */
  private HtPlda maximize(
      HtPlda model,
      VbStatistics step,
      int iteration,
      DroppedDimensions dropped,
      Supplier<SpeakerScatter> scatter,
      List<String> notes) {
    String help = "reduce the speaker dimension";
    DoubleMatrix ft = VbEStep.canonicalLoading(model, Cholesky.of(model.w()));
    Cholesky k =
        Cholesky.of(step.nMoment()).orThrow("the sum of the speakers' second moments", help);
    DoubleMatrix change = k.solveLower(step.zResidual(ft));
    double total = minimumDivergenceScale ? step.totalScale() : step.totalWeight();
    Cholesky noise =
        NoiseCovariance.factor(
            "the noise covariance",
            step.residual(ft).minus(change.gram()).times(1 / total),
            scatter,
            notes);
    DoubleMatrix root =
        minimumDivergenceZ
            ? Cholesky.of(step.moment().times(1.0 / step.speakers()))
                .orThrow("the speakers' mean second moment", help)
                .factor()
            : DoubleMatrix.identity(change.rows());
    DoubleMatrix f = ft.plus(k.solveUpper(change)).transpose().timesLower(root);
    SpeakerSpace space = SpeakerSpace.of(noise.solveLower(f).gram(), iteration, dropped);
    return HtPlda.of(model.mean(), space.canonical(f), noise.inverse(), model.nu());
  }
}
