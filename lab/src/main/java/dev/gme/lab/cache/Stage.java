package dev.gme.lab.cache;

import dev.gme.formats.io.Sha256;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A step that makes files which users know by name, such as {@code ubm.safetensors}.
 *
 * <pre>{@code
 * new Stage("ubm", digestOfFrames, Map.of("gaussians", "64"), List.of(out.resolve("ubm.safetensors")))
 * }</pre>
 *
 * @param name of the step and of its stamp
 * @param inputs a digest of all that it reads
 * @param parameters what else decides on its files, in a fixed order
 * @param outputs its files
 */
public record Stage(
    String name, String inputs, Map<String, String> parameters, List<Path> outputs) {
  /** Raised when a step would make other files of the same inputs. */
  private static final String VERSION = "1";

  private static final int SHORT = 12;

  /** A digest of all that decides on the files: an input of the stages that read them. */
  public String digest() {
    return new Sha256().add(VERSION).add(name).add(inputs).add(parameters).hex();
  }

  /**
   * The key of the checkpoints of a part. The digest belongs to it: a checkpoint of other inputs is
   * not taken for this one.
   *
   * @param part empty, or a hyphen and a word where a stage trains several models
   */
  public String checkpoint(String part) {
    return name + part + "-" + digest().substring(0, SHORT);
  }
}
