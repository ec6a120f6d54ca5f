package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.train.data.DataReport;
import dev.gme.lab.data.TrainSet;
import java.util.Locale;

/**
 * Says what there is to know about training data; what training would refuse, it refuses itself.
 */
public final class DataWarnings {
  private DataWarnings() {}

  public static void speak(TrainSet set, Terminal terminal) {
    try (LineProgress progress = LineProgress.of(terminal, "looking at the data")) {
      for (DataReport.Finding finding : set.report(progress).findings()) {
        if (finding.severity() != DataReport.Severity.REFUSAL) {
          String severity = finding.severity().name().toLowerCase(Locale.ROOT);
          terminal.say(severity + ": " + finding.message() + "; " + finding.help());
        }
      }
    }
  }
}
