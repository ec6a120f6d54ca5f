package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.SeedOption;
import dev.gme.frontend.gmm.UbmTrainer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How long EM goes, and where it starts; a mixin. */
final class EmFlags {
  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Iterations of EM; a mixture alone counts those at its final size.")
  int iterations = UbmTrainer.Options.DEFAULT.iterations();

  @Mixin SeedOption seedOption = new SeedOption(UbmTrainer.Options.DEFAULT.seed());

  void check(CommandSpec spec) {
    CheckedOptions.requirePositive(iterations, spec, "--iterations");
  }

  long seed() {
    return seedOption.value();
  }
}
