package dev.gme.formats.table;

import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The ids beside a matrix of scores: for {@code scores.npy} the enrolments in {@code scores.rows}
 * and the tests in {@code scores.cols}, an id a line.
 */
public final class ScoreMatrixFiles {
  private ScoreMatrixFiles() {}

  public static void writeIds(Path matrix, List<String> rows, List<String> cols)
      throws IOException {
    write(beside(matrix, ".rows"), rows);
    write(beside(matrix, ".cols"), cols);
  }

  /** The file of the ids of rows ({@code .rows}) or columns ({@code .cols}). */
  public static Path beside(Path matrix, String suffix) {
    String name = matrix.getFileName().toString();
    return matrix.resolveSibling(name.replaceFirst("\\.npy$", "") + suffix);
  }

  private static void write(Path file, List<String> ids) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      for (String id : ids) {
        target.stream().write((id + "\n").getBytes(StandardCharsets.UTF_8));
      }
      target.commit();
    }
  }
}
