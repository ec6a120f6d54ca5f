package dev.gme.cli.files;

import dev.gme.formats.LabelledVectors;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * The vectors that a command works on; a mixin with the file and {@link VectorOptions}.
 *
 * <pre>{@code
 * @Mixin VectorInput vectors;
 * ...
 * LabelledVectors set = vectors.read();
 * }</pre>
 */
public final class VectorInput {
  @Parameters(paramLabel = "VECTORS", description = "Vectors, in any format.")
  Path file;

  @Mixin VectorOptions options;

  public Path path() {
    return file;
  }

  public LabelledVectors read() throws IOException {
    return options.read(file);
  }
}
