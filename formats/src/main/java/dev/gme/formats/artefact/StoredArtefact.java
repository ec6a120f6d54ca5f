package dev.gme.formats.artefact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An artefact as it was found in a file, safetensors or .npz: its kind is known, and what it holds
 * can be made of it without reading the file again.
 *
 * <pre>{@code
 * StoredArtefact stored = StoredArtefact.read(in);
 * if (stored.is(ArtefactKind.CHECKPOINT)) {
 *   Checkpoint checkpoint = stored.as(ArtefactKind.CHECKPOINT).value();
 * }
 * }</pre>
 */
public final class StoredArtefact {
  private final String file;
  private final String kind;
  private final ArtefactParts parts;
  private final Provenance provenance;

  StoredArtefact(String file, String kind, ArtefactParts parts, Provenance provenance) {
    this.file = file;
    this.kind = kind;
    this.parts = parts;
    this.provenance = provenance;
  }

  /** Whether a safetensors file is an artefact at all, damaged or not. */
  public static boolean is(InputFile in) throws IOException {
    byte[] start = in.start();
    return start.length > 9
        && start[8] == '{'
        && SafeTensorsHeader.read(in.toString(), in.stored(), in.storedSize())
            .metadata()
            .containsKey(Artefact.KEY);
  }

  public static StoredArtefact read(Path file) throws IOException {
    return InputFile.read(file, StoredArtefact::read);
  }

  /** Refuses a file that is damaged or of a newer format. */
  public static StoredArtefact read(InputFile in) throws IOException {
    SafeTensors content = SafeTensors.read(in);
    JsonNode about = about(in.toString(), content);
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
    return new StoredArtefact(
        in.toString(),
        about.path("kind").asText(),
        ArtefactParts.of(in.toString(), content.tensors(), words),
        provenance(about.path("provenance")));
  }

  private static JsonNode about(String file, SafeTensors content) throws IOException {
    String text = content.metadata().get(Artefact.KEY);
    if (text == null) {
      throw BadFile.at(
          file, "expected an artefact of gme, found other safetensors", "check the file");
    }
    JsonNode about;
    try {
      about = LongJson.tree(file, text);
    } catch (JsonProcessingException e) {
      throw BadFile.at(file, "what it says of itself is not JSON", "the file is damaged");
    }
    int version = about.path("version").asInt();
    if (version > Artefact.VERSION) {
      throw BadFile.at(
          file,
          "expected a format up to " + Artefact.VERSION + ", found " + version,
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

  /** What the file says it is, see {@link ArtefactKind#name}. */
  public String kind() {
    return kind;
  }

  public boolean is(ArtefactKind<?> expected) {
    return kind.equals(expected.name());
  }

  public Provenance provenance() {
    return provenance;
  }

  /** What the file holds; refused if it is of another kind. */
  public <T> Artefact<T> as(ArtefactKind<T> expected) {
    if (!is(expected)) {
      throw BadFile.at(
          file,
          "expected " + expected.name() + ", found " + BadFile.quoted(kind),
          "give a file of that kind, or convert this one");
    }
    return make(expected);
  }

  /** What the file holds, taken as that kind whatever the file says. */
  <T> Artefact<T> make(ArtefactKind<T> expected) {
    try {
      return new Artefact<>(expected.make(parts), provenance);
    } catch (IllegalArgumentException e) {
      throw BadFile.at(
          file, "the parts do not fit together: " + e.getMessage(), "write the file again");
    }
  }
}
