package dev.gme.lab.system;

import dev.gme.core.Progress;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.NuProfile;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.lab.data.TrainSet;
import java.util.List;

/**
 * Chooses ν by the cross-entropy of held-out speakers.
 *
 * @param prior prior of a target trial that the cross-entropy is weighted for
 * @param seed of the choice of held-out speakers
 */
public record NuChoice(double prior, long seed) {
  private static final double HELD_OUT = 0.1;

  public NuChoice {
    if (!(prior > 0 && prior < 1)) {
      throw new IllegalArgumentException("a prior must lie between 0 and 1, found " + prior);
    }
  }

  /** Tries each ν of the usual grid behind these steps. */
  public Profile of(
      List<StepSpec> preprocessing,
      SpeakerDimension dimension,
      EmOptions em,
      TrainSet set,
      Progress progress) {
    TrainingData data = set.data();
    NuProfile profile =
        PldaRecipe.gaussian(dimension.of(data, preprocessing))
            .preprocessedBy(preprocessing)
            .withEm(em)
            .profile(data, NuProfile.GRID, HELD_OUT, Math.log(prior / (1 - prior)), seed, progress);
    return new Profile(
        profile.points().stream().map(p -> new Tried(p.nu(), p.normalizedBxe())).toList(),
        profile.best().nu());
  }

  /**
   * What each ν of the grid gave.
   *
   * @param best the ν with the lowest cross-entropy
   */
  public record Profile(List<Tried> tried, double best) {}

  /**
   * One ν of the grid.
   *
   * @param crossEntropy of held-out speakers, over that of the prior: 1 without any information
   */
  public record Tried(double nu, double crossEntropy) {}
}
