package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.core.model.StepSpec;
import dev.gme.lab.system.LearnedPreprocessing;
import dev.gme.lab.system.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
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

  /** The options that say what 'gme train plda' does without any. */
  static final String BASELINE = "--centre --whiten total --length-norm";

  @Option(
      names = "--raw",
      description = "Train without preprocessing: the model takes the vectors as they are.")
  boolean raw;

  @Option(
      names = {"--centre", "--center"},
      description = "Subtract the mean of the training vectors.")
  boolean centre;

  @Option(
      names = "--lda",
      paramLabel = "N",
      description = "Reduce the vectors to N dimensions by linear discriminant analysis.")
  Integer lda;

  @Option(
      names = "--lda-total-factor",
      paramLabel = "F",
      description =
          "Make LDA relative to the covariance within speakers plus F times that between them, as"
              + " Kaldi does.")
  double totalFactor;

  @Option(
      names = "--whiten",
      paramLabel = "WHICH",
      description = "Whiten the covariance within speakers or the total: ${COMPLETION-CANDIDATES}.")
  Whitening whiten;

  @Option(
      names = "--length-norm",
      description = "Scale every vector to the length sqrt(dimension), then centre again.")
  boolean lengthNorm;

  /** What is to be learned, checked. */
  List<StepSpec> specs(CommandSpec spec, List<StepSpec> standard) {
    return CheckedOptions.of(spec, () -> specs(standard));
  }

  /** The same as steps of a system. */
  List<Step> steps(CommandSpec spec, List<StepSpec> standard) {
    return steps(specs(spec, standard));
  }

  static List<Step> steps(List<StepSpec> specs) {
    return specs.isEmpty() ? List.of() : List.of(new LearnedPreprocessing(specs));
  }

  /** The steps in their order: centre, LDA, whiten, length, centre. */
  List<StepSpec> specs(List<StepSpec> standard) {
    if (!centre && lda == null && whiten == null && !lengthNorm) {
      return raw ? List.of() : standard;
    }
    if (raw) {
      throw new IllegalArgumentException("--raw and steps of preprocessing exclude each other");
    }
    List<StepSpec> plans = new ArrayList<>();
    if (centre || lengthNorm) {
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
