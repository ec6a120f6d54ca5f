package dev.gme.frontend.network;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.feature.EnergyVad;
import dev.gme.frontend.feature.FilterBank;
import dev.gme.frontend.feature.FrameOptions;
import dev.gme.frontend.feature.MelOptions;
import dev.gme.frontend.feature.Mfcc;
import dev.gme.frontend.feature.WindowType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Kaldi's features: logarithms of filter energies, or cepstra. The options are Kaldi's of the same
 * names.
 *
 * @param bands filters
 * @param cepstra how many, C0 included; 0 for the filters themselves
 * @param energy whether the log energy of a frame takes the place of C0
 * @param window the window
 * @param scale what full scale becomes; Kaldi's own is 32768
 * @param low lower end of the filters, in Hz
 * @param high their upper end; 0 or less counts down from half the rate
 * @param frameLength in ms
 * @param frameShift in ms
 * @param preemphasis within the frame
 * @param dither standard deviation of the noise that is added, the same in every run
 * @param snipEdges whether frames lie within the recording; else it is mirrored at its ends
 * @param vad whether, of cepstra, only the frames with speech are kept, after normalization
 */
public record KaldiSpec(
    int bands,
    int cepstra,
    boolean energy,
    WindowType window,
    double scale,
    double low,
    double high,
    double frameLength,
    double frameShift,
    double preemphasis,
    double dither,
    boolean snipEdges,
    boolean vad)
    implements FrontEndSpec {
  /** The names of the two types in descriptions. */
  public static final String FBANK = "kaldi-fbank";

  /** See {@link #FBANK}. */
  public static final String MFCC = "kaldi-mfcc";

  /** Kaldi's recipes for x-vectors. */
  private static final EnergyVad XVECTOR_VAD = new EnergyVad(5.5, 0.5, 2, 0.12);

  /** Any rate will do to check what does not depend on it. */
  private static final int SOME_RATE = 16000;

  public KaldiSpec {
    SpecChecks.scale(scale);
    SpecChecks.require(bands >= 3 && bands <= 1000, "from 3 to 1000 bands", bands);
    SpecChecks.require(
        cepstra >= 0 && cepstra <= bands, "from 0 to " + bands + " cepstra", cepstra);
    SpecChecks.require(
        frameLength >= 1 && frameLength <= 1000, "a frame of 1 to 1000 ms", frameLength);
    SpecChecks.require(
        frameShift >= 1 && frameShift <= 1000, "a shift of 1 to 1000 ms", frameShift);
    SpecChecks.require(!vad || cepstra > 0, "cepstra for voice activity", "bands");
    frame(SOME_RATE, frameLength, 10, preemphasis, dither, window, snipEdges);
  }

  /** Kaldi's filter energies by default, at its scale. */
  public static KaldiSpec fbank(int bands) {
    return new KaldiSpec(
        bands, 0, false, WindowType.POVEY, FULL_SCALE, 20, 0, 25, 10, 0.97, 0, true, false);
  }

  private static FrameOptions frame(
      int rate,
      double length,
      double shift,
      double preemphasis,
      double dither,
      WindowType window,
      boolean snipEdges) {
    return new FrameOptions(
        rate, length, shift, dither, preemphasis, true, window, 0.42, true, snipEdges, 0);
  }

  private FrameOptions frame(int rate) {
    return frame(rate, frameLength, frameShift, preemphasis, dither, window, snipEdges);
  }

  @Override
  public int dimension() {
    return cepstra > 0 ? cepstra : bands;
  }

  @Override
  public int leastSamples(int rate) {
    int shift = (int) (rate * 0.001 * frameShift);
    // A mirrored recording has a frame as soon as half a shift is there.
    return snipEdges ? (int) (rate * 0.001 * frameLength) : Math.max(1, shift - shift / 2);
  }

  @Override
  public double framesPerSecond(int rate) {
    return 1000 / frameShift;
  }

  @Override
  public Computation computation(int rate) {
    FrameOptions frame = frame(rate);
    MelOptions mel = new MelOptions(bands, low, high);
    if (cepstra == 0) {
      FilterBank bank =
          new FilterBank(new FilterBank.Options(frame, mel, false, 0, true, false, true, true));
      return samples -> bank.compute(Audio.wrap(rate, samples));
    }
    Mfcc mfcc = new Mfcc(new Mfcc.Options(frame, mel, cepstra, energy, 0, true, 22, false));
    return new Computation() {
      @Override
      public FloatMatrix compute(float[] samples) {
        return mfcc.compute(Audio.wrap(rate, samples));
      }

      @Override
      public FloatMatrix select(FloatMatrix frames, FloatMatrix normalized) {
        return vad ? EnergyVad.select(normalized, XVECTOR_VAD.decide(frames)) : normalized;
      }
    };
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", cepstra > 0 ? MFCC : FBANK);
    map.put("bands", bands);
    if (cepstra > 0) {
      map.put("cepstra", cepstra);
      map.put("energy", energy);
      map.put("vad", vad);
    }
    map.put("window", window.name().toLowerCase(Locale.ROOT));
    map.put("scale", scale);
    map.put("low", low);
    map.put("high", high);
    map.put("frame-length", frameLength);
    map.put("frame-shift", frameShift);
    map.put("preemphasis", preemphasis);
    map.put("dither", dither);
    map.put("snip-edges", snipEdges);
    return map;
  }
}
