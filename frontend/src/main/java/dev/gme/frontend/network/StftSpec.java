package dev.gme.frontend.network;

import dev.gme.frontend.feature.StftMel;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Filter energies of a short-time Fourier transform around the times of frames.
 *
 * @param options of transform and filters
 * @param scale what full scale becomes
 */
public record StftSpec(StftMel.Options options, double scale) implements FrontEndSpec {
  /** The name of this type in descriptions. */
  public static final String TYPE = "stft-mel";

  public StftSpec {
    SpecChecks.scale(scale);
  }

  @Override
  public int dimension() {
    return options.dimension();
  }

  @Override
  public int leastSamples(int rate) {
    return options.leastSamples();
  }

  @Override
  public double framesPerSecond(int rate) {
    return (double) rate / options.shift();
  }

  @Override
  public Computation computation(int rate) {
    return new StftMel(options, rate)::compute;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.put("fft", options.fft());
    map.put("length", options.length());
    map.put("shift", options.shift());
    map.put("window", word(options.window()));
    map.put("periodic", options.periodic());
    map.put("padding", word(options.padding()));
    map.put("preemphasis", options.preemphasis());
    map.put("mirrored-start", options.mirroredStart());
    map.put("bands", options.bands());
    map.put("low", options.low());
    map.put("high", options.high());
    map.put("mel", word(options.scale()));
    map.put("area-norm", options.areaNorm());
    map.put("triangles", word(options.triangles()));
    map.put("power", options.power());
    map.put("log", word(options.log()));
    map.put("add", options.add());
    map.put("floor", options.floor());
    map.put("top", options.top());
    map.put("cepstra", options.cepstra());
    map.put("scale", scale);
    return map;
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
