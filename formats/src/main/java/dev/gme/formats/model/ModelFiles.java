package dev.gme.formats.model;

import dev.gme.core.GmeException;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.score.ScoringModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.ArtefactNpz;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads any model as what it is for: a {@link ScoringModel} that makes scores of vectors. The
 * format is told by content.
 *
 * <pre>{@code
 * ScoringModel model = ModelFiles.open(Path.of("plda")).model();   // Kaldi's, gme's or NumPy's
 * ModelFiles.write(Path.of("model.npz"), pipeline, ModelFormat.NPZ, Provenance.NONE);
 * }</pre>
 */
public final class ModelFiles {
  /** Formats that hold artefacts of any kind. */
  private static final Set<ModelFormat> ARTEFACTS = EnumSet.of(ModelFormat.GME, ModelFormat.NPZ);

  private ModelFiles() {}

  /** The format by content, or empty where the file is no model at all. */
  public static Optional<ModelFormat> recognize(Path file) throws IOException {
    return InputFile.read(file, ModelFiles::recognize);
  }

  /** The format of a file that is open, or empty where it is no model at all. */
  public static Optional<ModelFormat> recognize(InputFile in) throws IOException {
    if (Hdf5File.isHdf5(in)) {
      try (Hdf5File hdf5 = Hdf5File.of(in)) {
        return Optional.of(ModelFormat.HDF5).filter(f -> PublishedModels.isWeSpeakerPlda(hdf5));
      }
    }
    String start = new String(in.start(), StandardCharsets.ISO_8859_1);
    if (start.startsWith("\0B<Plda>")) {
      return Optional.of(ModelFormat.KALDI);
    }
    if (start.stripLeading().startsWith("<Plda>")) {
      return Optional.of(ModelFormat.KALDI_TEXT);
    }
    if (isZip(in)) {
      try (Npz npz = npz(in)) {
        return recognize(npz);
      }
    }
    return StoredArtefact.is(in) ? Optional.of(ModelFormat.GME) : Optional.empty();
  }

  private static Optional<ModelFormat> recognize(Npz npz) throws IOException {
    return PublishedModels.isPyannotePlda(npz)
        ? Optional.of(ModelFormat.PYANNOTE)
        : ArtefactNpz.kind(npz).map(kind -> ModelFormat.NPZ);
  }

  /** A model of any format with all that its file says. */
  public static ModelFile open(Path file) throws IOException {
    return InputFile.read(file, ModelFiles::open);
  }

  /**
   * A model of gme or Kaldi from the bytes of its file.
   *
   * @param name what messages call them
   */
  public static ModelFile open(String name, byte[] bytes) throws IOException {
    try (InputFile in = InputFile.of(name, bytes)) {
      return open(in);
    }
  }

  /** A model as the bytes of a file of gme, with its calibration if it has one. */
  public static byte[] toBytes(ScoringModel model, Provenance provenance) {
    return model instanceof CalibratedModel calibrated
        ? Artefact.toBytes(ArtefactKind.CALIBRATED_MODEL, calibrated, provenance)
        : Artefact.toBytes(ArtefactKind.EXTRACTOR, model.pipeline(), provenance);
  }

  /** The model of a file that is open. */
  public static ModelFile open(InputFile in) throws IOException {
    if (in.start().length == 0) {
      throw BadFile.at(in.path(), "expected a model, found an empty file", "check how it was made");
    }
    if (Hdf5File.isHdf5(in)) {
      try (Hdf5File hdf5 = Hdf5File.of(in)) {
        if (PublishedModels.isWeSpeakerPlda(hdf5)) {
          return alone(in.path(), ModelFormat.HDF5, PublishedModels.weSpeakerPlda(hdf5));
        }
        throw none(in);
      }
    }
    if (isZip(in)) {
      try (Npz npz = npz(in)) {
        ModelFormat format = recognize(npz).orElseThrow(() -> none(in));
        return format == ModelFormat.PYANNOTE
            ? alone(in.path(), format, PublishedModels.pyannotePlda(npz))
            : open(in.path(), format, ArtefactNpz.stored(npz));
      }
    }
    ModelFormat format = recognize(in).orElseThrow(() -> none(in));
    return format == ModelFormat.GME
        ? open(in.path(), format, StoredArtefact.read(in))
        : alone(in.path(), format, KaldiPlda.read(in));
  }

  private static GmeException none(InputFile in) {
    return BadFile.at(
        in.path(),
        "expected a model of gme, NumPy or Kaldi, found something else",
        "'gme info' says what it is");
  }

  /** Artefacts of any kind, models or not, of gme or as its arrays. */
  public static StoredArtefact stored(InputFile in) throws IOException {
    if (!isZip(in)) {
      return StoredArtefact.read(in);
    }
    try (Npz npz = npz(in)) {
      return ArtefactNpz.stored(npz);
    }
  }

