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
import java.util.Optional;
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
          ListLayout.BOSARIS,
          ListLayout.NPZ);

  private static final Set<ListLayout> BINARY = Set.of(ListLayout.BOSARIS, ListLayout.NPZ);

  @Mixin OptionalOut out;

  @Option(
      names = "--format",
      paramLabel = "LAYOUT",
      description =
          "Layout to write: scores, wespeaker, nist, table, bosaris or npz; unless given, by the name"
              + " of --out (.csv, .tsv, .h5, .npz), else that of the scores that were read.")
  ListLayout format;

  void write(TrialList scores, Path like, Terminal terminal) throws IOException {
    Optional<ListLayout> asked = Optional.ofNullable(format);
    ListLayout layout = asked.or(() -> out.file().flatMap(ListLayout::ofName)).orElse(null);
    if (layout == null) {
      layout = layoutOf(like);
    }
    if (!WITH_SCORES.contains(layout) || (BINARY.contains(layout) && out.isStdout())) {
      throw new GmeException(
          "layout " + layout.label() + " cannot be written here",
          "choose scores, wespeaker, nist or table; or bosaris or npz with --out");
    }
    if (out.file().isPresent()) {
      layout.requireName(out.file().get());
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

  /** Binary layouts come out as text, unless the name of the file says otherwise. */
  private ListLayout layoutOf(Path like) throws IOException {
    if (ScoreLists.isMatrix(like)) {
      return ListLayout.SCORES;
    }
    ListLayout layout = ListRecognizer.recognize(like);
    // A file of another name is not to hold it either.
    return BINARY.contains(layout) ? ListLayout.SCORES : layout;
  }
}
