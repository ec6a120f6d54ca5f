package dev.gme.cli.audio;

import dev.gme.frontend.gmm.UbmTrainer.Covariances;
import picocli.CommandLine.Option;

/** The covariances of a mixture; a mixin. */
final class CovarianceFlag {
  @Option(
      names = "--full",
      description = "Full covariances of the mixture, trained from diagonal ones.")
  boolean full;

  Covariances kind() {
    return full ? Covariances.FULL : Covariances.DIAGONAL;
  }
}
