package dev.gme.cli.model;

import dev.gme.cli.files.SeedOption;
import dev.gme.core.train.discriminative.DescentOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How discriminative training walks; a mixin whose defaults are the library's. */
final class DescentCommandOptions {
  private static final DescentOptions STANDARD = DescentOptions.DEFAULT;

  @Option(
      names = "--optimizer",
      paramLabel = "WHICH",
      description =
          "Optimizer: ${COMPLETION-CANDIDATES}; lbfgs takes all recordings at every step.")
  DescentOptions.Method method = STANDARD.method();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Maximum number of steps of each stage.")
  int steps = STANDARD.steps();

  @Option(
      names = "--evaluate-every",
      paramLabel = "N",
      description = "Number of steps between evaluations of the held-out loss.")
  int evaluateEvery = STANDARD.evaluateEvery();

  @Option(
      names = "--patience",
      paramLabel = "N",
      description = "Number of evaluations without a lower held-out loss after which a stage ends.")
  int patience = STANDARD.patience();

  @Option(
      names = "--penalty",
      paramLabel = "X",
      description = "Weight of the quadratic penalty that holds parameters near their start.")
  double penalty = STANDARD.penalty();

  @Option(
      names = "--folds",
      paramLabel = "N",
      description =
          "Number of groups that the speakers are divided into, by --seed. Each is held out in turn,"
              + " to measure the loss on.")
  int folds = STANDARD.folds();

  @Option(
      names = "--held-out",
      paramLabel = "SHARE",
      hidden = true,
      description = "What --folds was called until 0.1, as a share of the speakers.")
  Double heldOut;

  @Mixin SeedOption seed = new SeedOption(STANDARD.seed());

  DescentOptions options() {
    return DescentOptions.builder()
        .method(method)
        .steps(steps)
        .evaluateEvery(evaluateEvery)
        .patience(patience)
        .penalty(penalty)
        .folds(heldOut == null ? folds : DescentOptions.foldsOfShare(heldOut))
        .seed(seed.value())
        .build();
  }
}
