package dev.gme.core.model;

import dev.gme.core.GmeException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A preprocessing step that is still to be learned; {@link PreprocessingStep} is a learned one. Its
 * text is what users write: {@code centre}, {@code lda 150}, {@code pca 40}, {@code whiten-total},
 * {@code whiten-within} or {@code length}.
 *
 * <pre>{@code
 * List<StepSpec> steps = List.of(StepSpec.centre(), StepSpec.lda(150), StepSpec.length());
 * StepSpec same = StepSpec.parse("lda 150");
 * }</pre>
 */
public sealed interface StepSpec {
  /** Subtracts the mean of the training vectors. */
  static StepSpec centre() {
    return Plain.CENTRE;
  }

  /** Linear discriminant analysis to {@code dimension} directions, within-speaker covariance I. */
  static StepSpec lda(int dimension) {
    return new Lda(dimension, 0);
  }

  /**
   * Linear discriminant analysis that makes within + factor · between covariance I (Kaldi's total
   * covariance factor).
   */
  static StepSpec lda(int dimension, double totalFactor) {
    return new Lda(dimension, totalFactor);
  }

  /** The directions of most total variance, {@code dimension} of them; labels are not looked at. */
  static StepSpec pca(int dimension) {
    return new Pca(dimension);
  }

  /** Makes the within-speaker covariance I. */
  static StepSpec whitenWithin() {
    return Plain.WHITEN_WITHIN;
  }

  /** Makes the total covariance I. */
  static StepSpec whitenTotal() {
    return Plain.WHITEN_TOTAL;
  }

  /** Scales every vector to length √D. */
  static StepSpec length() {
    return Plain.LENGTH;
  }

  /** The dimension of what the step makes of vectors of this dimension. */
  int outputDimension(int inputDimension);

  /** The dimension after all of these steps. */
  static int outputDimension(List<StepSpec> steps, int inputDimension) {
    int dim = inputDimension;
    for (StepSpec step : steps) {
      dim = step.outputDimension(dim);
    }
    return dim;
  }

  /**
   * The step of this text, for example {@code whiten-total}, {@code lda 150}, or {@code lda 150
   * 0.5} with a total covariance factor; {@code center} and {@code whiten total} are understood
   * too.
   */
  static StepSpec parse(String text) {
    // With a blank as well, as models print their chain.
    String word = text.strip().replaceFirst("^whiten +", "whiten-");
    for (Plain step : Plain.values()) {
      if (word.equals(step.toString())) {
        return step;
      }
    }
    if (word.equals("center")) {
      return Plain.CENTRE;
    }
    Matcher lda = Lda.TEXT.matcher(word);
    if (lda.matches()) {
      double factor = lda.group(2) == null ? 0 : Double.parseDouble(lda.group(2));
      return new Lda(Integer.parseInt(lda.group(1)), factor);
    }
    Matcher pca = Pca.TEXT.matcher(word);
    if (pca.matches()) {
      return new Pca(Integer.parseInt(pca.group(1)));
    }
    throw new GmeException(
        "there is no step '" + text + "'",
        "the steps are centre, whiten-total, whiten-within, length, lda N and pca N");
  }

  /** The steps that have no options. */
  enum Plain implements StepSpec {
    /** See {@link StepSpec#centre}. */
    CENTRE,
    /** See {@link StepSpec#whitenTotal}. */
    WHITEN_TOTAL,
    /** See {@link StepSpec#whitenWithin}. */
    WHITEN_WITHIN,
    /** See {@link StepSpec#length}. */
    LENGTH;

    @Override
    public int outputDimension(int inputDimension) {
      return inputDimension;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** See {@link StepSpec#lda(int, double)}. */
  record Lda(int dimension, double totalFactor) implements StepSpec {
    private static final Pattern TEXT =
        Pattern.compile("lda\\s+([1-9][0-9]{0,5})(?:\\s+([0-9]+(?:\\.[0-9]+)?))?");

    public Lda {
      if (dimension < 1 || !(totalFactor >= 0 && totalFactor < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "LDA needs a dimension of at least 1 and a factor of at least 0, found "
                + dimension
                + " and "
                + totalFactor);
      }
    }

    @Override
    public int outputDimension(int inputDimension) {
      return dimension;
    }

    @Override
    public String toString() {
      return "lda " + dimension + (totalFactor == 0 ? "" : " " + totalFactor);
    }
  }

  /** See {@link StepSpec#pca}. */
  record Pca(int dimension) implements StepSpec {
    private static final Pattern TEXT = Pattern.compile("pca\\s+([1-9][0-9]{0,5})");

    public Pca {
      if (dimension < 1) {
        throw new IllegalArgumentException("PCA needs a dimension of at least 1: " + dimension);
      }
    }

    @Override
    public int outputDimension(int inputDimension) {
      return dimension;
    }

    @Override
    public String toString() {
      return "pca " + dimension;
    }
  }
}
