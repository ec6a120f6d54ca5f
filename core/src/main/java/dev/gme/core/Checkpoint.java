package dev.gme.core;

import dev.gme.core.linalg.DoubleMatrix;
import java.util.List;
import java.util.Map;

/**
 * Where training stands between two iterations, as plain named matrices: all that is needed to go
 * on as if nothing had interrupted it.
 *
 * @param method what was training, with whatever must be the same to go on
 * @param state the matrices by name; a number is a 1 x 1 matrix
 * @param objective the objective so far, as in {@link Trained}
 * @param notes the notes so far, as in {@link Trained}
 */
public record Checkpoint(
    String method, Map<String, DoubleMatrix> state, List<Double> objective, List<String> notes) {
  public Checkpoint {
    state = Map.copyOf(state);
    objective = List.copyOf(objective);
    notes = List.copyOf(notes);
  }

  /** Refuses to go on from a checkpoint of something else. */
  public Checkpoint require(String expected) {
    if (!method.equals(expected)) {
      throw new GmeException(
          "the checkpoint is of \"" + method + "\", expected \"" + expected + "\"",
          "continue with the options of the first run, or remove the checkpoint and begin anew");
    }
    return this;
  }

  /** A matrix of the state. */
  public DoubleMatrix get(String name) {
    DoubleMatrix m = state.get(name);
    if (m == null) {
      throw new GmeException(
          "the checkpoint of \"" + method + "\" lacks \"" + name + "\"",
          "remove the checkpoint and begin anew");
    }
    return m;
  }

  /** A number of the state. */
  public double number(String name) {
    return get(name).get(0, 0);
  }
}
