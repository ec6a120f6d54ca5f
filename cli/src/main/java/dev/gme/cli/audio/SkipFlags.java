package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.terminal.Count;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.frontend.corpus.Skipped;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How many recordings may be left out. */
final class SkipFlags {
  /** More would scroll away what came before. */
  private static final int SHOWN = 10;

  @Option(
      names = "--max-skipped",
      paramLabel = "PERCENT",
      description =
          "Share of the recordings that may be skipped because they cannot be read or hold no"
              + " speech; more is a failure.")
  double percent = 100 * Skipped.ALLOWED;

  @Option(
      names = "--allow-missing",
      description = "Go on however many recordings, or sides of trials, are missing.")
  boolean allowMissing;

  /** Refuses what is no share. */
  void check(CommandSpec spec) {
    CheckedOptions.require(
        percent >= 0 && percent <= 100,
        spec,
        "--max-skipped must be from 0 to 100 percent, found " + percent);
  }

  double share() {
    return allowMissing ? 1 : percent / 100;
  }

  /** Fails where too many were skipped, and says which options allow more. */
  void check(Skipped skipped, int total) {
    try {
      skipped.check(total, share());
    } catch (GmeException e) {
      throw withOptions(e);
    }
  }

  /** Adds the options to what helps against too many missing recordings; keeps all other help. */
  static GmeException withOptions(GmeException e) {
    return e.help().equals(Skipped.REMEDY)
        ? new GmeException(
            e.getMessage(), e.help() + ": --max-skipped PERCENT, or --allow-missing for any number")
        : e;
  }

  /** Says what was skipped. */
  static void tell(Terminal terminal, Map<String, String> reasons) {
    if (reasons.isEmpty()) {
      return;
    }
    terminal.say("skipped " + Count.of(reasons.size(), "recording") + ":");
    reasons.values().stream().limit(SHOWN).forEach(r -> terminal.say("  " + r));
    if (reasons.size() > SHOWN) {
      terminal.say("  and " + (reasons.size() - SHOWN) + " more");
    }
  }
}
