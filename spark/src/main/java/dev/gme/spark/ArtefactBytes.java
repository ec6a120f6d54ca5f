package dev.gme.spark;

import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFiles;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Artefacts on their way to tasks and to file systems other than this machine's. */
final class ArtefactBytes {
  private ArtefactBytes() {}

  static <T> byte[] of(ArtefactKind<T> kind, T value) {
    return Artefact.toBytes(kind, value, Provenance.NONE);
  }

  /**
   * What bytes hold.
   *
   * @param name what messages call them
   */
  static <T> T read(String name, ArtefactKind<T> kind, byte[] bytes) {
    try {
      return Artefact.of(name, bytes, kind).value();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A model of gme or Kaldi, without the calibration that it may have. */
  static Pipeline pipeline(String name, byte[] bytes) {
    try {
      return ModelFiles.open(name, bytes).uncalibrated();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
