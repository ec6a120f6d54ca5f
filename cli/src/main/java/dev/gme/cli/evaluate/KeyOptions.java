package dev.gme.cli.evaluate;

import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.TrialOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.formats.table.ScoreAlignment;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoreLists;
import dev.gme.lab.evaluate.ScoredKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which trials are targets. */
final class KeyOptions {
  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "The trials with their labels, target or nontarget (1 or 0); not needed if the scores"
              + " have labels.")
  Path key;

  @Mixin TrialOptions trialOptions;
  @Mixin ScoreFileOptions scoreFiles;

  @Option(
      names = "--allow-missing",
      description = "Skip trials without a score, and scores of ids that the key lacks.")
  boolean allowMissing;

  /** The trials of the key with the scores of each file. */
  ScoredKey read(List<Path> files, Terminal terminal) throws IOException {
    List<TrialList> systems = new ArrayList<>();
    for (Path file : files) {
      systems.add(scoreFiles.read(file));
    }
    TrialList asked = key(systems.get(0));
    ScoredKey read =
        OptionHelp.naming(
            "missing",
            "--allow-missing",
            () ->
                allowMissing
                    ? ScoredKey.alignScored(asked, systems)
                    : ScoredKey.align(asked, systems));
    int repeated = ScoreAlignment.repeated(read.key());
    if (repeated > 0) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "%,d of %,d trials repeat earlier ones of %s; they count each time.",
              repeated,
              read.size(),
              asked.source()));
    }
    int left = asked.size() - read.size();
    if (left > 0) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "%,d of %,d trials have no score and are left out.",
              left,
              asked.size()));
    }
    return read;
  }

  /** All files that trials and scores are read from. */
  List<Path> with(List<Path> scores) {
    List<Path> files = new ArrayList<>(scores);
    if (key != null) {
      files.add(key);
    }
    return files;
  }

  private TrialList key(TrialList scores) throws IOException {
    if (key != null) {
      return (trialOptions.isForced()
              ? trialOptions.read(key)
              : trialOptions.named(ScoreLists.read(key)))
          .asKey();
    }
    if (!scores.hasLabels()) {
      throw new GmeException(
          scores.source() + " does not say which trials are target trials",
          "give the key with --key");
    }
    return trialOptions.named(scores);
  }
}
