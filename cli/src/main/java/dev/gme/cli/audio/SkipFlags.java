package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.frontend.corpus.Skipped;
import java.util.Map;
import picocli.CommandLine.Option;

/** How many recordings may be left out. */
final class SkipFlags {
  /** More would scroll away what came before. */
  private static final int SHOWN = 10;

  @Option(
      names = "--max-skipped",
      paramLabel = "PERCENT",
      description =
          "Recordings that may be skipped because they cannot be read or hold no speech; more is a"
              + " failure (default: 1).")
  Double percent;

  @Option(
      names = "--allow-missing",
      description = "Go on however many recordings, or sides of trials, are missing.")
  boolean allowMissing;

  double share() {
    if (percent != null && !(percent >= 0 && percent <= 100)) {
      throw new GmeException(
          "--max-skipped must be from 0 to 100 percent, found " + percent, "choose such a number");
    }
    return allowMissing ? 1 : percent == null ? Skipped.ALLOWED : percent / 100;
  }

  /** Says what was skipped. */
  static void tell(Terminal terminal, Map<String, String> reasons) {
    if (reasons.isEmpty()) {
      return;
    }
    terminal.say("skipped " + reasons.size() + " recordings:");
    reasons.values().stream().limit(SHOWN).forEach(r -> terminal.say("  " + r));
    if (reasons.size() > SHOWN) {
      terminal.say("  and " + (reasons.size() - SHOWN) + " more");
    }
  }
}
