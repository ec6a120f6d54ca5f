package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What is done to vectors before a model sees them, learned from training data and kept with the
 * model (docs/math.md 3.9): {@code dev.gme.core.train.data.PreprocessingTrainer} learns it, {@link
 * Pipeline} keeps it.
 *
 * <pre>{@code
 * List<Plan> plans =
 *     List.of(Plan.centre(), Plan.lda(150), Plan.whitenTotal(), Plan.length(), Plan.centre());
 * Preprocessing chain = new PreprocessingTrainer(plans).train(data, progress).model();
 * DoubleMatrix ready = chain.apply(vectors);
 * }</pre>
 */
public final class Preprocessing {
  private final List<PreprocessingStep> steps;

  private Preprocessing(List<PreprocessingStep> steps) {
    this.steps = List.copyOf(steps);
  }

  /** A step that is still to be learned. */
  public sealed interface Plan {
    /** Subtract the mean. */
    static Plan centre() {
      return new Centre();
    }

    /**
     * Linear discriminant analysis to {@code dimension} directions, within-speaker covariance I.
     */
    static Plan lda(int dimension) {
      return new Lda(dimension, 0);
    }

    /** The same, with within + factor · between covariance I (Kaldi's total covariance factor). */
    static Plan lda(int dimension, double totalFactor) {
      return new Lda(dimension, totalFactor);
    }

    /** Make the within-speaker covariance I. */
    static Plan whitenWithin() {
      return new WhitenWithin();
    }

    /** Make the total covariance I. */
    static Plan whitenTotal() {
      return new WhitenTotal();
    }

    /** Scale every vector to length √D. */
    static Plan length() {
      return new Length();
    }

    /** See {@link #centre}. */
    record Centre() implements Plan {}

    /** See {@link #lda}. */
    record Lda(int dimension, double totalFactor) implements Plan {
      public Lda {
        if (dimension < 1 || !(totalFactor >= 0 && totalFactor < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "LDA needs a dimension of at least 1 and a factor of at least 0, found "
                  + dimension
                  + " and "
                  + totalFactor);
        }
      }
    }

    /** See {@link #whitenWithin}. */
    record WhitenWithin() implements Plan {}

    /** See {@link #whitenTotal}. */
    record WhitenTotal() implements Plan {}

    /** See {@link #length}. */
    record Length() implements Plan {}
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
    return apply(x, row -> row);
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

  /** See {@link FiniteVectors#require} about numbers. */
  DoubleMatrix apply(DoubleMatrix x, IntUnaryOperator number) {
    FiniteVectors.require(x, number);
    DoubleMatrix now = x;
    for (PreprocessingStep step : steps) {
      now =
          step instanceof PreprocessingStep.Length length
              ? length.apply(now, number)
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
