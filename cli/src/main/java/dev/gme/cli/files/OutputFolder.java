package dev.gme.cli.files;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The folder that a whole experiment goes to; a mixin with {@code --out}.
 *
 * <pre>{@code
 * @Mixin OutputFolder out = new OutputFolder(Path.of("exp"));
 * }</pre>
 */
public final class OutputFolder {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FOLDER",
      description = "Folder for all that is made.")
  Path out;

  /** Without a default: there is no path where none is named. */
  public OutputFolder() {}

  /**
   * A folder with a default.
   *
   * @param usual the folder where none is named
   */
  public OutputFolder(Path usual) {
    out = usual;
  }

  /** The folder, if one was named or is usual. */
  public Optional<Path> path() {
    return Optional.ofNullable(out);
  }
}
