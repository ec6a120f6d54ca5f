package dev.gme.formats.artefact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.formats.io.InputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * A model, embeddings, a calibration or a checkpoint from a file, with its provenance.
 *
 * <pre>{@code
 * Artefact.write(path, ArtefactKind.EXTRACTOR, pipeline, provenance);
 * Pipeline pipeline = Artefact.read(path, ArtefactKind.EXTRACTOR).value();
 * }</pre>
 *
 * @param <T> what it holds
 */
public record Artefact<T>(T value, Provenance provenance) {
  /** Raised when a reader of an older version would misread a file. */
  static final int VERSION = 1;

  static final String KEY = "gme";

  public static <T> void write(Path file, ArtefactKind<T> kind, T value, Provenance provenance)
      throws IOException {
    ArtefactParts parts = kind.take(value);
    SafeTensors.write(file, parts.tensors(), about(kind, parts, provenance));
  }

  /** Writes to wherever a stream leads, which is not closed: the bytes of a file. */
  public static <T> void write(
      OutputStream out, ArtefactKind<T> kind, T value, Provenance provenance) throws IOException {
    ArtefactParts parts = kind.take(value);
    Map<String, String> about = about(kind, parts, provenance);
    SafeTensors.write(out, kind.name(), parts.tensors(), about);
  }

  /** The bytes of a file, for those who send values from process to process. */
  public static <T> byte[] toBytes(ArtefactKind<T> kind, T value, Provenance provenance) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(out, kind, value, provenance);
    } catch (IOException e) {
      throw new IllegalStateException("memory can be written to", e);
    }
    return out.toByteArray();
  }

  private static Map<String, String> about(
      ArtefactKind<?> kind, ArtefactParts parts, Provenance provenance) {
    ObjectNode about = LongJson.MAPPER.createObjectNode();
    about.put("kind", kind.name());
    about.put("version", VERSION);
    about.put("checksum", "sha256:" + SafeTensors.checksum(parts.tensors()));
    about.set("provenance", LongJson.MAPPER.valueToTree(provenance));
    about.set("words", LongJson.MAPPER.valueToTree(parts.words()));
    return Map.of(KEY, about.toString());
  }

  /** Refuses a file that is damaged, of a newer format or of another kind. */
  public static <T> Artefact<T> read(Path file, ArtefactKind<T> kind) throws IOException {
    return InputFile.read(file, in -> StoredArtefact.read(in).as(kind));
  }

  /**
   * The same from the bytes of a file.
   *
   * @param name what messages call them
   */
  public static <T> Artefact<T> of(String name, byte[] bytes, ArtefactKind<T> kind)
      throws IOException {
    try (InputFile in = InputFile.of(name, bytes)) {
      return StoredArtefact.read(in).as(kind);
    }
  }

  /** The same from a stream, which is read to its end and not closed. */
  public static <T> Artefact<T> read(String name, InputStream in, ArtefactKind<T> kind)
      throws IOException {
    return of(name, in.readAllBytes(), kind);
  }
}
