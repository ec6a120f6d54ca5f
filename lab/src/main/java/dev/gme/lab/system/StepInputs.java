package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.train.data.TrainingData;
import java.io.IOException;

/**
 * What a step is trained with.
 *
 * @param data the training vectors as they came, with their speakers
 * @param checkpoints where a step that takes long goes on after an interruption
 * @param progress hears how far it is
 * @param development scores of the system so far that a calibration may be trained on
 */
public record StepInputs(
    TrainingData data, Checkpoints checkpoints, Progress progress, Development development) {
  /** Trials with known answers, scored by the system so far. */
  public interface Development {
    CalibrationTrials trials() throws IOException;
  }

  /** The training vectors after the preprocessing so far, done block by block as they are read. */
  public TrainingData preprocessedBy(SystemModel soFar) {
    return soFar.preprocessing().steps().isEmpty()
        ? data
        : data.withVectors(soFar.preprocessing().view(data.vectors()));
  }
}
