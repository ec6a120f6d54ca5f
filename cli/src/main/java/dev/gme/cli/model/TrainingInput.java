package dev.gme.cli.model;

import dev.gme.cli.files.LabelOptions;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.train.DataReport;
import dev.gme.core.train.TrainingData;
import dev.gme.formats.LabelledVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The vectors to train on, with what is to be said about them; a mixin. */
final class TrainingInput {
  @Parameters(paramLabel = "VECTORS", description = "Training vectors, in any format.")
  Path vectors;

  @Mixin LabelOptions labels;

  private final Terminal terminal;

  TrainingInput(Terminal terminal) {
    this.terminal = terminal;
  }

  LabelledVectors read() throws IOException {
    return labels.readLabelled(vectors);
  }

  /** The data, after their guards have spoken; what training would refuse, it refuses itself. */
  TrainingData data(LabelledVectors set) {
    TrainingData data = TrainingData.of(set.vectors(), set.speakerNumbers());
    try (LineProgress progress = LineProgress.of(terminal, "looking at the data")) {
      DataReport report = DataReport.of(data, progress);
      for (DataReport.Finding finding : report.findings()) {
        if (finding.severity() != DataReport.Severity.REFUSAL) {
          terminal.say(
              finding.severity().name().toLowerCase(Locale.ROOT)
                  + ": "
                  + finding.message()
                  + "; "
                  + finding.help());
        }
      }
    }
    terminal.say("Training on " + set + " of " + data.speakers() + " speakers.");
    return data;
  }
}
