package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.feature.EnergyVad;
import dev.gme.frontend.feature.Mfcc;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;

/** Which frames of recordings are speech. */
@Command(
    name = "vad",
    description = {
      "Decide by energy which frames of recordings are speech.",
      "Writes a Kaldi archive with a vector for each recording, 1 for a frame of speech."
    },
    footer = {"  gme vad data/train --out vad.ark", "  gme vad call.sph --channel 1 --out vad.ark"})
public final class VadCommand extends FrameCommand {
  VadCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  Skipped make(RecordingList recordings) throws IOException {
    FeatureSpec spec = features.spec();
    Mfcc mfcc = new Mfcc(spec.pipeline().mfcc());
    EnergyVad vad = spec.voiceActivity();
    LongAdder speech = new LongAdder();
    return write(
        recordings,
        spec,
        recording -> decisions(recording.atRate(spec.rate()), mfcc, vad, speech),
        description(speech));
  }

  private static Description description(LongAdder speech) {
    return new Description(
        s ->
            String.format(
                Locale.ROOT,
                "%,d of %,d frames are speech (%.1f %%), %,d recordings",
                speech.sum(),
                s.frames(),
                100.0 * speech.sum() / s.frames(),
                s.recordings()),
        (json, s) -> json.put("speech", speech.sum()));
  }

  private static KaldiArray decisions(Audio audio, Mfcc mfcc, EnergyVad vad, LongAdder speech) {
    boolean[] decided = vad.decide(mfcc.compute(audio));
    double[] out = new double[decided.length];
    for (int t = 0; t < out.length; t++) {
      out[t] = decided[t] ? 1 : 0;
      speech.add(decided[t] ? 1 : 0);
    }
    return KaldiArray.vector(out).toSingle();
  }
}
