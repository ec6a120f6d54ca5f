package dev.gme.frontend.gmm;

import dev.gme.core.Checkpoint;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where the training of a diagonal mixture stands between two iterations.
 *
 * @param floors of the variances
 * @param last whether the mixture keeps its size
 * @param size components that this round began with
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record UbmState(
    DiagonalGmm model,
    double[] floors,
    boolean last,
    int size,
    int iteration,
    List<Double> objective) {
  /** A mixture that will be split after some iterations. */
  static UbmState growing(DiagonalGmm model, double[] floors, int iteration) {
    return new UbmState(model, floors, false, model.components(), iteration, List.of());
  }

  /** A mixture that keeps its size. */
  static UbmState ofFinalSize(DiagonalGmm model, double[] floors) {
    return new UbmState(model, floors, true, model.components(), 0, List.of());
  }

  static UbmState of(Checkpoint c) {
    return new UbmState(
        MixtureState.diagonal(c),
        c.get("floors").row(0),
        c.number("last") == 1,
        (int) c.number("size"),
        (int) c.number("iteration"),
        c.objective());
  }

  Checkpoint toCheckpoint(String method) {
    Map<String, DoubleMatrix> state = MixtureState.of(model);
    state.put("floors", DoubleMatrix.wrap(1, floors.length, floors));
    state.put("last", number(last ? 1 : 0));
    state.put("size", number(size));
    state.put("iteration", number(iteration));
    return new Checkpoint(method, state, objective, List.of());
  }

  private static DoubleMatrix number(double v) {
    return DoubleMatrix.wrap(1, 1, new double[] {v});
  }

  /** After an iteration; only those of the last size are part of the objective. */
  UbmState next(DiagonalGmm newModel, double logLikelihood) {
    List<Double> all = new ArrayList<>(objective);
    if (last) {
      all.add(logLikelihood);
    }
    return new UbmState(newModel, floors, last, size, iteration + 1, all);
  }
}
