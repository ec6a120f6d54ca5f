package dev.gme.cli.evaluate;

import dev.gme.core.GmeException;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Path;

/** Reads keys and scores, whatever their layout. */
final class ScoreLists {
  private ScoreLists() {}

  static TrialList read(Path file) throws IOException {
    return isMatrix(file) ? ScoreMatrixFiles.read(file) : ListReader.read(file);
  }

  /** Whether the file is a NumPy matrix, whose ids are beside it. */
  static boolean isMatrix(Path file) throws IOException {
    return VectorFiles.recognize(file) == VectorFormat.NPY;
  }

  static TrialList read(Path file, ListLayout layout) throws IOException {
    return ListReader.read(file, layout);
  }

  /** A list that must have scores. */
  static TrialList readScores(Path file, String layout) throws IOException {
    TrialList list;
    try {
      list = layout == null ? read(file) : read(file, ListLayout.of(layout));
    } catch (GmeException e) {
      // Readers of lists name the option for trials; here it has another name.
      throw new GmeException(
          e.getMessage(), e.help().replace("--trials-format", "--scores-format"));
    }
    if (!list.hasScores()) {
      throw new GmeException(
          file + ": expected scores, found " + list,
          "give a list of lines such as: enrol test score");
    }
    return list;
  }
}
