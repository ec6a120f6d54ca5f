package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;
import java.util.Locale;

/** A front end that is made from its description. */
final class SpecFrontEnd implements FrontEnd {
  private final FrontEndSpec spec;
  private final int rate;
  private final Normalization normalization;
  private final FrontEndSpec.Computation computation;

  SpecFrontEnd(FrontEndSpec spec, int rate, Normalization normalization) {
    this.spec = spec;
    this.rate = rate;
    this.normalization = normalization;
    this.computation = spec.computation(rate);
  }

  @Override
  public int rate() {
    return rate;
  }

  @Override
  public int dimension() {
    return spec.dimension();
  }

  @Override
  public int leastSamples() {
    return spec.leastSamples(rate);
  }

  @Override
  public boolean isWave() {
    return spec instanceof WaveSpec;
  }

  @Override
  public FloatMatrix apply(Audio audio) {
    if (audio.rate() != rate) {
      throw new GmeException(
          "the network expects " + rate + " samples a second, found " + audio.rate(),
          "resample the recording");
    }
    requireSound(audio.samples());
    FloatMatrix frames = computation.compute(scaled(audio.samples()));
    FloatMatrix seen =
        computation.select(frames, normalization.apply(frames, spec.framesPerSecond(rate)));
    if (seen.rows() == 0) {
      throw new GmeException(
          "the recording has no speech in its " + frames.rows() + " frames",
          "leave it out, or check its level");
    }
    requireFinite(seen);
    return seen;
  }

  private void requireSound(float[] x) {
    if (x.length < leastSamples()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "the recording has %d samples, a frame needs %d",
              x.length,
              leastSamples()),
          "leave it out: it is too short");
    }
    boolean same = true;
    for (float v : x) {
      if (!Float.isFinite(v)) {
        throw new GmeException(
            "the recording has a sample that is " + v, "make the recording again");
      }
      same &= v == x[0];
    }
    if (same) {
      throw new GmeException(
          "the recording holds no sound: all of its samples are the same",
          "leave it out, or check its channel");
    }
  }

  private float[] scaled(float[] x) {
    if (spec.scale() == FrontEndSpec.FULL_SCALE) {
      return x;
    }
    float factor = (float) (spec.scale() / FrontEndSpec.FULL_SCALE);
    float[] out = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = x[i] * factor;
    }
    return out;
  }

  /** Samples beyond what 16 bits hold can overflow on the way. */
  private static void requireFinite(FloatMatrix frames) {
    for (float v : frames.array()) {
      if (!Float.isFinite(v)) {
        throw new GmeException(
            "the features of the recording are not finite",
            "check its samples: they are far louder than a recording can be");
      }
    }
  }
}
