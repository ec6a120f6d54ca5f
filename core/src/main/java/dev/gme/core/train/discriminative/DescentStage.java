package dev.gme.core.train.discriminative;

import java.util.List;
import java.util.Optional;

/**
 * A part of discriminative training.
 *
 * @param name for progress reports and notes
 * @param free what moves in it
 * @param rate step size
 * @param fixed what L-BFGS minimizes; empty for steps along gradients of minibatches
 * @param undoChance whether gains that chance may have brought are undone
 */
record DescentStage(
    String name,
    FreeParameters free,
    double rate,
    Optional<Criterion.Objective> fixed,
    boolean undoChance) {

  /**
   * First the scales, which bring most of the gain and cannot overfit, then everything.
   *
   * @param size parameters up to the last one that moves
   */
  static List<DescentStage> scalesThenEverything(
      Criterion criterion, WhitenedExtractor space, int size, DescentOptions options) {
    Optional<Criterion.Objective> fixed =
        options.method() == DescentOptions.Method.LBFGS
            ? Optional.of(criterion.all())
            : Optional.empty();
    FreeParameters scales = FreeParameters.scales(space, size);
    FreeParameters everything = FreeParameters.range(0, size);
    return List.of(
        new DescentStage("scales", scales, options.scaleRate(), fixed, true),
        new DescentStage("everything", everything, options.rate(), fixed, true));
  }
}
