package dev.gme.core.train.plda;

import dev.gme.core.linalg.DoubleMatrix;
import java.util.ArrayList;
import java.util.List;

/** Which iterations dropped how many speaker dimensions; told in one note at the end. */
final class DroppedDimensions {
  /** Some dimensions, dropped in iterations {@code first} to {@code last}, all of them. */
  private record Run(int first, int last, int dimensions) {
    String text() {
      if (last == 0) {
        return dimensions + " at the start";
      }
      return dimensions
          + (first == last ? " in iteration " + first : " in iterations " + first + " to " + last);
    }
  }

  private final List<Run> runs = new ArrayList<>();

  /** What {@link #matrix} gave. */
  static DroppedDimensions of(DoubleMatrix matrix) {
    DroppedDimensions out = new DroppedDimensions();
    for (double[] run : matrix.toRows()) {
      out.runs.add(new Run((int) run[0], (int) run[1], (int) run[2]));
    }
    return out;
  }

  /** For a checkpoint: first iteration, last iteration and number of dimensions, a run a row. */
  DoubleMatrix matrix() {
    return DoubleMatrix.of(
        runs.stream()
            .map(r -> new double[] {r.first, r.last, r.dimensions})
            .toArray(double[][]::new));
  }

  /** Iterations come in order; 0 is the start. */
  void add(int iteration, int dimensions) {
    int end = runs.size() - 1;
    if (end >= 0 && iteration > 1 && runs.get(end).last == iteration - 1) {
      Run run = runs.get(end);
      runs.set(end, new Run(run.first, iteration, run.dimensions + dimensions));
    } else {
      runs.add(new Run(iteration, iteration, dimensions));
    }
  }

  /** Nothing, or one sentence about a model of d speaker dimensions. */
  List<String> notes(int d) {
    if (runs.isEmpty()) {
      return List.of();
    }
    int all = d + runs.stream().mapToInt(Run::dimensions).sum();
    return List.of(
        "the speaker dimension is "
            + d
            + " instead of "
            + all
            + ": the data do not support more (dropped: "
            + String.join(", ", runs.stream().map(Run::text).toList())
            + ")");
  }
}
