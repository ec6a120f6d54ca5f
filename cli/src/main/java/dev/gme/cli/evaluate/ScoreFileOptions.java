package dev.gme.cli.evaluate;

import dev.gme.cli.files.OptionHelp;
import dev.gme.core.GmeException;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoreLists;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Reads files of scores; a mixin with the option that forces their layout. */
final class ScoreFileOptions {
  @Option(
      names = "--scores-format",
      paramLabel = "LAYOUT",
      description =
          "Layout of the scores: scores, wespeaker, nist, table, bosaris or npz; unless given, the"
              + " content tells.")
  ListLayout layout;

  /** A list that must have scores. */
  TrialList read(Path file) throws IOException {
    TrialList list =
        OptionHelp.naming(
            "the layout",
            "--scores-format",
            () -> layout == null ? ScoreLists.read(file) : ListReader.read(file, layout));
    if (!list.hasScores()) {
      throw new GmeException(
          file + ": expected scores, found " + list,
          "give a list of lines such as: enrol test score");
    }
    return list;
  }
}
