package dev.gme.lab.data;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.lab.evaluate.ResultJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which network made vectors, in a file {@code eval.network.json} beside {@code eval.npz}: vectors
 * of two networks, or of one with two front ends, must not be compared.
 *
 * <pre>{@code
 * NetworkNote.difference(Path.of("enrol.npz"), Path.of("test.npz")).ifPresent(warnings::add);
 * }</pre>
 *
 * @param network the name of its file
 * @param sha256 the digest of that file
 * @param digest of all that decides on its embeddings
 * @param details more, for people
 */
public record NetworkNote(
    String network, String sha256, String digest, Map<String, Object> details) {
  private static final String SUFFIX = ".network.json";

  /** In the provenance of a model: what made the vectors that it was trained on. */
  private static final String NAME = "network";

  private static final String SHA256 = "network-sha256";
  private static final String DIGEST = "network-digest";

  /** Far more bytes than are ever written. */
  private static final int LONGEST = 1 << 20;

  /** The note's place beside vectors: the same name with another ending. */
  public static Path beside(Path vectors) {
    return named(vectors, SUFFIX);
  }

  /** A file beside vectors, of the same name with another ending. */
  public static Path named(Path vectors, String ending) {
    String name = vectors.getFileName().toString().replaceFirst("\\.gz$", "");
    int dot = name.lastIndexOf('.');
    return vectors.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ending);
  }

  /** Writes the note beside vectors. */
  public void write(Path vectors) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("network", network);
    all.put("sha256", sha256);
    all.put("digest", digest);
    all.putAll(details);
    TargetFile.writeLines(beside(vectors), List.of(ResultJson.text(all)));
  }

  /** What is known of vectors, if a network made them. */
  public static Optional<NetworkNote> of(Path vectors) throws IOException {
    Path file = beside(vectors);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    byte[] bytes = InputFile.read(file, in -> in.stream().readNBytes(LONGEST));
    try {
      JsonNode tree = new ObjectMapper().readTree(new String(bytes, StandardCharsets.UTF_8));
      if (tree.path("digest").isTextual()) {
        return Optional.of(
            new NetworkNote(
                tree.path("network").asText(),
                tree.path("sha256").asText(),
                tree.path("digest").asText(),
                Map.of()));
      }
    } catch (JacksonException e) {
      // Said below.
    }
    throw BadFile.at(
        file,
        "expected a note on the network of these vectors, found none",
        "remove it, or make the vectors again");
  }

  /** What the provenance of a model keeps of the network of its training vectors. */
  public Map<String, String> kept() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put(NAME, network);
    out.put(SHA256, sha256);
    out.put(DIGEST, digest);
    return out;
  }

  /** What a model knows of the network that it was trained for. */
  public static Optional<NetworkNote> of(Provenance model) {
    Map<String, String> known = model.parameters();
    return known.containsKey(DIGEST)
        ? Optional.of(
            new NetworkNote(
                known.getOrDefault(NAME, ""),
                known.getOrDefault(SHA256, ""),
                known.get(DIGEST),
                Map.of()))
        : Optional.empty();
  }

  /**
   * A sentence, if vectors are known to be of another network than those that a model was trained
   * on.
   */
  public Optional<String> difference(String vectors, Provenance model) {
    Optional<NetworkNote> known = of(model);
    if (known.isEmpty() || known.get().digest.equals(digest)) {
      return Optional.empty();
    }
    boolean same = known.get().sha256.equals(sha256);
    return Optional.of(
        vectors
            + " and the vectors that the model was trained on were made by "
            + (same
                ? "one network with different front ends"
                : "different networks, " + network + " and " + known.get().network));
  }

  /** A sentence, if the vectors of two files are known to be of different networks. */
  public static Optional<String> difference(Path a, Path b) throws IOException {
    Optional<NetworkNote> first = of(a);
    Optional<NetworkNote> second = of(b);
    if (first.isEmpty() || second.isEmpty() || first.get().digest.equals(second.get().digest)) {
      return Optional.empty();
    }
    boolean same = first.get().sha256.equals(second.get().sha256);
    return Optional.of(
        same
            ? a + " and " + b + " were made by one network with different front ends"
            : String.format(
                "%s and %s were made by different networks, %s and %s",
                a, b, first.get().network, second.get().network));
  }
}
