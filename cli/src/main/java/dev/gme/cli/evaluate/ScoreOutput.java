package dev.gme.cli.evaluate;

import dev.gme.cli.files.OptionalOut;
import dev.gme.cli.terminal.Count;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListRecognizer;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoreLists;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where scores are written, and in which layout; a mixin. */
final class ScoreOutput {
  private static final Set<ListLayout> WITH_SCORES =
      Set.of(
          ListLayout.SCORES,
          ListLayout.WESPEAKER,
          ListLayout.NIST,
          ListLayout.TABLE,
          ListLayout.BOSARIS);

  @Mixin OptionalOut out;

  @Option(
      names = "--format",
      paramLabel = "LAYOUT",
      description =
          "Layout to write: scores, wespeaker, nist, table or bosaris; unless given,"
              + " that of the scores that were read.")
  ListLayout format;

  void write(TrialList scores, Path like, Terminal terminal) throws IOException {
    ListLayout layout = format == null ? layoutOf(like) : format;
    if (!WITH_SCORES.contains(layout) || (layout == ListLayout.BOSARIS && out.isStdout())) {
      throw new GmeException(
          "layout " + layout.label() + " cannot be written here",
          "choose scores, wespeaker, nist or table; or bosaris with --out");
    }
    if (layout == ListLayout.WESPEAKER && !scores.hasLabels()) {
      throw new GmeException(
          "layout wespeaker needs labels, which " + scores.source() + " does not have",
          "choose scores, nist or table");
    }
    out.write(scores, layout);
    out.file()
        .ifPresent(
            f -> terminal.say("Wrote " + Count.of(scores.size(), "score") + " to " + f + "."));
  }

  /** Binary layouts come out as text on standard output. */
  private ListLayout layoutOf(Path like) throws IOException {
    if (ScoreLists.isMatrix(like)) {
      return ListLayout.SCORES;
    }
    ListLayout layout = ListRecognizer.recognize(like);
    return layout == ListLayout.BOSARIS && out.isStdout() ? ListLayout.SCORES : layout;
  }
}
