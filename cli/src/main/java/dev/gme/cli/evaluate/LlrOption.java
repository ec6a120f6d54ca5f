package dev.gme.cli.evaluate;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoredKey;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether scores are log-likelihood ratios, where their files do not say so; a mixin. */
final class LlrOption {
  @Option(
      names = "--llr",
      description =
          "The scores are natural log-likelihood ratios, whatever is or is not said of them in"
              + " their file or in NAME.about.json beside it.")
  boolean llr;

  private final Terminal terminal;

  LlrOption(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The trials as figures are to be made of them; says which figures will be doubtful. */
  ScoredKey checked(ScoredKey trials, List<Path> files) {
    if (llr) {
      return trials.asLlrs();
    }
    for (int k = 0; k < files.size(); k++) {
      if (!trials.mayBeLlrs(k)) {
        terminal.say(
            String.format(
                "note: %s holds %s, which are no log-likelihood ratios: no actual DCF and no Cllr"
                    + " (--llr gives them all the same).",
                files.get(k), trials.about(k).map(ScoreAbout::description).orElseThrow()));
      } else if (trials.about(k).isEmpty()) {
        terminal.say(
            String.format(
                "warning: %s does not say what its scores are; actual DCF and Cllr are right for"
                    + " log-likelihood ratios only (--llr says that these are).",
                files.get(k)));
      }
    }
    return trials;
  }

  /** Refuses scores that are no log-likelihood ratios, and warns where that is not known. */
  void require(TrialList scores, Path file) {
    if (llr) {
      return;
    }
    if (scores.about().isEmpty()) {
      terminal.say(
          String.format(
              "warning: %s does not say what its scores are; decisions are right for log-likelihood"
                  + " ratios only (--llr says that these are).",
              file));
    } else if (!scores.about().get().isLlr()) {
      throw new GmeException(
          file
              + ": expected log-likelihood ratios, found "
              + scores.about().get().description()
              + ", of which no decision follows",
          "calibrate them: 'gme calibrate train', then --calibration; --llr decides all the same");
    }
  }
}
