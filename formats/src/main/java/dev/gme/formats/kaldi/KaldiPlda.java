package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PldaScoring;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.model.TwoCovariance;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A PLDA model as Kaldi keeps it: y = T (x − mean) has within-speaker covariance I and
 * between-speaker covariance diag(psi).
 *
 * <pre>{@code
 * TwoCovariance model = KaldiPlda.read(Path.of("plda")).twoCovariance();
 * }</pre>
 */
public final class KaldiPlda {
  private static final String START = "<Plda>";
  private static final String END = "</Plda>";

  private final double[] mean;
  private final DoubleMatrix transform;
  private final double[] psi;

  private KaldiPlda(double[] mean, DoubleMatrix transform, double[] psi) {
    this.mean = mean;
    this.transform = transform;
    this.psi = psi;
  }

  public static KaldiPlda of(double[] mean, DoubleMatrix transform, double[] psi) {
    int dim = mean.length;
    if (transform.rows() != dim || transform.cols() != dim || psi.length != dim) {
      throw new IllegalArgumentException(
          "mean " + dim + ", transform " + transform + ", psi " + psi.length + " do not match");
    }
    return new KaldiPlda(mean.clone(), transform, psi.clone());
  }

  /** The model in Kaldi's form: psi are the eigenvalues of Σb relative to Σw, descending. */
  public static KaldiPlda of(TwoCovariance model) {
    Cholesky noise =
        Cholesky.of(model.within())
            .orThrow("the within-speaker covariance", "use a model whose noise has full rank");
    SymmetricEigen eigen = SymmetricEigen.of(model.between(), noise);
    // Rounding may leave the zeros of a singular Σb a little negative, which Kaldi refuses.
    double[] psi = Arrays.stream(eigen.values()).map(v -> Math.max(v, 0)).toArray();
    return new KaldiPlda(model.mean(), eigen.vectorsAsRows(), psi);
  }

  /**
   * A model with loading matrix in Kaldi's form, which knows Gaussian noise only. With d &lt; D the
   * directions that say nothing of speakers have psi = 0.
   */
  public static KaldiPlda of(HtPlda model) {
    if (model.nu() != Double.POSITIVE_INFINITY) {
      throw new GmeException(
          "Kaldi's <Plda> cannot hold nu = " + model.nu() + ": it knows Gaussian noise only",
          "set nu to Infinity first, or write .npz");
    }
    KaldiPlda plda = of(model.twoCovariance());
    // Rounding leaves the zeros of Σb a little above or below, as the machine's products have it.
    Arrays.fill(plda.psi, model.speakerDimension(), plda.psi.length, 0);
    return plda;
  }

  /**
   * The model of a pipeline whose preprocessing is nothing but centring, which Kaldi's mean holds.
   */
  public static KaldiPlda of(Pipeline pipeline) {
    if (pipeline.head().isPresent()) {
      throw new GmeException(
          "Kaldi's <Plda> cannot hold a precision head", "write gme or npz, or leave the head out");
    }
    KaldiPlda plda = of(pipeline.extractor().model());
    double[] mean = plda.mean();
    for (PreprocessingStep step : pipeline.preprocessing().steps()) {
      if (!(step instanceof PreprocessingStep.Centre centre)) {
        throw new GmeException(
            "Kaldi's <Plda> cannot hold the preprocessing step '" + step.describe() + "'",
            "write the model alone and the preprocessing apart, or write .npz");
      }
      double[] moved = centre.mean();
      for (int i = 0; i < mean.length; i++) {
        mean[i] += moved[i];
      }
    }
    return new KaldiPlda(mean, plda.transform, plda.psi);
  }

  /** Embeddings that score as Kaldi does, with this kind of length normalization. */
  public PldaScoring scoring(PldaScoring.Length length) {
    return PldaScoring.of(mean, transform, psi, length);
  }

  public static KaldiPlda read(Path file) throws IOException {
    return InputFile.read(file, KaldiPlda::read);
  }

  /** The model of a file that is open, and stays so. */
  public static KaldiPlda read(InputFile file) throws IOException {
    KaldiReader in = KaldiReader.of(file);
    in.expect(START);
    double[] mean = in.vector();
    DoubleMatrix transform = in.matrix();
    double[] psi = in.vector();
    in.expect(END);
    int dim = mean.length;
    if (transform.rows() != dim || transform.cols() != dim || psi.length != dim || dim == 0) {
      throw in.bad(
          "expected a mean, a square transform and psi of one dimension, found "
              + dim
              + ", "
              + transform
              + ", "
              + psi.length);
    }
    boolean finite =
        transform.isFinite()
            && Arrays.stream(mean).allMatch(Double::isFinite)
            && Arrays.stream(psi).allMatch(v -> Double.isFinite(v) && v >= 0);
    if (!finite) {
      throw in.bad("expected finite numbers, and psi of at least 0, found others");
    }
    return new KaldiPlda(mean, transform, psi);
  }

  public void write(Path file, KaldiMode mode) throws IOException {
    try (KaldiWriter out = KaldiWriter.create(file, mode)) {
      out.token(START)
          .array(KaldiArray.vector(mean))
          .array(KaldiArray.matrix(transform))
          .array(KaldiArray.vector(psi))
          .token(END);
      out.commit();
    }
  }

  public double[] mean() {
    return mean.clone();
  }

  /** T, a row for each direction. */
  public DoubleMatrix transform() {
    return transform;
  }

  public double[] psi() {
    return psi.clone();
  }

  /** Σw = T⁻¹ T⁻ᵀ and Σb = T⁻¹ diag(psi) T⁻ᵀ. */
  public TwoCovariance twoCovariance() {
    Lu lu = Lu.of(transform);
    if (lu.isSingular()) {
      throw new GmeException(
          "the transform of the PLDA model has no inverse",
          "the file is damaged, or was trained on too few vectors: train it again");
    }
    DoubleMatrix inverse = lu.inverse();
    return TwoCovariance.of(
        mean, inverse.scaleColumns(psi).timesTranspose(inverse).symmetrized(), inverse.outerGram());
  }
}
