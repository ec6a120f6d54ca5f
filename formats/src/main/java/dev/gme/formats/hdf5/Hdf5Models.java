package dev.gme.formats.hdf5;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiPlda;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Parts of systems that are kept in HDF5.
 *
 * <pre>{@code
 * Preprocessing chain = Hdf5Models.vbxTransform(Path.of("transform.h5"));
 * TwoCovariance plda = Hdf5Models.weSpeakerPlda(Path.of("plda")).twoCovariance();
 * }</pre>
 */
public final class Hdf5Models {
  private Hdf5Models() {}

  /** Whether the file has the parts of {@link #vbxTransform}. */
  public static boolean isVbxTransform(Hdf5File file) {
    return file.has("mean1") && file.has("lda") && file.has("mean2");
  }

  /** Whether the file has the parts of {@link #weSpeakerPlda}. */
  public static boolean isWeSpeakerPlda(Hdf5File file) {
    return file.has("mu") && file.has("transform") && file.has("psi");
  }

  /**
   * VBx's {@code transform.h5}: centre by mean1, unit length, the transpose of {@code lda}, centre
   * by mean2, unit length.
   */
  public static Preprocessing vbxTransform(Path path) throws IOException {
    try (Hdf5File file = Hdf5File.open(path)) {
      double[] mean1 = finite(file, "mean1", 1).array();
      DoubleMatrix lda = finite(file, "lda", 2);
      double[] mean2 = finite(file, "mean2", 1).array();
      return chain(path, mean1, lda, mean2);
    }
  }

  private static DoubleMatrix finite(Hdf5File file, String name, int dimensions) {
    DoubleMatrix values = file.numbers(name, dimensions).doubleMatrix();
    if (!values.isFinite()) {
      throw BadFile.at(
          file.path() + ", dataset " + BadFile.quoted(name),
          "expected finite numbers, found NaN or Infinity",
          "the file is damaged or its training failed: make it again");
    }
    return values;
  }

  private static Preprocessing chain(Path path, double[] mean1, DoubleMatrix lda, double[] mean2) {
    if (lda.rows() != mean1.length || lda.cols() != mean2.length) {
      throw BadFile.at(
          path,
          "expected lda of " + mean1.length + " x " + mean2.length + ", found " + lda,
          "the parts are not of one system: make the file again");
    }
    int d = mean2.length;
    // Here a length step gives √D, there 1: the matrix after it makes up for that.
    return Preprocessing.of(
        List.of(
            new PreprocessingStep.Centre(mean1),
            new PreprocessingStep.Length(mean1.length),
            new PreprocessingStep.Linear("LDA", lda.transpose().times(1 / Math.sqrt(mean1.length))),
            new PreprocessingStep.Centre(mean2),
            new PreprocessingStep.Length(d),
            new PreprocessingStep.Linear(
                "unit length", DoubleMatrix.identity(d).times(1 / Math.sqrt(d)))));
  }

  /** WeSpeaker's PLDA, which has the parts of Kaldi's: mu, transform, psi. */
  public static KaldiPlda weSpeakerPlda(Path path) throws IOException {
    try (Hdf5File file = Hdf5File.open(path)) {
      double[] mu = finite(file, "mu", 1).array();
      DoubleMatrix transform = finite(file, "transform", 2);
      double[] psi = finite(file, "psi", 1).array();
      try {
        return KaldiPlda.of(mu, transform, psi);
      } catch (IllegalArgumentException e) {
        throw BadFile.at(path, "the parts do not fit together: " + e.getMessage(), "make it again");
      }
    }
  }
}
