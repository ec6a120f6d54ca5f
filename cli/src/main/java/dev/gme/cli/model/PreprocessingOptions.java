package dev.gme.cli.model;

import dev.gme.core.model.StepSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Which preprocessing is learned with a model; a mixin. */
final class PreprocessingOptions {
  /** What becomes the identity. */
  enum Whitening {
    WITHIN,
    TOTAL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--raw",
      description = "No preprocessing: the model takes the vectors as they are.")
  boolean raw;

  @Option(names = "--center", description = "Subtract the mean of the training vectors.")
  boolean center;

  @Option(
      names = "--lda",
      paramLabel = "N",
      description = "Linear discriminant analysis to N dimensions.")
  Integer lda;

  @Option(
      names = "--lda-total-factor",
      paramLabel = "F",
      description = "LDA relative to within + F between covariance, as Kaldi's (default: 0).")
  double totalFactor;

  @Option(
      names = "--whiten",
      paramLabel = "WHICH",
      description = "Make a covariance the identity: ${COMPLETION-CANDIDATES}.")
  Whitening whiten;

  @Option(
      names = "--length-norm",
      description = "Scale every vector to the length sqrt(dimension), and centre again.")
  boolean lengthNorm;

  /** The steps in their order: centre, LDA, whiten, length, centre. */
  List<StepSpec> plans(List<StepSpec> standard) {
    if (!center && lda == null && whiten == null && !lengthNorm) {
      return raw ? List.of() : standard;
    }
    if (raw) {
      throw new IllegalArgumentException("--raw and steps of preprocessing exclude each other");
    }
    List<StepSpec> plans = new ArrayList<>();
    if (center || lengthNorm) {
      plans.add(StepSpec.centre());
    }
    if (lda != null) {
      plans.add(StepSpec.lda(lda, totalFactor));
    }
    if (whiten != null) {
      plans.add(whiten == Whitening.TOTAL ? StepSpec.whitenTotal() : StepSpec.whitenWithin());
    }
    if (lengthNorm) {
      plans.add(StepSpec.length());
      plans.add(StepSpec.centre());
    }
    return plans;
  }
}
