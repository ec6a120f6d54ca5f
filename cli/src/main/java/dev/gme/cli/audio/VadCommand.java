package dev.gme.cli.audio;

import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.corpus.SpeechDecisions;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Which frames of recordings are speech. */
@Command(
    name = "vad",
    description = {
      "Decide by energy which frames of recordings are speech.",
      "Writes a Kaldi archive, *.ark, and its script file, with a vector for each recording: 1 for a"
          + " frame of speech."
    },
    footer = {"  gme vad data/train --out vad.ark", "  gme vad call.sph --channel 1 --out vad.ark"})
public final class VadCommand extends FrameCommand {
  @Override
  Skipped make(RecordingList recordings) throws IOException {
    FeatureSpec spec = features.spec();
    SpeechDecisions speech = new SpeechDecisions(spec);
    return write(recordings, spec, speech, description(speech));
  }

  private static Description description(SpeechDecisions speech) {
    return new Description(
        s ->
            String.format(
                Locale.ROOT,
                "%,d of %,d frames are speech (%.1f %%), %,d recordings",
                speech.frames(),
                s.frames(),
                100.0 * speech.frames() / s.frames(),
                s.recordings()),
        (json, s) -> json.put("speech", speech.frames()));
  }
}
