package dev.gme.cli.files;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * Reads files of vectors; a mixin with the options that force their format and the names in it.
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
          "Format of the vectors: ${COMPLETION-CANDIDATES}; unless given, the content tells.")
  VectorFormat format;

  @Option(
      names = "--arrays",
      split = ",",
      paramLabel = "NAME=ARRAY",
      description =
          "Names of the arrays of an .npz file with vectors, where they are not X, ids and y: for"
              + " example X=emb,ids=utts.")
  Map<String, String> arrays = new LinkedHashMap<>();

  @Option(
      names = "--ids",
      paramLabel = "LIST",
      description =
          "The ids of a .npy file with vectors, one a line; unless given, the list of the same name"
              + " with .ids.")
  Path ids;

  /** Whether an option was given. */
  public boolean isForced() {
    return format != null || ids != null || !arrays.isEmpty();
  }

  /** All vectors of a file, with their speakers where the file has them. */
  public LabelledVectors read(Path file) throws IOException {
    try (InputFile in = InputFile.open(file)) {
      return read(in);
    }
  }

  /** All vectors of a file that is open. */
  public LabelledVectors read(InputFile file) throws IOException {
    return OptionHelp.naming(
        "which arrays",
        "--arrays X=…,ids=…",
        () -> OptionHelp.naming("name the list of ids", "--ids LIST", () -> readAny(file)));
  }

  private LabelledVectors readAny(InputFile file) throws IOException {
    if (ids != null) {
      return VectorFiles.readNpy(file, ids);
    }
    if (!arrays.isEmpty()) {
      return VectorFiles.readNpz(file.path(), arrays);
    }
    return format == null ? VectorFiles.read(file) : VectorFiles.read(file, format);
  }
}
