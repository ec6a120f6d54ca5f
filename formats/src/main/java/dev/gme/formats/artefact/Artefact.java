package dev.gme.formats.artefact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.formats.io.BadFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  private static final String KEY = "gme";

  /** What a file says of itself: its kind, see {@link ArtefactKind#name}. */
  public static String kind(Path file) throws IOException {
    return about(file, SafeTensors.read(file)).path("kind").asText();
  }

  /** Whether a safetensors file is an artefact at all, damaged or not. */
  public static boolean is(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return SafeTensorsHeader.read(file, in, Files.size(file)).metadata().containsKey(KEY);
    }
  }

  public static <T> void write(Path file, ArtefactKind<T> kind, T value, Provenance provenance)
      throws IOException {
    Parts parts = kind.take(value);
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
    SafeTensors content = SafeTensors.read(file);
    JsonNode about = about(file, content);
    if (!about.path("kind").asText().equals(kind.name())) {
      throw BadFile.at(
          file,
          "expected " + kind.name() + ", found " + BadFile.quoted(about.path("kind").asText()),
          "give a file of that kind, or convert this one");
    }
    Map<String, List<String>> words = new LinkedHashMap<>();
    about
        .path("words")
        .properties()
        .forEach(
            e -> {
              List<String> list = new ArrayList<>();
              e.getValue().forEach(word -> list.add(word.asText()));
              words.put(e.getKey(), list);
            });
    try {
      Parts parts = Parts.of(file, content.tensors(), words);
      return new Artefact<>(kind.make(parts), provenance(about.path("provenance")));
    } catch (IllegalArgumentException e) {
      throw BadFile.at(
          file, "the parts do not fit together: " + e.getMessage(), "write the file again");
    }
  }

  private static JsonNode about(Path file, SafeTensors content) {
    String text = content.metadata().get(KEY);
    if (text == null) {
      throw BadFile.at(
          file, "expected an artefact of gme, found other safetensors", "check the file");
    }
    JsonNode about;
    try {
      about = LongJson.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw BadFile.at(file, "what it says of itself is not JSON", "the file is damaged");
    }
    int version = about.path("version").asInt();
    if (version > VERSION) {
      throw BadFile.at(
          file,
          "expected a format up to " + VERSION + ", found " + version,
          "it was written by a newer gme: read it with that one");
    }
    if (version < 1 || !about.path("checksum").asText().equals("sha256:" + content.checksum())) {
      throw BadFile.at(
          file,
          "the checksum is not that of the content",
          "the file is damaged: copy it again or make it anew");
    }
    return about;
  }

  private static Provenance provenance(JsonNode node) {
    Map<String, String> parameters = new LinkedHashMap<>();
    node.path("parameters")
        .properties()
        .forEach(e -> parameters.put(e.getKey(), e.getValue().asText()));
    return new Provenance(
        node.path("data").asText(),
        node.path("command").asText(),
        parameters,
        node.path("tool").asText(),
        node.path("date").asText());
  }
}
