package dev.gme.formats.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What the scores of a file are, so that whoever reads them need not guess. It is an array {@code
 * about} of .npz and HDF5; beside text and .npy it is a file of its own, {@code
 * scores.txt.about.json}, which also says how large the scores are: beside other scores it does not
 * count.
 *
 * <pre>{@code
 * TrialList scores = ListReader.read(path);
 * boolean mayDecide = scores.about().map(ScoreAbout::isLlr).orElse(false);
 * }</pre>
 *
 * @param kind what the numbers are
 * @param description the same in words, for example {@code cosines normalized by as(200)}
 * @param model the name of the model's file, or empty
 * @param modelSha256 the digest of that file, or empty
 * @param pipeline what was done to vectors, in words, or empty
 * @param tool the program that made the scores
 */
public record ScoreAbout(
    Kind kind, String description, String model, String modelSha256, String pipeline, String tool) {
  /** What scores are. */
  public enum Kind {
    /** Natural log-likelihood ratios, calibrated or not: a Bayes decision may be made of them. */
    LLR,
    /** Scores after normalization by a cohort. */
    NORMALIZED,
    /** Cosines of vectors. */
    COSINE,
    /** Other scores of which higher means more similar. */
    RAW;

    /** The name in files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String SUFFIX = ".about.json";

  /** Far more bytes than are ever written; what comes behind them is not read. */
  private static final int LONGEST = 1 << 20;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Scores of which no model is known. */
  public static ScoreAbout of(Kind kind, String description, String tool) {
    return new ScoreAbout(kind, description, "", "", "", tool);
  }

  /**
   * The same scores, made with a model.
   *
   * @param name of the model's file
   * @param sha256 its digest
   */
  public ScoreAbout withModel(String name, String sha256) {
    return new ScoreAbout(kind, description, name, sha256, pipeline, tool);
  }

  /** The same scores, with what was done to the vectors in words. */
  public ScoreAbout withPipeline(String words) {
    return new ScoreAbout(kind, description, model, modelSha256, words, tool);
  }

  /** Whether the scores are log-likelihood ratios. */
  public boolean isLlr() {
    return kind == Kind.LLR;
  }

  private ObjectNode tree() {
    return JSON.createObjectNode()
        .put("scores", kind.label())
        .put("description", description)
        .put("model", model)
        .put("model_sha256", modelSha256)
        .put("pipeline", pipeline)
        .put("made_by", tool);
  }

  private static String text(ObjectNode tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values can be written as JSON", e);
    }
  }

  /** As an array of a file holds it. */
  String json() {
    return text(tree());
  }

  /**
   * Reads what {@link #json} gave.
   *
   * @param where the file, and the part of it, for messages
   */
  static ScoreAbout parse(String where, String json) {
    return parse(where, read(where, json));
  }

  private static JsonNode read(String where, String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw bad(where, "no JSON");
    }
  }

  private static ScoreAbout parse(String where, JsonNode tree) {
    String kind = tree.path("scores").asText();
    for (Kind k : Kind.values()) {
      if (k.label().equals(kind)) {
        return new ScoreAbout(
            k,
            tree.path("description").asText(),
            tree.path("model").asText(),
            tree.path("model_sha256").asText(),
            tree.path("pipeline").asText(),
            tree.path("made_by").asText());
      }
    }
    throw bad(where, BadFile.quoted(kind));
  }

  private static GmeException bad(String where, String found) {
    return new GmeException(
        where + ": expected 'scores' to be llr, normalized, cosine or raw, found " + found,
        "remove it, or make the scores again");
  }

  /** The file that says what the scores of another are. */
  public static Path beside(Path scores) {
    return scores.resolveSibling(scores.getFileName() + SUFFIX);
  }

  /** Says beside a file what its scores are; where that is not known, says nothing any more. */
  static void writeBeside(Path scores, Optional<ScoreAbout> about) throws IOException {
    Path file = beside(scores);
    if (about.isEmpty()) {
      Files.deleteIfExists(file);
      return;
    }
    String json = text(about.get().tree().put("size", Files.size(scores)));
    try (TargetFile target = TargetFile.create(file)) {
      target.stream().write((json + "\n").getBytes(StandardCharsets.UTF_8));
      target.commit();
    }
  }

  /** What is said beside a file, if it is said of these scores. */
  static Optional<ScoreAbout> readBeside(Path scores) throws IOException {
    Path file = beside(scores);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    String json =
        InputFile.read(
            file, in -> new String(in.stream().readNBytes(LONGEST), StandardCharsets.UTF_8));
    JsonNode tree = read(file.toString(), json);
    ScoreAbout about = parse(file.toString(), tree);
    boolean same = !tree.has("size") || tree.path("size").asLong(-1) == Files.size(scores);
    return same ? Optional.of(about) : Optional.empty();
  }

  /** The kind in words, then the model: {@code log-likelihood ratios, model ht.gme}. */
  @Override
  public String toString() {
    return description + (model.isEmpty() ? "" : ", model " + model);
  }
}
