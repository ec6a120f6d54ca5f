package dev.gme.lab.system;

import dev.gme.core.Trained;
import java.io.IOException;

/**
 * A step of a system: it takes what the steps before it made and the training data, and returns
 * what it made of them.
 *
 * <pre>{@code
 * Step step = new PluggedNu(2);
 * SystemModel heavyTailed = step.train(gaussian, inputs).model();
 * }</pre>
 */
public interface Step {
  /** Where in a chain a step belongs; a chain goes through the places in their order. */
  enum Place {
    /** Makes other vectors of vectors. */
    PREPROCESSING,
    /** Makes a model of preprocessed vectors. */
    MODEL,
    /** Makes another model of a model. */
    REFINEMENT,
    /** Makes precisions of more than the vectors. */
    HEAD,
    /** Says how scores are made. */
    SCORING,
    /** Makes log-likelihood ratios of scores. */
    CALIBRATION
  }

  Place place();

  /**
   * The step with all that decides its result, as a user writes it, for example {@code lda 150}: it
   * is read back by {@link StepReader}, and what was made is kept under it.
   */
  String text();

  /** All that decides the result besides the training data: the text, and what it names. */
  default String decisive() {
    return text();
  }

  /**
   * Trains the step.
   *
   * @param soFar what the steps before it made
   */
  Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) throws IOException;

  /** Whether the step also learns the calibration of the scores of what it makes. */
  default boolean calibrates() {
    return place() == Place.CALIBRATION;
  }

  /** Whether the result is worth keeping; what takes no time is made again instead. */
  default boolean takesTime() {
    return true;
  }
}
