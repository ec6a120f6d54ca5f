package dev.gme.formats.model;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.ArtefactNpz;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads any model as what it is for: a {@link Pipeline} from vectors to meta-embeddings. The format
 * is told by content.
 *
 * <pre>{@code
 * Pipeline model = ModelFiles.read(Path.of("plda")).value();   // Kaldi's, gme's or NumPy's
 * ModelFiles.write(Path.of("model.npz"), model, ModelFormat.NPZ, Provenance.NONE);
 * }</pre>
 */
public final class ModelFiles {
  /** Enough of a file to tell models from others. */
  private static final int START = 64;

  private static final String ZIP = "PK";

  private ModelFiles() {}

  /** The format by content, or empty where the file is no model at all. */
  public static Optional<ModelFormat> recognize(Path file) throws IOException {
    byte[] bytes = InputFile.start(file, START);
    String start = new String(bytes, StandardCharsets.ISO_8859_1);
    if (Hdf5File.isHdf5(bytes)) {
      try (Hdf5File hdf5 = Hdf5File.open(file)) {
        boolean plda = PublishedModels.isWeSpeakerPlda(hdf5);
        return plda ? Optional.of(ModelFormat.HDF5) : Optional.empty();
      }
    }
    if (start.startsWith("\0B<Plda>")) {
      return Optional.of(ModelFormat.KALDI);
    }
    if (start.stripLeading().startsWith("<Plda>")) {
      return Optional.of(ModelFormat.KALDI_TEXT);
    }
    if (start.startsWith(ZIP)) {
      try (Npz npz = Npz.open(file)) {
        return PublishedModels.isPyannotePlda(npz)
            ? Optional.of(ModelFormat.PYANNOTE)
            : ArtefactNpz.kind(file).map(kind -> ModelFormat.NPZ);
      }
    }
    boolean gme = start.length() > 9 && start.charAt(8) == '{' && Artefact.is(file);
    return gme ? Optional.of(ModelFormat.GME) : Optional.empty();
  }

  /** The kind of a model, see {@link ArtefactKind#name}. */
  public static String kind(Path file) throws IOException {
    return switch (require(file)) {
      case GME -> Artefact.kind(file);
      case NPZ -> ArtefactNpz.kind(file).orElseThrow();
      case KALDI, KALDI_TEXT, HDF5, PYANNOTE -> ArtefactKind.TWO_COVARIANCE.name();
    };
  }

  private static ModelFormat require(Path file) throws IOException {
    if (Files.isRegularFile(file) && Files.size(file) == 0) {
      throw BadFile.at(file, "expected a model, found an empty file", "check how it was made");
    }
    return recognize(file)
        .orElseThrow(
            () ->
                BadFile.at(
                    file,
                    "expected a model of gme, NumPy or Kaldi, found something else",
                    "'gme info' says what it is"));
  }

  /** A model of any kind with its provenance, which only artefacts of gme have. */
  public static Artefact<Pipeline> read(Path file) throws IOException {
    ModelFormat format = require(file);
    String kind = kind(file);
    if (format != ModelFormat.GME && format != ModelFormat.NPZ) {
      KaldiPlda plda =
          switch (format) {
            case HDF5 -> PublishedModels.weSpeakerPlda(file);
            case PYANNOTE -> PublishedModels.pyannotePlda(file);
            default -> KaldiPlda.read(file);
          };
      return alone(file, () -> plda.twoCovariance().extractor(), Provenance.NONE);
    }
    if (kind.equals(ArtefactKind.EXTRACTOR.name())) {
      return part(file, format, ArtefactKind.EXTRACTOR);
    }
    if (kind.equals(ArtefactKind.CALIBRATED_MODEL.name())) {
      var model = part(file, format, ArtefactKind.CALIBRATED_MODEL);
      return new Artefact<>(model.value().pipeline(), model.provenance());
    }
    if (kind.equals(ArtefactKind.PLDA.name())) {
      var plda = part(file, format, ArtefactKind.PLDA);
      return alone(file, plda.value()::extractor, plda.provenance());
    }
    if (kind.equals(ArtefactKind.TWO_COVARIANCE.name())) {
      var model = part(file, format, ArtefactKind.TWO_COVARIANCE);
      return alone(file, model.value()::extractor, model.provenance());
    }
    throw BadFile.at(
        file, "expected a model that scores, found " + kind, "give an extractor or a PLDA model");
  }

