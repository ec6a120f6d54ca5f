package dev.gme.core.train.discriminative;

import java.util.List;

/**
 * A part of discriminative training.
 *
 * @param name for progress reports and notes
 * @param teacher whose recordings it is trained on
 * @param free what moves in it
 * @param rate step size
 * @param onlyDown whether the first of the free parameters may not rise
 * @param undoChance whether a gain that chance may have brought is undone
 */
record DescentStage(
    String name,
    Teacher teacher,
    Parameters free,
    double rate,
    boolean onlyDown,
    boolean undoChance) {
  /** Whose recordings a stage is trained on. */
  enum Teacher {
    /** Speakers that the start has seen: for many parameters, stopped before they overfit. */
    TRAINING,
    /** Speakers that the start has not seen: for so few parameters that they hardly overfit. */
    HELD_OUT
  }

  /** What moves, given the coordinates. */
  interface Parameters {
    FreeParameters of(WhitenedExtractor space);
  }

  /** Length of the first step of a stage of few parameters, before its curvature is known. */
  private static final double FIRST_STEP = 0.1;

  /**
   * First the power of the meta-embeddings, then the scales of all components, then everything. The
   * power may only fall: new speakers may be less like the training speakers than those are like
   * each other, and scores that are too sure of themselves cost more than scores that are not sure
   * enough.
   *
   * @param behind how many parameters behind those of the extractor move too
   */
  static List<DescentStage> powerToEverything(int behind, DescentOptions options) {
    return List.of(
        new DescentStage(
            "power",
            Teacher.HELD_OUT,
            space -> FreeParameters.power(space, space.size() + behind),
            FIRST_STEP,
            true,
            true),
        new DescentStage(
            "scales",
            Teacher.TRAINING,
            space -> FreeParameters.scales(space, space.size() + behind),
            options.scaleRate(),
            false,
            true),
        new DescentStage(
            "everything",
            Teacher.TRAINING,
            space -> FreeParameters.range(0, space.size() + behind),
            options.rate(),
            false,
            true));
  }

  /** The parameters behind those of the extractor, and these alone. */
  static DescentStage calibration(int behind) {
    return new DescentStage(
        "calibration",
        Teacher.HELD_OUT,
        space -> FreeParameters.range(space.size(), space.size() + behind),
        FIRST_STEP,
        false,
        // Two parameters gain little by chance, and whoever asks for them wants them.
        false);
  }

  /** Free parameters within what is allowed. */
  double[] limited(double[] x) {
    double[] out = x.clone();
    if (onlyDown) {
      out[0] = Math.min(0, out[0]);
    }
    return out;
  }
}
