package dev.gme.formats.table;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.io.TextLines;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

  /** Says beside a matrix what its scores are, in {@code scores.npy.about.json}. */
  public static void writeAbout(Path matrix, Optional<ScoreAbout> about) throws IOException {
    ScoreAbout.writeBeside(matrix, about);
  }

  /** The file of the ids of rows ({@code .rows}) or columns ({@code .cols}). */
  public static Path beside(Path matrix, String suffix) {
    String name = matrix.getFileName().toString();
    return matrix.resolveSibling(name.replaceFirst("\\.npy$", "") + suffix);
  }

  /** The scores of a .npy matrix with its ids, as a list of all pairs. */
  public static TrialList read(Path matrix) throws IOException {
    return InputFile.read(matrix, ScoreMatrixFiles::read);
  }

  /** The scores of a .npy matrix that is open, with its ids. */
  public static TrialList read(InputFile in) throws IOException {
    Path matrix = in.path();
    List<String> rows = ids(beside(matrix, ".rows"));
    List<String> cols = ids(beside(matrix, ".cols"));
    NpyArray scores = Npy.read(in);
    if (scores.isText() || !scores.shape().equals(List.of(rows.size(), cols.size()))) {
      throw BadFile.at(
          matrix,
          "expected " + rows.size() + " x " + cols.size() + " scores, found " + scores.shape(),
          "the lists of ids beside it (.rows, .cols) are of another matrix");
    }
    double[] values = scores.doubles();
    int[] nans = IntStream.range(0, values.length).filter(i -> Double.isNaN(values[i])).toArray();
    if (nans.length > 0) {
      int first = nans[0];
      throw BadFile.at(
          matrix,
          "the score of "
              + rows.get(first / cols.size())
              + " "
              + cols.get(first % cols.size())
              + " is NaN"
              + (nans.length == 1 ? "" : ", as are " + (nans.length - 1) + " more"),
          "find out why whatever wrote the matrix gave NaN");
    }
    return TrialList.allPairs(rows, cols)
        .withScores(values)
        .change()
        .about(ScoreAbout.readBeside(matrix))
        .build();
  }

  private static List<String> ids(Path file) throws IOException {
    return TextLines.read(file);
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
