package dev.gme.frontend.feature;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;
import java.util.Optional;

/**
 * From a recording to the frames that a mixture sees: cepstra or filter energies, derivatives,
 * normalization over a sliding window, and of these the frames that are speech.
 *
 * <pre>{@code
 * FloatMatrix frames = FeaturePipeline.paper(8000).compute(Audio.read(file));
 * }</pre>
 *
 * @param mfcc of the cepstra; the recording is resampled to their sample frequency
 * @param filterBank whether frames are the logarithms of filter energies, not the cepstra of these
 * @param deltas the derivatives
 * @param cmvn the normalization, empty for none
 * @param vad which frames are kept, decided on the cepstra before normalization; empty for all
 */
public record FeaturePipeline(
    Mfcc.Options mfcc,
    boolean filterBank,
    Deltas deltas,
    Optional<SlidingCmvn> cmvn,
    Optional<EnergyVad> vad) {

  /** 20 cepstra with Δ and ΔΔ, normalized over 3 s, as in the paper. */
  public static FeaturePipeline paper(int sampleFrequency) {
    return new FeaturePipeline(
        Mfcc.Options.paper(sampleFrequency),
        false,
        Deltas.DEFAULT,
        Optional.of(SlidingCmvn.paper()),
        Optional.of(new EnergyVad(5.5, 0.5, 2, 0.12)));
  }

  /** Dimension of the frames. */
  public int dimension() {
    return (filterBank ? mfcc.mel().bins() : mfcc.coefficients()) * (deltas.order() + 1);
  }

  public FloatMatrix compute(Audio audio) {
    Audio resampled = audio.atRate((int) mfcc.frame().sampleFrequency());
    FloatMatrix cepstra = new Mfcc(mfcc).compute(resampled);
    FloatMatrix frames = deltas.append(filterBank ? filterEnergies(resampled) : cepstra);
    FloatMatrix normalized = cmvn.isPresent() ? cmvn.get().apply(frames) : frames;
    return vad.isPresent() ? EnergyVad.select(normalized, vad.get().decide(cepstra)) : normalized;
  }

  private FloatMatrix filterEnergies(Audio audio) {
    FilterBank.Options options =
        new FilterBank.Options(
            mfcc.frame(), mfcc.mel(), false, 0, mfcc.rawEnergy(), false, true, true);
    return new FilterBank(options).compute(audio);
  }
}
