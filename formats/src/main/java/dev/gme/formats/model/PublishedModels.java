package dev.gme.formats.model;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Transforms and PLDA models of VBx, pyannote and WeSpeaker. Kaldi's own are read by {@link
 * KaldiPlda}.
 *
 * <pre>{@code
 * Preprocessing chain = PublishedModels.vbxTransform(Path.of("transform.h5"));
 * TwoCovariance plda = PublishedModels.weSpeakerPlda(Path.of("plda")).twoCovariance();
 * }</pre>
 */
public final class PublishedModels {
  private static final Set<String> TRANSFORM = Set.of("mean1", "lda", "mean2");
  private static final Set<String> WESPEAKER = Set.of("mu", "transform", "psi");
  private static final Set<String> PYANNOTE = Set.of("mu", "tr", "psi");

  private PublishedModels() {}

  /** Gives an array of a file by its name. */
  @FunctionalInterface
  private interface Source {
    NpyArray get(String name) throws IOException;
  }

  /** Whether the file has the parts of {@link #vbxTransform}. */
  public static boolean isVbxTransform(Hdf5File file) {
    return TRANSFORM.stream().allMatch(file::has);
  }

  /** Whether the file has the parts of {@link #weSpeakerPlda}. */
  public static boolean isWeSpeakerPlda(Hdf5File file) {
    return WESPEAKER.stream().allMatch(file::has);
  }

  /** Whether the file has the parts of {@link #pyannoteTransform}, and nothing else. */
  public static boolean isPyannoteTransform(Npz file) {
    return file.names().equals(TRANSFORM);
  }

  /** Whether the file has the parts of {@link #pyannotePlda}, and nothing else. */
  public static boolean isPyannotePlda(Npz file) {
    return file.names().equals(PYANNOTE);
  }

  /**
   * VBx's {@code transform.h5}: centre by mean1, length 1, the transpose of {@code lda}, centre by
   * mean2, length 1.
   */
  public static Preprocessing vbxTransform(Path path) throws IOException {
    try (Hdf5File file = Hdf5File.open(path)) {
      return vbxTransform(file);
    }
  }

  static Preprocessing vbxTransform(Hdf5File file) throws IOException {
    return chain(file.path(), file::read, true);
  }

  /** pyannote's {@code xvec_transform.npz}: the same steps with lengths √D instead of 1. */
  public static Preprocessing pyannoteTransform(Path path) throws IOException {
    try (Npz file = Npz.open(path)) {
      return pyannoteTransform(file);
    }
  }

  static Preprocessing pyannoteTransform(Npz file) throws IOException {
    return chain(file.path(), file::array, false);
  }

  /** WeSpeaker's PLDA, which has the parts of Kaldi's: mu, transform, psi. */
  public static KaldiPlda weSpeakerPlda(Path path) throws IOException {
    try (Hdf5File file = Hdf5File.open(path)) {
      return weSpeakerPlda(file);
    }
  }

  static KaldiPlda weSpeakerPlda(Hdf5File file) throws IOException {
    return plda(file.path(), file::read, "transform");
  }

  /** pyannote's {@code plda.npz}: mu, tr, psi. */
  public static KaldiPlda pyannotePlda(Path path) throws IOException {
    try (Npz file = Npz.open(path)) {
      return pyannotePlda(file);
    }
  }

  static KaldiPlda pyannotePlda(Npz file) throws IOException {
    return plda(file.path(), file::array, "tr");
  }

  private static DoubleMatrix part(Path path, Source source, String name, int dimensions)
      throws IOException {
    NpyArray array = source.get(name);
    boolean fits = !array.isText() && array.shape().size() == dimensions && array.size() > 0;
    DoubleMatrix values = fits ? array.doubleMatrix() : null;
    if (values == null || !values.isFinite()) {
      throw BadFile.at(
          path + ", array " + BadFile.quoted(name),
          "expected finite numbers in "
              + dimensions
              + (dimensions == 1 ? " dimension" : " dimensions")
              + ", found others or shape "
              + array.shape(),
          "the file is damaged or of another kind: make it again");
    }
    return values;
  }

  private static Preprocessing chain(Path path, Source source, boolean unit) throws IOException {
    double[] mean1 = part(path, source, "mean1", 1).array();
    DoubleMatrix lda = part(path, source, "lda", 2);
    double[] mean2 = part(path, source, "mean2", 1).array();
    int d = mean2.length;
    if (lda.rows() != mean1.length || lda.cols() != d) {
      throw BadFile.at(
          path,
          "expected lda of " + mean1.length + " x " + d + ", found " + lda,
          "the parts are not of one system: make the file again");
    }
    // A length step gives √D; where 1 is meant, the matrix after it makes up for that.
    double scale = unit ? 1 / Math.sqrt(mean1.length) : 1;
    List<PreprocessingStep> steps = new ArrayList<>();
    steps.add(new PreprocessingStep.Centre(mean1));
    steps.add(new PreprocessingStep.Length(mean1.length));
    steps.add(new PreprocessingStep.Linear("LDA", lda.transpose().times(scale)));
    steps.add(new PreprocessingStep.Centre(mean2));
    steps.add(new PreprocessingStep.Length(d));
    if (unit) {
      steps.add(
          new PreprocessingStep.Linear(
              "unit length", DoubleMatrix.identity(d).times(1 / Math.sqrt(d))));
    }
    return Preprocessing.of(steps);
  }

  private static KaldiPlda plda(Path path, Source source, String transform) throws IOException {
    double[] mu = part(path, source, "mu", 1).array();
    DoubleMatrix t = part(path, source, transform, 2);
    double[] psi = part(path, source, "psi", 1).array();
    try {
      return KaldiPlda.of(mu, t, psi);
    } catch (IllegalArgumentException e) {
      throw BadFile.at(path, "the parts do not fit together: " + e.getMessage(), "make it again");
    }
  }
}
