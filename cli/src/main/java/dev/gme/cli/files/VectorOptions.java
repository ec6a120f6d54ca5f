package dev.gme.cli.files;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * Reads files of vectors; a mixin with the option that forces their format.
 *
 * <pre>{@code
 * @Mixin VectorOptions vectorOptions;
 * ...
 * LabelledVectors test = vectorOptions.read(testFile);
 * }</pre>
 */
public final class VectorOptions {
  @Option(
      names = "--vector-format",
      paramLabel = "FORMAT",
      description =
          "Read vectors as ${COMPLETION-CANDIDATES}, in any case; without it, the format is told by"
              + " the content.")
  VectorFormat format;

  /** Whether the option was given. */
  public boolean isForced() {
    return format != null;
  }

  /** All vectors of a file, with their speakers where the file has them. */
  public LabelledVectors read(Path file) throws IOException {
    return format == null ? VectorFiles.read(file) : VectorFiles.read(file, format);
  }
}
