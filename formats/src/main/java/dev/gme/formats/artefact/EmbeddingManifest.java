package dev.gme.formats.artefact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What lies in a folder of meta-embeddings: blocks that can be read, scored and checked one by one,
 * in the order of their recordings. The file is called {@link #FILE} and is JSON.
 *
 * <pre>{@code
 * EmbeddingManifest manifest = EmbeddingManifest.read(folder.resolve(EmbeddingManifest.FILE));
 * for (EmbeddingManifest.Block block : manifest.blocks()) {
 *   byte[] bytes = Files.readAllBytes(folder.resolve(block.file()));
 *   IdentifiedEmbeddings some = EmbeddingBlocks.read(manifest, block, bytes);
 * }
 * }</pre>
 *
 * @param lambda the precisions of an embedding are b diag(λ), for all blocks
 * @param model SHA-256 of the model that made them, or empty
 * @param blocks in the order of their recordings
 */
public record EmbeddingManifest(List<Double> lambda, String model, List<Block> blocks) {
  /** What the file is called in its folder. */
  public static final String FILE = "manifest.json";

  /** Recordings of a block: what a cell of scores has on either side. */
  public static final int RECORDINGS = 16_384;

  private static final String FORMAT = "gme-embeddings";
  private static final int VERSION = 1;

  /** Recordings have numbers. */
  private static final long MOST = Integer.MAX_VALUE;

  /** A file of the folder itself, whatever a hostile manifest would like to have read. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * A block.
   *
   * @param file its name in the folder
   * @param recordings how many it has
   * @param lowest the lowest b
   * @param highest the highest b
   * @param sha256 of its bytes, in hexadecimal digits
   */
  public record Block(String file, int recordings, double lowest, double highest, String sha256) {
    public Block {
      if (!NAME.matcher(file).matches()) {
        throw new IllegalArgumentException(
            "expected the name of a file in the folder, found " + BadFile.quoted(file));
      }
      if (recordings < 1) {
        throw new IllegalArgumentException(
            file + " should have at least one recording, found " + recordings);
      }
      if (!(lowest >= 0 && lowest <= highest && highest < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            file + " has precisions from " + lowest + " to " + highest);
      }
      if (!DIGEST.matcher(sha256).matches()) {
        throw new IllegalArgumentException(
            file + " has no SHA-256 of 64 digits, but " + BadFile.quoted(sha256));
      }
    }
  }

  public EmbeddingManifest {
    lambda = List.copyOf(lambda);
    blocks = List.copyOf(blocks);
    if (lambda.isEmpty() || lambda.stream().anyMatch(l -> !(l >= 0 && Double.isFinite(l)))) {
      throw new IllegalArgumentException("expected a lambda of finite numbers, found " + lambda);
    }
    if (!model.isEmpty() && !DIGEST.matcher(model).matches()) {
      throw new IllegalArgumentException(
          "the model has no SHA-256 of 64 digits, but " + BadFile.quoted(model));
    }
    Set<String> files = new HashSet<>();
    long recordings = 0;
    for (Block block : blocks) {
      if (!files.add(block.file)) {
        throw new IllegalArgumentException("two blocks are called " + block.file);
      }
      recordings += block.recordings;
    }
    if (recordings > MOST) {
      throw new IllegalArgumentException(
          "expected at most 2^31 - 1 recordings, found " + recordings);
    }
  }

  /** What block number i is called. */
  public static String name(int i) {
    return String.format(Locale.ROOT, "block-%05d.safetensors", i);
  }

  /** The dimension of the embeddings. */
  public int dimension() {
    return lambda.size();
  }

  /** How many recordings there are in all blocks. */
  public int recordings() {
    return blocks.stream().mapToInt(Block::recordings).sum();
  }

  /** The number of the first recording of block i. */
  public int first(int i) {
    return blocks.subList(0, i).stream().mapToInt(Block::recordings).sum();
  }

  /** The lowest precision of all, 0 of none. */
  public double lowest() {
    return blocks.stream().mapToDouble(Block::lowest).min().orElse(0);
  }

  /** The highest precision of all, 0 of none. */
  public double highest() {
    return blocks.stream().mapToDouble(Block::highest).max().orElse(0);
  }

  /** The bytes of the file. */
  public byte[] toBytes() {
    ObjectNode root = LongJson.MAPPER.createObjectNode();
    root.put("format", FORMAT).put("version", VERSION);
    root.put("dimension", dimension()).put("recordings", recordings());
    root.put("model_sha256", model);
    root.put("lowest_b", lowest()).put("highest_b", highest());
    lambda.forEach(root.putArray("lambda")::add);
    ArrayNode list = root.putArray("blocks");
    for (Block block : blocks) {
      ObjectNode node = list.addObject();
      node.put("file", block.file).put("recordings", block.recordings);
      node.put("lowest_b", block.lowest).put("highest_b", block.highest);
      node.put("sha256", block.sha256);
    }
    return (root.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the first bytes of a file are those of a manifest. */
  public static boolean is(byte[] start) {
    String text = new String(start, StandardCharsets.UTF_8).stripLeading();
    return text.startsWith("{")
        && text.substring(1).stripLeading().matches("(?s)\"format\"\\s*:\\s*\"" + FORMAT + "\".*");
  }

  public static EmbeddingManifest read(Path file) throws IOException {
    return InputFile.read(file, EmbeddingManifest::read);
  }

  /** The manifest of a file that is open; refused if it is none, damaged, or of a newer gme. */
  public static EmbeddingManifest read(InputFile in) throws IOException {
    return of(in.toString(), in.stream().readNBytes(LongJson.LONGEST));
  }

  /**
   * The manifest of bytes.
   *
   * @param name what messages call them
   */
  public static EmbeddingManifest of(String name, byte[] bytes) throws IOException {
    JsonNode root;
    try {
      root = LongJson.tree(name, new String(bytes, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw damaged(name, "expected JSON, found something else");
    }
    if (!root.isObject() || !root.path("format").asText().equals(FORMAT)) {
      throw BadFile.at(
          name,
          "expected the manifest of a folder of meta-embeddings, found something else",
          "name its " + FILE);
    }
    if (root.path("version").asInt() > VERSION) {
      throw BadFile.at(
          name,
          "expected a format up to " + VERSION + ", found " + root.path("version").asInt(),
          "it was written by a newer gme: read it with that one");
    }
    try {
      List<Double> lambda = new ArrayList<>();
      root.path("lambda").forEach(l -> lambda.add(number(l, "lambda")));
      List<Block> blocks = new ArrayList<>();
      for (JsonNode node : root.path("blocks")) {
        blocks.add(
            new Block(
                node.path("file").asText(),
                whole(node.path("recordings"), "recordings"),
                number(node.path("lowest_b"), "lowest_b"),
                number(node.path("highest_b"), "highest_b"),
                node.path("sha256").asText()));
      }
      var out = new EmbeddingManifest(lambda, root.path("model_sha256").asText(), blocks);
      if (whole(root.path("recordings"), "recordings") != out.recordings()
          || whole(root.path("dimension"), "dimension") != out.dimension()) {
        throw new IllegalArgumentException(
            "its blocks have "
                + out.recordings()
                + " recordings of dimension "
                + out.dimension()
                + ", but it says that there are "
                + root.path("recordings")
                + " of "
                + root.path("dimension"));
      }
      return out;
    } catch (IllegalArgumentException e) {
      throw damaged(name, e.getMessage());
    }
  }

  private static int whole(JsonNode node, String what) {
    if (!node.isInt()) {
      throw new IllegalArgumentException("expected a whole number of " + what + ", found " + node);
    }
    return node.asInt();
  }

  private static double number(JsonNode node, String what) {
    if (!node.isNumber()) {
      throw new IllegalArgumentException("expected a number as " + what + ", found " + node);
    }
    return node.asDouble();
  }

  private static GmeException damaged(String name, String found) {
    return BadFile.at(name, found, "the file is damaged: write the folder again");
  }
}
