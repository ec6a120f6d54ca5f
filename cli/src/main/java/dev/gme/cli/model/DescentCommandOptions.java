package dev.gme.cli.model;

import dev.gme.core.train.discriminative.DescentOptions;
import picocli.CommandLine.Option;

/** How discriminative training walks; a mixin whose defaults are the library's. */
final class DescentCommandOptions {
  private static final DescentOptions STANDARD = DescentOptions.standard();

  @Option(
      names = "--optimizer",
      paramLabel = "WHICH",
      description =
          "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}); lbfgs takes all"
              + " recordings at every step.")
  DescentOptions.Method method = STANDARD.method();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of each stage at most (default: ${DEFAULT-VALUE}).")
  int steps = STANDARD.steps();

  @Option(
      names = "--evaluate-every",
      paramLabel = "N",
      description = "Steps between looks at the held-out speakers (default: ${DEFAULT-VALUE}).")
  int evaluateEvery = STANDARD.evaluateEvery();

  @Option(
      names = "--patience",
      paramLabel = "N",
      description = "Looks without gain after which a stage ends (default: ${DEFAULT-VALUE}).")
  int patience = STANDARD.patience();

  @Option(
      names = "--penalty",
      paramLabel = "X",
      description = "Holds the parameters near their start (default: ${DEFAULT-VALUE}).")
  double penalty = STANDARD.penalty();

  @Option(
      names = "--held-out",
      paramLabel = "SHARE",
      description = "Share of the speakers that is held out (default: ${DEFAULT-VALUE}).")
  double heldOut = STANDARD.heldOut();

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Of minibatches and held-out speakers (default: ${DEFAULT-VALUE}).")
  long seed = STANDARD.seed();

  DescentOptions options() {
    return DescentOptions.builder()
        .method(method)
        .steps(steps)
        .evaluateEvery(evaluateEvery)
        .patience(patience)
        .penalty(penalty)
        .heldOut(heldOut)
        .seed(seed)
        .build();
  }
}
