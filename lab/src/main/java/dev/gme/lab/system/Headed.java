package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.train.discriminative.PrecisionHeadTrainer;
import java.util.List;

/**
 * A precision head behind the model so far (docs/math.md 5.6): {@code head}, of the columns that
 * are named with the side information, or {@code head log:speech,snr}. Where held-out speakers do
 * not show that it helps, the model stays as it was.
 *
 * @param columns of the side information; empty for those that are named with it
 */
public record Headed(List<String> columns) implements Step {
  private static final String NAME = "head";

  public Headed {
    columns = List.copyOf(columns);
  }

  /** Reads the step. */
  static Headed read(StepWords words) {
    words.require(1);
    return new Headed(
        words.values().isEmpty() ? List.of() : List.of(words.value("").split(",", -1)));
  }

  @Override
  public Place place() {
    return Place.HEAD;
  }

  @Override
  public String text() {
    return new StepWords.Writer(NAME).value(String.join(",", columns)).toString();
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    StepInputs.Side side =
        inputs
            .side()
            .orElseThrow(
                () ->
                    new GmeException(
                        "the step '" + NAME + "' learns from side information, and there is none",
                        "name a file of it for the training recordings"));
    List<String> wanted = columns.isEmpty() ? side.columns() : columns;
    Trained<PrecisionHead> trained =
        PrecisionHeadTrainer.DEFAULT.train(
            inputs.preprocessedBy(soFar),
            wanted,
            side.of(wanted),
            inputs.starts(soFar),
            inputs.progress());
    return new Trained<>(
        trained.model().isPlugIn() ? soFar : soFar.withHead(trained.model()),
        trained.objective(),
        trained.notes());
  }
}
