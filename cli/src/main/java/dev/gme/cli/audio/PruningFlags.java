package dev.gme.cli.audio;

import dev.gme.core.GmeException;
import dev.gme.frontend.gmm.Pruning;
import picocli.CommandLine.Option;

/** Which Gaussians a frame is aligned with. */
final class PruningFlags {
  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Gaussians that a frame is aligned with at most (default: as in training; there 20).")
  Integer top;

  @Option(
      names = "--min-posterior",
      paramLabel = "P",
      description = "Smaller posteriors are dropped (default: as in training; there 0.025).")
  Double minPosterior;

  /** What was asked for, and else what is usual. */
  Pruning over(Pruning usual) {
    if (top != null) {
      Positive.check("--top", top);
    }
    if (minPosterior != null && !(minPosterior >= 0 && minPosterior < 1)) {
      throw new GmeException(
          "--min-posterior must be from 0 to less than 1, found " + minPosterior,
          "choose such a number");
    }
    return new Pruning(
        top == null ? usual.topN() : top,
        minPosterior == null ? usual.minPosterior() : minPosterior,
        usual.relativeFirst());
  }
}
