package dev.gme.cli.evaluate;

import dev.gme.cli.terminal.Terminal;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListRecognizer;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where scores go. */
final class ScoreOutput {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where the scores go (default: standard output).")
  Path out;

  @Option(
      names = "--format",
      paramLabel = "LAYOUT",
      description = "scores, wespeaker, nist or table (default: that of the scores that came in).")
  String format;

  void write(TrialList scores, Path like, Terminal terminal) throws IOException {
    ListLayout layout = format == null ? ListRecognizer.recognize(like) : ListLayout.of(format);
    if (out == null) {
      ListWriter.write(terminal.out(), scores, layout);
    } else {
      ListWriter.write(out, scores, layout);
      terminal.say("Wrote " + scores.size() + " scores to " + out + ".");
    }
  }
}
