package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.PldaEmFlags;
import dev.gme.cli.files.SeedOption;
import dev.gme.core.train.data.Shrinkage;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.lab.system.GaussianPlda;
import dev.gme.lab.system.SpeakerDimension;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How EM goes; a mixin. */
final class EmCommandOptions {
  @Option(
      names = {"-d", "--speaker-dim"},
      paramLabel = "d",
      description =
          "Dimension of the speaker variable; unless given, a third of the vectors' dimension, at"
              + " most "
              + PldaRecipe.MOST_SPEAKER_DIMENSIONS
              + " and less than the number of speakers.")
  Integer speakerDimension;

  @Mixin PldaEmFlags em;

  @Option(
      names = "--random-start",
      description = "Start EM from random parameters (see --seed), not from the data's scatter.")
  boolean randomStart;

  @Option(
      names = "--shrink",
      paramLabel = "HOW",
      description =
          "Shrink the covariance within speakers towards a multiple of I, for few recordings of"
              + " many dimensions: held-out (by the likelihood of held-out speakers), ledoit-wolf, or"
              + " a share from 0 to below 1.")
  String shrink;

  @Mixin SeedOption seed = new SeedOption(1);

  /** The step that trains the Gaussian model, of the dimension that is wanted or usual. */
  GaussianPlda step(CommandSpec spec) {
    SpeakerDimension d =
        speakerDimension == null
            ? SpeakerDimension.USUAL
            : CheckedOptions.of(spec, () -> SpeakerDimension.exactly(speakerDimension));
    return new GaussianPlda(d, CheckedOptions.of(spec, this::options));
  }

  private EmOptions options() {
    EmOptions options = em.options();
    if (shrink != null) {
      options = options.withShrinkage(Shrinkage.parse(shrink));
    }
    return randomStart ? options.withRandomStart(seed.value()) : options;
  }
}
