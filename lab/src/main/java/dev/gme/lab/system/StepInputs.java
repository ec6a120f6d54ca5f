package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.StartTrainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * What a step is trained with.
 *
 * @param data the training vectors as they came, with their speakers
 * @param checkpoints where a step that takes long goes on after an interruption
 * @param progress hears how far it is
 * @param development scores of the system so far that a calibration may be trained on
 * @param side what else is known of the training recordings; empty where nothing is
 * @param again trains the steps before this one on other data; empty where nobody knows them
 */
public record StepInputs(
    TrainingData data,
    Checkpoints checkpoints,
    Progress progress,
    Development development,
    Optional<Side> side,
    Optional<Again> again) {
  /** Trials with known answers, scored by the system so far. */
  public interface Development {
    CalibrationTrials trials() throws IOException;
  }

  /** What else is known of the training recordings. */
  public interface Side {
    /** The columns that the user named; refused where none is named. */
    List<String> columns();

    /** These columns, a training recording a row. */
    DoubleMatrix of(List<String> columns);
  }

  /** What the steps before this one make of other training data. */
  public interface Again {
    SystemModel of(TrainingData others) throws IOException;
  }

  /**
   * Trains the start of a discriminative step without some speakers. Of a model from a file whose
   * steps are not known, preprocessing is kept and the extractor is made by Gaussian PLDA.
   */
  StartTrainer starts(SystemModel soFar) {
    return again
        .<StartTrainer>map(
            steps ->
                others -> {
                  // The others have vectors that are preprocessed; the steps begin before that.
                  SystemModel model = train(steps, data.only(j -> others.weight(j) > 0));
                  return new StartTrainer.Start(
                      model.requireExtractor(), model.preprocessing().view(data.vectors()));
                })
        .orElseGet(() -> StartTrainer.like(soFar.requireExtractor()));
  }

  private static SystemModel train(Again steps, TrainingData others) {
    try {
      return steps.of(others);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The training vectors after the preprocessing so far, done block by block as they are read. */
  public TrainingData preprocessedBy(SystemModel soFar) {
    return soFar.preprocessing().steps().isEmpty()
        ? data
        : data.withVectors(soFar.preprocessing().view(data.vectors()));
  }
}
