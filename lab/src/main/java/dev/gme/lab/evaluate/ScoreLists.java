package dev.gme.lab.evaluate;

import dev.gme.formats.io.InputFile;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads keys and scores, whatever their layout. */
public final class ScoreLists {
  private ScoreLists() {}

  public static TrialList read(Path file) throws IOException {
    try (InputFile in = InputFile.open(file)) {
      return VectorFiles.recognize(in) == VectorFormat.NPY
          ? ScoreMatrixFiles.read(in)
          : ListReader.read(in, Optional.empty(), Map.of());
    }
  }

  /** Whether the file is a NumPy matrix, whose ids are beside it. */
  public static boolean isMatrix(Path file) throws IOException {
    return VectorFiles.recognize(file) == VectorFormat.NPY;
  }
}
