package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What is done to vectors before a model sees them, learned from training data and kept with the
 * model (docs/math.md 3.9): {@code dev.gme.core.train.data.PreprocessingTrainer} learns it, {@link
 * Pipeline} keeps it.
 *
 * <pre>{@code
 * List<StepSpec> steps = List.of(StepSpec.centre(), StepSpec.lda(150), StepSpec.length());
 * Preprocessing chain = new PreprocessingTrainer(steps).train(data, progress).model();
 * DoubleMatrix ready = chain.apply(vectors);
 * }</pre>
 */
public final class Preprocessing {
  private final List<PreprocessingStep> steps;

  private Preprocessing(List<PreprocessingStep> steps) {
    this.steps = List.copyOf(steps);
  }

  /** The chain of these steps, each of which must take what the one before gives. */
  public static Preprocessing of(List<PreprocessingStep> steps) {
    for (int i = 1; i < steps.size(); i++) {
      int given = steps.get(i - 1).outputDimension();
      if (steps.get(i).inputDimension() != given) {
        throw new IllegalArgumentException(
            "step "
                + i
                + " takes dimension "
                + steps.get(i).inputDimension()
                + ", the one before gives "
                + given);
      }
    }
    return new Preprocessing(steps);
  }

  public List<PreprocessingStep> steps() {
    return steps;
  }

  /** The dimension of the vectors it takes; without steps it takes any, and this is the answer. */
  int inputDimension(int any) {
    return steps.isEmpty() ? any : steps.get(0).inputDimension();
  }

  /** The dimension of what it makes of vectors; without steps they keep theirs. */
  int outputDimension(int given) {
    return steps.isEmpty() ? given : steps.get(steps.size() - 1).outputDimension();
  }

  /** The rows of x after all steps. */
  public DoubleMatrix apply(DoubleMatrix x) {
    requireDimension(x.cols());
    return apply(x, x::name);
  }

  /**
   * The vectors after all steps, which are done block by block when they are read: takes no memory
   * of its own, and the time of the steps at every pass over the data.
   */
  public RowSource view(RowSource vectors) {
    requireDimension(vectors.cols());
    return new PreprocessedRows(this, vectors);
  }

  private void requireDimension(int found) {
    int expected = inputDimension(found);
    if (found != expected) {
      throw new GmeException(
          "the preprocessing takes vectors of dimension " + expected + ", found " + found,
          "use the vectors that the model was trained with");
    }
  }

  /** See {@link FiniteVectors#require} about names. */
  DoubleMatrix apply(DoubleMatrix x, IntFunction<String> name) {
    FiniteVectors.require(x, name);
    DoubleMatrix now = x;
    for (PreprocessingStep step : steps) {
      now =
          step instanceof PreprocessingStep.Length length
              ? length.apply(now, name)
              : step.apply(now);
    }
    return now;
  }

  /** For example {@code centre, lda 150, whiten total, length, centre}. */
  @Override
  public String toString() {
    return steps.isEmpty()
        ? "none"
        : String.join(", ", steps.stream().map(PreprocessingStep::describe).toList());
  }
}
