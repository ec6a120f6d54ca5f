package dev.gme.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The cases of a folder of shared/kaldi-samples, as its index.json lists them. */
public final class KaldiIndex {
  private final Path folder;
  private final List<JsonNode> cases = new ArrayList<>();

  private KaldiIndex(Path folder) throws IOException {
    this.folder = folder;
    new ObjectMapper()
        .readTree(SharedData.present(folder.resolve("index.json")).toFile())
        .path("cases")
        .forEach(cases::add);
  }

  public static KaldiIndex of(String folder) throws IOException {
    return new KaldiIndex(SharedData.part("kaldi-samples", folder));
  }

  public Path folder() {
    return folder;
  }

  /** A file that a case names. */
  public Path file(JsonNode name) {
    return SharedData.present(folder.resolve(name.asText()).normalize());
  }

  public List<JsonNode> cases() {
    return List.copyOf(cases);
  }

  public List<JsonNode> cases(String kind) {
    return cases.stream().filter(c -> c.path("kind").asText().equals(kind)).toList();
  }

  /** The first file of a format; skips the calling test where there is none. */
  public Path first(String format) {
    return files(format).stream()
        .findFirst()
        .orElseThrow(() -> SharedData.lacking("no file of format " + format + " in " + folder));
  }

  /** The files of a format among all outputs, each once. */
  public List<Path> files(String format) {
    Set<Path> out = new LinkedHashSet<>();
    for (JsonNode c : cases) {
      for (JsonNode output : c.path("outputs")) {
        if (output.path("format").asText().equals(format)) {
          out.add(file(output.path("file")));
        }
      }
    }
    return List.copyOf(out);
  }
}