  /** A model without preprocessing; what is wrong with its numbers is said of the file. */
  private static Artefact<Pipeline> alone(
      Path file, Supplier<GmeExtractor> extractor, Provenance provenance) {
    try {
      return new Artefact<>(Pipeline.of(Preprocessing.of(List.of()), extractor.get()), provenance);
    } catch (GmeException e) {
      throw BadFile.at(file, e.getMessage(), e.help());
    } catch (IllegalArgumentException e) {
      throw BadFile.at(file, "the parts do not fit together: " + e.getMessage(), "make it again");
    }
  }

  /** The calibration that a model carries, if it does. */
  public static Optional<Calibration> readCalibration(Path file) throws IOException {
    return kind(file).equals(ArtefactKind.CALIBRATED_MODEL.name())
        ? Optional.of(
            part(file, require(file), ArtefactKind.CALIBRATED_MODEL).value().calibration())
        : Optional.empty();
  }

  /**
   * What goes before a model: an artefact of preprocessing, that of a whole model, VBx's {@code
   * transform.h5}, or pyannote's {@code xvec_transform.npz}.
   */
  public static Preprocessing readPreprocessing(Path file) throws IOException {
    if (isVbxTransform(file)) {
      return PublishedModels.vbxTransform(file);
    }
    if (isPyannoteTransform(file)) {
      return PublishedModels.pyannoteTransform(file);
    }
    String chain = ArtefactKind.PREPROCESSING.name();
    return kind(file).equals(chain)
        ? part(file, require(file), ArtefactKind.PREPROCESSING).value()
        : read(file).value().preprocessing();
  }

  /** Whether a file is VBx's {@code transform.h5}. */
  public static boolean isVbxTransform(Path file) throws IOException {
    if (!Hdf5File.isHdf5(InputFile.start(file, START))) {
      return false;
    }
    try (Hdf5File hdf5 = Hdf5File.open(file)) {
      return PublishedModels.isVbxTransform(hdf5);
    }
  }

  /** Whether a file is pyannote's {@code xvec_transform.npz}. */
  public static boolean isPyannoteTransform(Path file) throws IOException {
    byte[] start = InputFile.start(file, ZIP.length());
    if (!new String(start, StandardCharsets.ISO_8859_1).equals(ZIP)) {
      return false;
    }
    try (Npz npz = Npz.open(file)) {
      return PublishedModels.isPyannoteTransform(npz);
    }
  }

  /** SHA-256 of a file, to name it in a provenance. */
  public static String digest(Path file) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] block = new byte[1 << 16];
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        digest.update(block, 0, n);
      }
    }
    return Sha256.hex(digest.digest());
  }

  /** An artefact of gme or its arrays. */
  private static <T> Artefact<T> part(Path file, ModelFormat format, ArtefactKind<T> kind)
      throws IOException {
    return format == ModelFormat.GME
        ? Artefact.read(file, kind)
        : new Artefact<>(ArtefactNpz.read(file, kind), Provenance.NONE);
  }

  /**
   * Writes a model. Kaldi has neither preprocessing nor finite ν, so a model with either is refused
   * there.
   */
  public static void write(Path file, Pipeline model, ModelFormat format, Provenance provenance)
      throws IOException {
    switch (format) {
      case GME -> Artefact.write(file, ArtefactKind.EXTRACTOR, model, provenance);
      case NPZ -> ArtefactNpz.write(file, ArtefactKind.EXTRACTOR, model, provenance);
      case KALDI, KALDI_TEXT -> KaldiPlda.of(model).write(file, format == ModelFormat.KALDI_TEXT);
      case HDF5, PYANNOTE ->
          throw new GmeException(
              "models are not written as " + (format == ModelFormat.HDF5 ? "HDF5" : "pyannote's"),
              "write gme, npz or kaldi");
    }
  }

  /** Writes a model with its calibration, which formats of other programs cannot hold. */
  public static void write(
      Path file, CalibratedModel model, ModelFormat format, Provenance provenance)
      throws IOException {
    switch (format) {
      case GME -> Artefact.write(file, ArtefactKind.CALIBRATED_MODEL, model, provenance);
      case NPZ -> ArtefactNpz.write(file, ArtefactKind.CALIBRATED_MODEL, model, provenance);
      case KALDI, KALDI_TEXT, HDF5, PYANNOTE ->
          throw new GmeException(
              "only gme's own formats hold the calibration of a model", "write gme or npz");
    }
  }
}
