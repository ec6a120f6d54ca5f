package dev.gme.cli.files;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The file that a command makes, and how the command tells of it; a mixin with {@code --out} and
 * {@code --json}.
 *
 * <pre>{@code
 * @Mixin OutputFile output;
 * ...
 * ModelFiles.write(output.path(), model, format, provenance);
 * if (output.json().isWanted()) {
 *   output.json().print(figures);
 * }
 * }</pre>
 */
public final class OutputFile {
  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the result.")
  Path out;

  @Mixin JsonOption json;

  public Path path() {
    return out;
  }

  public JsonOption json() {
    return json;
  }
}
