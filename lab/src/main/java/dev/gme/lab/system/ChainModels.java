package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.train.data.TrainingData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What chains of steps make of some training data: chains that begin alike share what they share,
 * nothing is told, and nothing is kept for another run.
 */
final class ChainModels {
  private final TrainingData data;
  private final Map<String, Trained<SystemModel>> made = new HashMap<>();

  ChainModels(TrainingData data) {
    this.data = data;
  }

  TrainingData data() {
    return data;
  }

  /** The model of a chain from its beginning, with the notes of all its steps. */
  Trained<SystemModel> train(List<Step> steps) throws IOException {
    if (steps.isEmpty()) {
      return new Trained<>(SystemModel.NONE, List.of(), List.of());
    }
    String key = SystemSpec.text(steps);
    Trained<SystemModel> known = made.get(key);
    if (known == null) {
      List<Step> before = steps.subList(0, steps.size() - 1);
      Trained<SystemModel> soFar = train(before);
      Trained<SystemModel> last =
          steps.get(before.size()).train(soFar.model(), inputs(before, Progress.NONE));
      List<String> notes = new ArrayList<>(soFar.notes());
      notes.addAll(last.notes());
      known = new Trained<>(last.model(), last.objective(), notes.stream().distinct().toList());
      made.put(key, known);
    }
    return known;
  }

  /** What a step is trained with that follows these. */
  StepInputs inputs(List<Step> before, Progress progress) {
    return new StepInputs(
        data,
        Checkpoints.NONE,
        progress,
        () -> {
          throw new GmeException(
              "a calibration needs development data", "give some, or leave calibrate out");
        },
        Optional.empty(),
        Optional.of(others -> new ChainModels(others).train(before).model()));
  }
}
