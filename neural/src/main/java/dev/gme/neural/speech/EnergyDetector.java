package dev.gme.neural.speech;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.feature.FrameOptions;
import dev.gme.frontend.feature.Mfcc;
import java.util.Optional;

/** Speech by energy, with the frames and thresholds of gme vad. */
final class EnergyDetector implements SpeechDetector {
  private static final int TELEPHONE = 8000;
  private static final int WIDEBAND = 16000;

  @Override
  public Optional<TimeRegions> speech(String id, Audio audio) {
    FeatureSpec spec = FeatureSpec.paper(audio.rate() < WIDEBAND ? TELEPHONE : WIDEBAND);
    Mfcc.Options options = spec.pipeline().mfcc();
    FrameOptions frame = options.frame();
    FloatMatrix cepstra = new Mfcc(options).compute(audio.atRate(spec.rate()));
    boolean[] decided = spec.voiceActivity().decide(cepstra);
    double shift = frame.frameShift() / 1000;
    double length = frame.frameLength() / 1000;
    SpeechRuns runs = new SpeechRuns();
    for (int t = 0; t < decided.length; t++) {
      if (decided[t]) {
        runs.add(t * shift, Math.min(audio.seconds(), t * shift + length));
      }
    }
    return Optional.of(runs.regions());
  }

  @Override
  public String digest() {
    return "energy";
  }
}
