package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonOption;
import dev.gme.core.Checkpoints;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.gmm.UbmTrainer;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every training by EM on frames is asked for. */
final class TrainingFlags {
  @Parameters(
      arity = "1..*",
      paramLabel = "FEATURES",
      description = "Kaldi archives or script files of frames.")
  List<Path> features;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "File to write the model to; an extractor has its mixture in it.")
  Path out;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Iterations of EM; for a mixture, those at its final size.")
  int iterations = UbmTrainer.Options.DEFAULT.iterations();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "File that every iteration is saved to; training goes on from it if it exists.")
  Path checkpoint;

  @Option(names = "--seed", paramLabel = "SEED", description = "Random seed.")
  long seed = UbmTrainer.Options.DEFAULT.seed();

  @Mixin JsonOption json;

  void check(CommandSpec spec) {
    CheckedOptions.require(
        iterations >= 1, spec, "--iterations must be at least 1, found " + iterations);
  }

  /**
   * Where iterations are saved.
   *
   * @param part what the name of the file ends in, where a training has several
   */
  Checkpoints checkpoints(String part, Provenance made) {
    return checkpoint == null
        ? Checkpoints.NONE
        : new FileCheckpoints(checkpoint.resolveSibling(checkpoint.getFileName() + part), made);
  }
}
