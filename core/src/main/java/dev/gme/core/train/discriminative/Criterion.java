package dev.gme.core.train.discriminative;

import dev.gme.core.math.SeededRandom;

/**
 * What discriminative training minimizes, as a function of parameters θ in whitened coordinates.
 * All values are relative to those of a system that knows nothing, so that step sizes and penalties
 * mean the same whatever the criterion and its prior.
 */
interface Criterion {
  /** A name for progress reports. */
  String name();

  /** With all options that two runs must have in common. */
  @Override
  String toString();

  /** The prior of a target that minimum costs are judged at. */
  double costPrior();

  /** The objective over a minibatch that is drawn by these random numbers. */
  Objective minibatch(SeededRandom random);

  /** The objective over all training recordings. */
  Objective all();

  /** The objective over the held-out recordings, for the few parameters that these teach. */
  Objective ofHeldOut();

  /** How the held-out speakers fare. */
  HeldOutResult.OfFold heldOut(double[] theta);

  /** An objective over recordings that are fixed. */
  interface Objective {
    /**
     * The value at θ; the gradient is written to {@code gradient}. Where θ is so extreme that
     * numbers overflow, the value is NaN.
     */
    double evaluate(double[] theta, double[] gradient);
  }
}
