package dev.gme.lab.system;

import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;

/**
 * What steps do where their text does not say it: the library's own defaults, unless an experiment
 * states others for all its systems.
 *
 * @param dimension d of {@code plda}
 * @param em how EM goes
 * @param nu ν of {@code nu} and of the named heavy-tailed systems
 * @param vb how variational Bayes goes
 * @param bxe what cross-entropy makes smaller
 * @param descent how discriminative steps do it
 */
public record StepDefaults(
    SpeakerDimension dimension,
    EmOptions em,
    double nu,
    HtPldaVb vb,
    BxeOptions bxe,
    DescentOptions descent) {
  /** ν of the paper's experiments, for heavy-tailed systems of which nobody says another. */
  public static final double NU = 2;

  public static final StepDefaults DEFAULT =
      new StepDefaults(
          SpeakerDimension.USUAL,
          EmOptions.DEFAULT,
          NU,
          HtPldaVb.DEFAULT,
          BxeOptions.DEFAULT,
          DescentOptions.DEFAULT);

  public StepDefaults withDimension(SpeakerDimension other) {
    return new StepDefaults(other, em, nu, vb, bxe, descent);
  }

  public StepDefaults withEm(EmOptions other) {
    return new StepDefaults(dimension, other, nu, vb, bxe, descent);
  }

  public StepDefaults withNu(double other) {
    return new StepDefaults(dimension, em, other, vb, bxe, descent);
  }

  public StepDefaults withVb(HtPldaVb other) {
    return new StepDefaults(dimension, em, nu, other, bxe, descent);
  }

  public StepDefaults withBxe(BxeOptions other, DescentOptions how) {
    return new StepDefaults(dimension, em, nu, vb, other, how);
  }
}
