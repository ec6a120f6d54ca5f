package dev.gme.core.train.plda;

import dev.gme.core.Checkpoint;
import dev.gme.core.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The objective of each iteration, told to a listener as it becomes known. */
final class ObjectiveLog {
  private final String stage;
  private final String name;
  private final Progress progress;
  private final List<Double> values;

  /** Goes on where the checkpoint stands, without telling again what was told before it. */
  ObjectiveLog(String stage, String name, Optional<Checkpoint> last, Progress progress) {
    this.stage = stage;
    this.name = name;
    this.progress = progress;
    values = new ArrayList<>(last.map(Checkpoint::objective).orElse(List.of()));
  }

  void add(double value) {
    progress.objective(new Progress.Objective(stage, values.size(), name, value));
    values.add(value);
  }

  /** A view of all so far: at the start, and after each iteration. */
  List<Double> values() {
    return Collections.unmodifiableList(values);
  }

  /** How many iterations have an objective; −1 before that of the start is known. */
  int iterations() {
    return values.size() - 1;
  }
}
