package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.lists.SideInformation;
import dev.gme.lab.data.TrainSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Trains chains of steps: what all commands that train go through.
 *
 * <pre>{@code
 * SystemTrainer trainer = new SystemTrainer(StepStore.NONE, stage -> progress);
 * SystemModel model = trainer.train(systems.get("gme").steps(), trainSet).model();
 * }</pre>
 */
public final class SystemTrainer {
  private static final Development NO_DEVELOPMENT =
      new Development() {
        @Override
        public String digest() {
          return "none";
        }

        @Override
        public CalibrationTrials trials(List<Step> steps, TrainedSystem system) {
          throw new GmeException(
              "a calibration needs development data", "give some, or leave calibrate out");
        }
      };

  private final StepStore store;
  private final Function<String, Progress> progress;
  private final Development development;

  /** Gives trials, scored by a system, that its calibration may be trained on. */
  public interface Development {
    /** What decides which trials these are. */
    String digest();

    /**
     * Trials of known answer with the scores that a system gives them.
     *
     * @param steps those that made the system
     * @param system what they made
     */
    CalibrationTrials trials(List<Step> steps, TrainedSystem system) throws IOException;
  }

  /**
   * A trainer of systems that are not calibrated.
   *
   * @param progress the listener of each stage, by its name
   */
  public SystemTrainer(StepStore store, Function<String, Progress> progress) {
    this(store, progress, NO_DEVELOPMENT);
  }

  public SystemTrainer(
      StepStore store, Function<String, Progress> progress, Development development) {
    this.store = store;
    this.progress = progress;
    this.development = development;
  }

  /** Trains a chain from the beginning. */
  public TrainedSystem train(List<Step> steps, TrainSet set) throws IOException {
    return train(
        new TrainedSystem(SystemModel.NONE, Origin.BEGINNING, set.digest(), List.of(), List.of()),
        steps,
        set);
  }

  /** Goes on from what is there already, say a model from a file. */
  public TrainedSystem train(TrainedSystem start, List<Step> steps, TrainSet set)
      throws IOException {
    TrainedSystem soFar = start;
    for (int i = 0; i < steps.size(); i++) {
      soFar = next(soFar, steps.subList(0, i), steps.get(i), set);
    }
    return soFar;
  }

  private TrainedSystem next(TrainedSystem soFar, List<Step> before, Step step, TrainSet set)
      throws IOException {
    String decisive =
        switch (step.place()) {
          case CALIBRATION -> step.text() + " on " + development.digest();
          case HEAD -> step.text() + " on " + set.side().map(s -> s.asked() + s.digest());
          default -> step.decisive();
        };
    String key = store.key(soFar.key(), decisive);
    StepStore.Maker maker =
        () ->
            step.train(
                soFar.model(),
                new StepInputs(
                    set.data(),
                    store.checkpoints(key, step),
                    progress.apply(step.text()),
                    () -> development.trials(before, soFar),
                    set.side().map(s -> side(s, set)),
                    again(soFar)));
    Trained<SystemModel> made =
        step.takesTime() ? store.get(key, step, soFar.model(), maker) : maker.make();
    List<String> notes = new ArrayList<>(soFar.notes());
    notes.addAll(made.notes());
    return new TrainedSystem(
        made.model(),
        soFar
            .origin()
            .then(made.model().chosen().isEmpty() ? List.of(step) : made.model().chosen()),
        key,
        made.objective().isEmpty() ? soFar.objective() : made.objective(),
        notes.stream().distinct().toList());
  }

  private static StepInputs.Side side(SideInformation side, TrainSet set) {
    return new StepInputs.Side() {
      @Override
      public List<String> columns() {
        return side.requireAsked();
      }

      @Override
      public DoubleMatrix of(List<String> columns) {
        return side.of(columns, set.vectors().ids());
      }
    };
  }

  private static Optional<StepInputs.Again> again(TrainedSystem soFar) {
    return switch (soFar.origin().kind()) {
      case THESE_DATA ->
          Optional.of(others -> new ChainModels(others).train(soFar.origin().steps()).model());
      case OTHER_DATA -> Optional.of(others -> soFar.model());
      case UNKNOWN -> Optional.empty();
    };
  }
}
