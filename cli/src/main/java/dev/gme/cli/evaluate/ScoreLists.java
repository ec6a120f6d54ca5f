package dev.gme.cli.evaluate;

import dev.gme.core.GmeException;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;

/** Reads keys and scores, whatever their layout. */
final class ScoreLists {
  private ScoreLists() {}

  static TrialList read(Path file) throws IOException {
    return ListReader.read(file);
  }

  static TrialList read(Path file, ListLayout layout) throws IOException {
    return ListReader.read(file, layout);
  }

  /** A list that must have scores. */
  static TrialList readScores(Path file, String layout) throws IOException {
    TrialList list = layout == null ? read(file) : read(file, ListLayout.of(layout));
    if (!list.hasScores()) {
      throw new GmeException(
          file + ": expected scores, found " + list,
          "give a list of lines such as: enrol test score");
    }
    return list;
  }
}
