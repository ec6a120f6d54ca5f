package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.ivector.IvectorTrainer;

/**
 * What a recipe trains.
 *
 * @param features of the frames
 * @param gaussians of the mixture
 * @param full whether its covariances are full
 * @param ubmIterations EM iterations of the mixture at its final size
 * @param maxFrames how many frames the mixture is trained on at most
 * @param dimension of the i-vectors
 * @param iterations EM iterations of the extractor
 * @param speakerDimension of PLDA; 0 for {@link PldaRecipe#usualSpeakerDimension}
 * @param nu degrees of freedom of heavy-tailed PLDA
 * @param lengthNorm whether i-vectors are length-normalized before PLDA
 * @param seed of the starts
 * @param maxSkipped share of recordings that may be left out
 */
public record RecipeOptions(
    FeatureSpec features,
    int gaussians,
    boolean full,
    int ubmIterations,
    int maxFrames,
    int dimension,
    int iterations,
    int speakerDimension,
    double nu,
    boolean lengthNorm,
    long seed,
    double maxSkipped) {
  /** Degrees of freedom of the paper's heavy-tailed PLDA. */
  public static final double PAPER_NU = 2;

  public RecipeOptions {
    check(gaussians >= 1 && gaussians <= 1 << 16, "from 1 to 65536 Gaussians", gaussians);
    check(dimension >= 1 && dimension <= 10_000, "from 1 to 10000 dimensions", dimension);
    check(ubmIterations >= 0 && iterations >= 1, "at least one iteration", iterations);
    check(maxFrames >= 1, "at least one frame", maxFrames);
    check(
        speakerDimension >= 0 && speakerDimension <= dimension,
        "a speaker dimension from 1 to " + dimension,
        speakerDimension);
    check(nu > 0, "positive degrees of freedom", nu);
  }

  private static void check(boolean condition, String expected, double found) {
    if (!condition) {
      throw new GmeException("expected " + expected + ", found " + found, "choose another value");
    }
  }

  /** As in the paper: 2048 Gaussians, 600 dimensions, ν = 2. */
  public static RecipeOptions paper(int rate) {
    return new RecipeOptions(
        FeatureSpec.paper(rate),
        DataSize.PAPER_GAUSSIANS,
        false,
        UbmTrainer.Options.DEFAULT.iterations(),
        FrameSample.MOST,
        DataSize.PAPER_DIMENSION,
        IvectorTrainer.Options.DEFAULT.iterations(),
        0,
        PAPER_NU,
        false,
        UbmTrainer.Options.DEFAULT.seed(),
        Skipped.ALLOWED);
  }

  /** Bytes that training the extractor takes. */
  public long extractorMemory() {
    return IvectorTrainer.memory(gaussians, features.dimension(), dimension);
  }

  /** Whether trials of recordings that were skipped are left out instead of refused. */
  boolean allowsMissingTrials() {
    return maxSkipped >= 1;
  }

  UbmTrainer.Options ubm() {
    return UbmTrainer.Options.DEFAULT.with(gaussians, ubmIterations, seed);
  }

  IvectorTrainer.Options ivectors() {
    return IvectorTrainer.Options.DEFAULT.with(dimension, iterations, seed);
  }
}
