package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import java.util.ArrayList;
import java.util.List;

/**
 * Heavy-tailed PLDA by variational Bayes with ν given (docs/math.md 4.3). An iteration is one pass
 * over the data.
 *
 * <pre>{@code
 * Trained<HtPlda> vb = HtPldaVb.standard().train(data, gaussianPlda.withNu(2), progress);
 * }</pre>
 *
 * @param scaleStep how the scales of the recordings are estimated
 * @param minimumDivergenceZ whether F is rescaled so that the speakers' z are standard normal
 * @param minimumDivergenceScale whether W is rescaled so that the expected scales have mean 1
 * @param iterations how many; the bound need not rise, so no rule can stop them earlier
 */
public record HtPldaVb(
    ScaleStep scaleStep,
    boolean minimumDivergenceZ,
    boolean minimumDivergenceScale,
    int iterations) {

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

  /** The default: closed scales, both minimum-divergence steps, ten iterations. */
  public static HtPldaVb standard() {
    return new HtPldaVb(ScaleStep.closed(), true, true, 10);
  }

  public HtPldaVb withIterations(int n) {
    return new HtPldaVb(scaleStep, minimumDivergenceZ, minimumDivergenceScale, n);
  }

  /**
   * Trains from a start, whose mean and ν are kept. The objective is the lower bound on the
   * log-likelihood with the parameters of each iteration; it usually rises, but need not.
   */
  public Trained<HtPlda> train(TrainingData data, HtPlda start, Progress progress) {
    if (data.dimension() != start.inputDimension()) {
      throw new GmeException(
          "the model takes vectors of dimension "
              + start.inputDimension()
              + ", found "
              + data.dimension(),
          "train on the vectors that the model was made for");
    }
    SpeakerBlocks blocks = new SpeakerBlocks(data);
    List<Double> objective = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    HtPlda model = start;
    VbEStep step = new VbEStep(data, blocks, model, scaleStep, progress);
    objective.add(step.bound);
    for (int i = 1; i <= iterations; i++) {
      model = maximize(data, step, model, i, notes);
      step = new VbEStep(data, blocks, model, scaleStep, progress);
      objective.add(step.bound);
    }
    return new Trained<>(model, objective, notes);
  }

  /** The M-step. */
  private HtPlda maximize(
      TrainingData data, VbEStep step, HtPlda model, int iteration, List<String> notes) {
    DoubleMatrix f =
        Cholesky.of(step.nMoment)
            .orThrow("the sum of the speakers' second moments", "reduce the speaker dimension")
            .solve(step.fz.transpose())
            .transpose();
    double total = minimumDivergenceScale ? step.totalScale : data.totalWeight();
    Cholesky noise =
        NoiseCovariance.factor(
            "the noise covariance",
            step.second.minus(f.timesTranspose(step.fz)).times(1 / total).symmetrized(),
            data,
            notes);
    if (minimumDivergenceZ) {
      Cholesky root =
          Cholesky.of(step.moment.times(1.0 / data.speakers()))
              .orThrow("the speakers' mean second moment", "reduce the speaker dimension");
      f = f.times(root.factor());
    }
    SpeakerSpace space = SpeakerSpace.of(noise.solveLower(f), iteration, notes);
    return HtPlda.of(model.mean(), space.canonical(f), noise.inverse(), model.nu());
  }
}
