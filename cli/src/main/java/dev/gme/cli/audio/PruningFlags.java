package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.OldName;
import dev.gme.frontend.gmm.Pruning;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which Gaussians a frame is aligned with. */
final class PruningFlags {
  @OldName("--top")
  @Option(
      names = "--gaussians",
      paramLabel = "N",
      description =
          "Gaussians that a frame is aligned with at most; without it "
              + Pruning.DEFAULT_TOP
              + ", or what the extractor was trained with.")
  Integer gaussians;

  @Option(
      names = "--min-posterior",
      paramLabel = "P",
      description =
          "Posteriors below this are dropped; without it "
              + Pruning.DEFAULT_MIN_POSTERIOR
              + ", or what the extractor was trained with.")
  Double minPosterior;

  /** What was asked for, and else what is usual. */
  Pruning over(Pruning usual, CommandSpec spec) {
    if (gaussians != null) {
      CheckedOptions.requirePositive(gaussians, spec, "--gaussians");
    }
    CheckedOptions.require(
        minPosterior == null || (minPosterior >= 0 && minPosterior < 1),
        spec,
        "--min-posterior must be from 0 to less than 1, found " + minPosterior);
    return new Pruning(
        gaussians == null ? usual.topN() : gaussians,
        minPosterior == null ? usual.minPosterior() : minPosterior,
        usual.relativeFirst());
  }
}
