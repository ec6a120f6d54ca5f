package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.SeedOption;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.ivector.IvectorTrainer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How long EM goes, and where it starts; a mixin. */
final class EmFlags {
  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Iterations of EM; of a mixture, those at its final size.")
  int iterations;

  @Mixin SeedOption seedOption;

  /** With the defaults of what is trained. */
  private EmFlags(int iterations, long seed) {
    this.iterations = iterations;
    seedOption = new SeedOption(seed);
  }

  static EmFlags ofMixture() {
    return new EmFlags(UbmTrainer.Options.DEFAULT.iterations(), UbmTrainer.Options.DEFAULT.seed());
  }

  static EmFlags ofExtractor() {
    return new EmFlags(
        IvectorTrainer.Options.DEFAULT.iterations(), IvectorTrainer.Options.DEFAULT.seed());
  }

  void check(CommandSpec spec) {
    CheckedOptions.requirePositive(iterations, spec, "--iterations");
  }

  long seed() {
    return seedOption.value();
  }
}
