package dev.gme.frontend.corpus;

import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.feature.EnergyVad;
import dev.gme.frontend.feature.Mfcc;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes a vector of each recording, 1 for a frame of speech and 0 for another, and counts the
 * frames of speech.
 *
 * <pre>{@code
 * SpeechDecisions speech = new SpeechDecisions(FeatureSpec.paper(8000));
 * FeatureFiles.write(recordings, ids, 8000, speech, "ark:vad.ark", skipped, Progress.NONE);
 * long frames = speech.frames();
 * }</pre>
 */
public final class SpeechDecisions implements FeatureFiles.Maker {
  private final int rate;
  private final Mfcc mfcc;
  private final EnergyVad vad;
  private final LongAdder speech = new LongAdder();

  public SpeechDecisions(FeatureSpec spec) {
    this.rate = spec.rate();
    this.mfcc = new Mfcc(spec.pipeline().mfcc());
    this.vad = spec.voiceActivity();
  }

  @Override
  public KaldiArray make(Audio audio) {
    boolean[] decided = vad.decide(mfcc.compute(audio.atRate(rate)));
    double[] out = new double[decided.length];
    for (int t = 0; t < out.length; t++) {
      out[t] = decided[t] ? 1 : 0;
      speech.add(decided[t] ? 1 : 0);
    }
    return KaldiArray.vector(out).toSingle();
  }

  /** How many frames of all recordings so far are speech. */
  public long frames() {
    return speech.sum();
  }
}
