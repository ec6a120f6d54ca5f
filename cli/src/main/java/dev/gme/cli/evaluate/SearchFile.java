package dev.gme.cli.evaluate;

import dev.gme.core.GmeException;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoreLists;
import dev.gme.lab.identify.ScoredSearches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Scores of searches and who is the right answer; a mixin. */
final class SearchFile {
  @Parameters(
      index = "0",
      paramLabel = "SCORES",
      description =
          "Scores of every enrolled speaker against every test, in any layout: 'gme score' without"
              + " --trials makes them. A test is a search.")
  Path scores;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The speaker of each test and enrolled model, in lines of: id speaker. A model that has"
              + " the name of a speaker needs no line. A test of somebody else is a stranger.")
  Path labels;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "Trials of which the target trials name the mate of each search; a test without one is"
              + " a stranger. Not needed with --labels, or if the scores have labels.")
  Path key;

  @Mixin ScoreFileOptions scoreFiles;

  ScoredSearches read() throws IOException {
    return searches(list());
  }

  TrialList list() throws IOException {
    return scoreFiles.read(scores);
  }

  ScoredSearches searches(TrialList list) throws IOException {
    if (labels != null) {
      return ScoredSearches.ofSpeakers(list, KaldiLists.readPairs(labels), labels.toString());
    }
    if (key == null && !list.hasLabels()) {
      throw new GmeException(
          scores + " does not say which enrolled speaker is the right answer",
          "give --labels FILE, for example an utt2spk, or the key with --key");
    }
    TrialList answers = key == null ? list : ScoreLists.read(key);
    if (!answers.hasLabels()) {
      throw new GmeException(
          key + ": expected trials with labels, found " + answers, "give a key with labels");
    }
    return ScoredSearches.ofKey(list, answers);
  }

  /** The files that were read. */
  List<Path> files() {
    List<Path> out = new ArrayList<>(List.of(scores));
    if (labels != null) {
      out.add(labels);
    } else if (key != null) {
      out.add(key);
    }
    return out;
  }
}
