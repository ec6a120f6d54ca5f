package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.ArrayList;
import java.util.List;

/**
 * What is done to vectors before a model sees them, learned from training data and kept with the
 * model (docs/math.md 3.9). Each step is learned from the training vectors as the steps before it
 * leave them.
 *
 * <pre>{@code
 * Preprocessing chain = Preprocessing.learn(
 *     List.of(Plan.centre(), Plan.lda(150), Plan.whitenTotal(), Plan.length(), Plan.centre()),
 *     trainingVectors, speakers, null);
 * DoubleMatrix ready = chain.apply(vectors);
 * }</pre>
 */
public final class Preprocessing {
  /** A covariance whose smallest eigenvalue is below this share of the largest is singular. */
  private static final double SINGULAR = 1e-12;

  private static final String WITHIN = "the within-speaker covariance";

  private static final String WITHIN_HELP =
      "give as many recordings as speakers and dimensions together, or reduce the dimension first";

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

  /**
   * Learns the planned steps.
   *
   * @param x training vectors, one a row
   * @param labels the speaker of each row
   * @param weights a weight a row, or null for 1 each
   */
  public static Preprocessing learn(
      List<Plan> plans, DoubleMatrix x, int[] labels, double[] weights) {
    List<PreprocessingStep> steps = new ArrayList<>();
    DoubleMatrix now = x;
    for (Plan plan : plans) {
      PreprocessingStep step =
          plan instanceof Plan.Length
              ? new PreprocessingStep.Length(now.cols())
              : learn(plan, SpeakerScatter.of(now, labels, weights));
      steps.add(step);
      now = step.apply(now);
    }
    return new Preprocessing(steps);
  }

  private static PreprocessingStep learn(Plan plan, SpeakerScatter scatter) {
    if (plan instanceof Plan.Lda lda) {
      return new PreprocessingStep.Linear("lda " + lda.dimension(), lda(lda, scatter));
    }
    if (plan instanceof Plan.WhitenWithin) {
      return new PreprocessingStep.Linear(
          "whiten within", inverseRoot(WITHIN, WITHIN_HELP, scatter.within()));
    }
    if (plan instanceof Plan.WhitenTotal) {
      return new PreprocessingStep.Linear(
          "whiten total",
          inverseRoot(
              "the total covariance",
              "give more recordings than dimensions, or reduce the dimension first",
              scatter.total()));
    }
    return new PreprocessingStep.Centre(scatter.mean());
  }

  private static DoubleMatrix lda(Plan.Lda plan, SpeakerScatter scatter) {
    int dim = scatter.within().rows();
    int limit = Math.min(dim, scatter.speakers() - 1);
    if (plan.dimension() > limit) {
      throw new GmeException(
          "LDA to "
              + plan.dimension()
              + " dimensions needs as many input dimensions and more"
              + " speakers than that, found "
              + dim
              + " dimensions and "
              + scatter.speakers()
              + " speakers",
          limit == 0
              ? "give training vectors of several speakers"
              : "choose an LDA dimension of at most " + limit);
    }
    DoubleMatrix noise = scatter.within().plus(scatter.between().times(plan.totalFactor()));
    requireRegular(WITHIN, WITHIN_HELP, SymmetricEigen.of(noise));
    Cholesky factor = Cholesky.of(noise).orThrow(WITHIN, WITHIN_HELP);
    DoubleMatrix rows =
        SymmetricEigen.of(scatter.between(), factor).vectorsAsRows().rowRange(0, plan.dimension());
    return rows.scaleRows(Signs.ofRows(rows));
  }

  /** S^-½, the symmetric root. */
  private static DoubleMatrix inverseRoot(String name, String help, DoubleMatrix s) {
    SymmetricEigen eigen = SymmetricEigen.of(s);
    requireRegular(name, help, eigen);
    double[] values = eigen.values();
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 / Math.sqrt(values[i]);
    }
    DoubleMatrix rows = eigen.vectorsAsRows();
    return rows.transposeTimes(rows.scaleRows(values)).symmetrized();
  }

  private static void requireRegular(String name, String help, SymmetricEigen eigen) {
    double[] e = eigen.values();
    int n = e.length;
    if (!(e[n - 1] > SINGULAR * e[0])) {
      int rank = 0;
      while (rank < n && e[rank] > SINGULAR * e[0]) {
        rank++;
      }
      throw new GmeException(
          name + " has rank " + rank + " in " + n + " dimensions and cannot be inverted", help);
    }
  }

  public List<PreprocessingStep> steps() {
    return steps;
  }

  /** The rows of x after all steps. */
  public DoubleMatrix apply(DoubleMatrix x) {
    if (!steps.isEmpty() && x.cols() != steps.get(0).inputDimension()) {
      throw new GmeException(
          "the preprocessing takes vectors of dimension "
              + steps.get(0).inputDimension()
              + ", found "
              + x.cols(),
          "use the vectors that the model was trained with");
    }
    Require.finiteVectors(x, 0);
    DoubleMatrix now = x;
    for (PreprocessingStep step : steps) {
      now = step.apply(now);
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
