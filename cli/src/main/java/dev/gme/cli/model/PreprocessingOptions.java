package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.core.model.StepSpec;
import dev.gme.lab.system.LearnedPreprocessing;
import dev.gme.lab.system.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

  private static final Set<StepSpec> WHITENINGS =
      Set.of(StepSpec.whitenTotal(), StepSpec.whitenWithin());

  /** What 'gme train plda' learns without any option, for its help. */
  static final String BASELINE = "centre, whiten-total, length, centre";

  @Option(
      names = "--raw",
      description = "Train without preprocessing: the model takes the vectors as they are.")
  boolean raw;

  @Option(
      names = {"--centre", "--center"},
      description = "Subtract the mean of the training vectors before all other steps.")
  boolean centre;

  @Option(
      names = {"--no-centre", "--no-center"},
      description = "Leave out all centring.")
  boolean noCentre;

  @Option(
      names = "--lda",
      paramLabel = "N",
      description =
          "Reduce the vectors to N dimensions by linear discriminant analysis, before whitening.")
  Integer lda;

  @Option(
      names = "--lda-total-factor",
      paramLabel = "F",
      description =
          "Make LDA relative to the covariance within speakers plus F times that between them, as"
              + " Kaldi does; unless given, F is 0.")
  Double totalFactor;

  @Option(
      names = "--whiten",
      paramLabel = "WHICH",
      description = "Whiten the covariance within speakers or the total: ${COMPLETION-CANDIDATES}.")
  Whitening whiten;

  @Option(names = "--no-whiten", description = "Leave out whitening.")
  boolean noWhiten;

  @Option(
      names = "--length-norm",
      description = "Centre, scale every vector to the length sqrt(dimension), and centre again.")
  boolean lengthNorm;

  @Option(
      names = "--no-length-norm",
      description = "Leave out length normalization and the centring after it.")
  boolean noLengthNorm;

  @Option(
      names = "--chain",
      split = ",",
      paramLabel = "STEP",
      description =
          "Exactly these steps in this order, instead of those that other options ask for:"
              + " centre, lda N, pca N, whiten-total, whiten-within, length; for example --chain 'centre,lda 150,length'.")
  List<String> chain = List.of();

  /** What is to be learned, checked. */
  List<StepSpec> specs(CommandSpec spec, List<StepSpec> usual) {
    return CheckedOptions.of(spec, () -> specs(usual));
  }

  /** The same as steps of a system. */
  List<Step> steps(CommandSpec spec, List<StepSpec> usual) {
    return steps(specs(spec, usual));
  }

  static List<Step> steps(List<StepSpec> specs) {
    return specs.isEmpty() ? List.of() : List.of(new LearnedPreprocessing(specs));
  }

  /**
   * The steps in their order: centre, LDA, whiten, length, centre. Each is there if it is asked
   * for, or if it is usual and not refused.
   */
  List<StepSpec> specs(List<StepSpec> usual) {
    check();
    if (raw) {
      return List.of();
    }
    if (!chain.isEmpty()) {
      return chain.stream().map(String::strip).map(StepSpec::parse).toList();
    }
    if (!isAnyStepChosen() && totalFactor == null) {
      return usual;
    }
    boolean length = lengthNorm || (usual.contains(StepSpec.length()) && !noLengthNorm);
    boolean centred = !noCentre && (centre || length || usual.contains(StepSpec.centre()));
    List<StepSpec> plans = new ArrayList<>();
    if (centred) {
      plans.add(StepSpec.centre());
    }
    if (lda != null) {
      plans.add(StepSpec.lda(lda, totalFactor == null ? 0 : totalFactor));
    }
    if (whiten != null) {
      plans.add(whiten == Whitening.TOTAL ? StepSpec.whitenTotal() : StepSpec.whitenWithin());
    } else if (!noWhiten) {
      usual.stream().filter(WHITENINGS::contains).forEach(plans::add);
    }
    if (length) {
      plans.add(StepSpec.length());
      if (centred) {
        plans.add(StepSpec.centre());
      }
    }
    return plans;
  }

  private void check() {
    exclude(centre, "--centre", noCentre, "--no-centre");
    exclude(whiten != null, "--whiten", noWhiten, "--no-whiten");
    exclude(lengthNorm, "--length-norm", noLengthNorm, "--no-length-norm");
    exclude(raw, "--raw", !chain.isEmpty(), "--chain");
    boolean single = isAnyStepChosen();
    exclude(raw, "--raw", single, "options for single steps of preprocessing");
    exclude(!chain.isEmpty(), "--chain", single, "options for single steps of preprocessing");
    if (totalFactor != null && lda == null) {
      throw new IllegalArgumentException(
          "--lda-total-factor goes with --lda; in a chain write 'lda 150 " + totalFactor + "'");
    }
  }

  private boolean isAnyStepChosen() {
    return centre
        || noCentre
        || lda != null
        || whiten != null
        || noWhiten
        || lengthNorm
        || noLengthNorm;
  }

  private static void exclude(boolean one, String name, boolean other, String otherName) {
    if (one && other) {
      throw new IllegalArgumentException(name + " and " + otherName + " exclude each other");
    }
  }
}
