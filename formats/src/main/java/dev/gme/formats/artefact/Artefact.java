package dev.gme.formats.artefact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
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
    ObjectNode about = LongJson.MAPPER.createObjectNode();
    about.put("kind", kind.name());
    about.put("version", VERSION);
    about.put("checksum", "sha256:" + SafeTensors.checksum(parts.tensors()));
    about.set("provenance", LongJson.MAPPER.valueToTree(provenance));
    about.set("words", LongJson.MAPPER.valueToTree(parts.words()));
    SafeTensors.write(file, parts.tensors(), Map.of(KEY, about.toString()));
  }

  /** Refuses a file that is damaged, of a newer format or of another kind. */
  public static <T> Artefact<T> read(Path file, ArtefactKind<T> kind) throws IOException {
    return InputFile.read(file, in -> StoredArtefact.read(in).as(kind));
  }
}