  /** The model that an artefact is, refused if it is none that scores. */
  public static ModelFile open(Path file, ModelFormat format, StoredArtefact stored) {
    if (stored.is(ArtefactKind.EXTRACTOR)) {
      return model(format, stored, ScoringModel.of(stored.as(ArtefactKind.EXTRACTOR).value()));
    }
    if (stored.is(ArtefactKind.CALIBRATED_MODEL)) {
      return model(format, stored, stored.as(ArtefactKind.CALIBRATED_MODEL).value());
    }
    if (stored.is(ArtefactKind.PLDA)) {
      HtPlda plda = stored.as(ArtefactKind.PLDA).value();
      return model(format, stored, alone(file, plda::extractor));
    }
    if (stored.is(ArtefactKind.TWO_COVARIANCE)) {
      TwoCovariance model = stored.as(ArtefactKind.TWO_COVARIANCE).value();
      return model(format, stored, alone(file, model::extractor));
    }
    throw BadFile.at(
        file,
        "expected a model that scores, found " + stored.kind(),
        "give an extractor or a PLDA model");
  }

  private static ModelFile model(ModelFormat format, StoredArtefact stored, ScoringModel model) {
    return new ModelFile(format, stored.kind(), model, stored.provenance());
  }

  /** A model of another program, which has nothing but its numbers. */
  private static ModelFile alone(Path file, ModelFormat format, KaldiPlda plda) {
    ScoringModel model = alone(file, () -> plda.twoCovariance().extractor());
    return new ModelFile(format, ArtefactKind.TWO_COVARIANCE.name(), model, Provenance.NONE);
  }

  /** A model without preprocessing; what is wrong with its numbers is said of the file. */
  private static ScoringModel alone(Path file, Supplier<GmeExtractor> extractor) {
    try {
      return ScoringModel.of(Pipeline.of(Preprocessing.of(List.of()), extractor.get()));
    } catch (GmeException e) {
      throw BadFile.at(file, e.getMessage(), e.help());
    } catch (IllegalArgumentException e) {
      throw BadFile.at(file, "the parts do not fit together: " + e.getMessage(), "make it again");
    }
  }

  /**
   * What goes before a model: an artefact of preprocessing, that of a whole model, VBx's {@code
   * transform.h5}, or pyannote's {@code xvec_transform.npz}.
   */
  public static Preprocessing readPreprocessing(Path file) throws IOException {
    return InputFile.read(file, ModelFiles::readPreprocessing);
  }

  /** What goes before a model, from a file that is open. */
  public static Preprocessing readPreprocessing(InputFile in) throws IOException {
    if (Hdf5File.isHdf5(in)) {
      try (Hdf5File hdf5 = Hdf5File.of(in)) {
        if (PublishedModels.isVbxTransform(hdf5)) {
          return PublishedModels.vbxTransform(hdf5);
        }
      }
    }
    if (isZip(in)) {
      try (Npz npz = npz(in)) {
        if (PublishedModels.isPyannoteTransform(npz)) {
          return PublishedModels.pyannoteTransform(npz);
        }
      }
    }
    Optional<ModelFormat> format = recognize(in);
    if (format.isPresent() && ARTEFACTS.contains(format.get())) {
      StoredArtefact stored = stored(in);
      return stored.is(ArtefactKind.PREPROCESSING)
          ? stored.as(ArtefactKind.PREPROCESSING).value()
          : open(in.path(), format.get(), stored).uncalibrated().preprocessing();
    }
    return open(in).uncalibrated().preprocessing();
  }

  /** Whether a file is VBx's {@code transform.h5}. */
  public static boolean isVbxTransform(InputFile in) throws IOException {
    if (!Hdf5File.isHdf5(in)) {
      return false;
    }
    try (Hdf5File hdf5 = Hdf5File.of(in)) {
      return PublishedModels.isVbxTransform(hdf5);
    }
  }

  /** Whether a file is pyannote's {@code xvec_transform.npz}. */
  public static boolean isPyannoteTransform(InputFile in) throws IOException {
    if (!isZip(in)) {
      return false;
    }
    try (Npz npz = npz(in)) {
      return PublishedModels.isPyannoteTransform(npz);
    }
  }

  private static Npz npz(InputFile in) throws IOException {
    if (!in.isOnThisMachine()) {
      throw BadFile.at(
          in.toString(),
          "expected a model of gme or Kaldi, found an .npz file, which is read from a disk only",
          "copy it to this machine, or convert it to gme's format");
    }
    return Npz.open(in.path());
  }

  private static boolean isZip(InputFile in) throws IOException {
    byte[] start = in.start();
    return start.length > 1 && start[0] == 'P' && start[1] == 'K';
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
      case KALDI -> KaldiPlda.of(model).write(file, KaldiMode.BINARY);
      case KALDI_TEXT -> KaldiPlda.of(model).write(file, KaldiMode.TEXT);
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
