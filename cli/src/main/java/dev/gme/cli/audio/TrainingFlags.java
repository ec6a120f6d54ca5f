package dev.gme.cli.audio;

import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.SeedOption;
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

  @Mixin OutputFile output;

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

  @Mixin SeedOption seed = new SeedOption(UbmTrainer.Options.DEFAULT.seed());

  void check(CommandSpec spec) {
    CheckedOptions.requirePositive(iterations, spec, "--iterations");
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
