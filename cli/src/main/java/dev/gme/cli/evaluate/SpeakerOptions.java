package dev.gme.cli.evaluate;

import dev.gme.cli.files.OldName;
import dev.gme.core.GmeException;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Who speaks in trials; a mixin. */
final class SpeakerOptions {
  @OldName("--test-spk")
  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The speaker of each recording and model, in lines of: id speaker. A model that has the"
              + " name of a speaker needs no line. With speakers there are bootstrap intervals.")
  Path labels;

  @OldName("--enrol-spk")
  @Option(
      names = "--enrol-labels",
      paramLabel = "FILE",
      description = "The speaker of each enrolled model; unless given, the list of --labels.")
  Path enrolLabels;

  boolean areNamed() {
    return enrolLabels != null || labels != null;
  }

  /** The speakers from the lists or the key's columns; without them there can be no interval. */
  TrialSpeakerLists of(TrialList trials) throws IOException {
    if (areNamed()) {
      return TrialSpeakerLists.read(
          trials,
          enrolLabels == null ? labels : enrolLabels,
          labels == null ? enrolLabels : labels);
    }
    return TrialSpeakerLists.ofColumns(trials)
        .orElseThrow(
            () ->
                new GmeException(
                    trials.source()
                        + " does not say who speaks in its trials, and bootstrap intervals are made"
                        + " by drawing speakers",
                    "name them with --labels FILE, for example an utt2spk, or in"
                        + " columns enrol_speaker and test_speaker of the key"));
  }
}
