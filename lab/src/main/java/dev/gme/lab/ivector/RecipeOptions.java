package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.gmm.UbmTrainer.Covariances;
import dev.gme.frontend.ivector.IvectorTrainer;

/**
 * What a recipe trains.
 *
 * @param features of the frames
 * @param mixture that frames are aligned with
 * @param extractor of i-vectors
 * @param backend PLDA over i-vectors
 * @param seed of the starts
 * @param maxSkipped share of recordings that may be left out
 */
public record RecipeOptions(
    FeatureSpec features,
    Mixture mixture,
    Extractor extractor,
    Backend backend,
    long seed,
    double maxSkipped) {
  /** Degrees of freedom of the paper's heavy-tailed PLDA. */
  public static final double PAPER_NU = 2;

  /**
   * The mixture of a recipe.
   *
   * @param gaussians how many
   * @param covariances of each
   * @param iterations of EM at the final size
   * @param maxFrames how many frames it is trained on at most
   */
  public record Mixture(int gaussians, Covariances covariances, int iterations, int maxFrames) {
    /** As in the paper: 2048 Gaussians. */
    public static final Mixture PAPER =
        new Mixture(
            DataSize.PAPER_GAUSSIANS,
            Covariances.DIAGONAL,
            UbmTrainer.Options.DEFAULT.iterations(),
            FrameSample.MOST);

    public Mixture {
      check(gaussians >= 1 && gaussians <= 1 << 16, "from 1 to 65536 Gaussians", gaussians);
      check(iterations >= 0, "iterations of the mixture from 0 on", iterations);
      check(maxFrames >= 1, "at least one frame", maxFrames);
    }
  }

  /**
   * The extractor of a recipe.
   *
   * @param dimension of the i-vectors
   * @param iterations of EM
   */
  public record Extractor(int dimension, int iterations) {
    /** As in the paper: 600 dimensions. */
    public static final Extractor PAPER =
        new Extractor(DataSize.PAPER_DIMENSION, IvectorTrainer.Options.DEFAULT.iterations());

    public Extractor {
      check(dimension >= 1 && dimension <= 10_000, "from 1 to 10000 dimensions", dimension);
      check(iterations >= 1, "at least one iteration", iterations);
    }
  }

  /** What becomes of the lengths of i-vectors before PLDA. */
  public enum Lengths {
    KEPT,
    NORMALIZED
  }

  /**
   * The PLDA models of a recipe.
   *
   * @param speakerDimension 0 for {@link PldaRecipe#usualSpeakerDimension}
   * @param nu degrees of freedom of heavy-tailed PLDA
   * @param lengths of the i-vectors
   */
  public record Backend(int speakerDimension, double nu, Lengths lengths) {
    /** As in the paper: ν = 2. */
    public static final Backend PAPER = new Backend(0, PAPER_NU, Lengths.KEPT);

    public Backend {
      check(nu > 0, "positive degrees of freedom", nu);
    }
  }

  public RecipeOptions {
    int d = backend.speakerDimension;
    int most = extractor.dimension;
    check(d >= 0 && d <= most, "a speaker dimension from 1 to " + most, d);
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
        Mixture.PAPER,
        Extractor.PAPER,
        Backend.PAPER,
        UbmTrainer.Options.DEFAULT.seed(),
        Skipped.ALLOWED);
  }

  /** Bytes that training the extractor takes. */
  public long extractorMemory() {
    return IvectorTrainer.memory(mixture.gaussians, features.dimension(), extractor.dimension);
  }

  /** Whether trials of recordings that were skipped are left out instead of refused. */
  boolean allowsMissingTrials() {
    return maxSkipped >= 1;
  }

  UbmTraining ubm() {
    return new UbmTraining(
        UbmTrainer.Options.DEFAULT.with(mixture.gaussians, mixture.iterations, seed),
        mixture.covariances,
        mixture.maxFrames);
  }

  IvectorTrainer.Options ivectors() {
    return IvectorTrainer.Options.DEFAULT.with(extractor.dimension, extractor.iterations, seed);
  }
}
