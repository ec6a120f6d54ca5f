package dev.gme.frontend.network;

import dev.gme.core.linalg.FloatMatrix;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The samples themselves, for networks that have their front end inside.
 *
 * @param scale what full scale becomes
 */
public record WaveSpec(double scale) implements FrontEndSpec {
  /** The name of this type in descriptions. */
  public static final String TYPE = "wave";

  public WaveSpec {
    SpecChecks.scale(scale);
  }

  @Override
  public int dimension() {
    return 1;
  }

  @Override
  public int leastSamples(int rate) {
    return 1;
  }

  @Override
  public double framesPerSecond(int rate) {
    return rate;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.put("scale", scale);
    return map;
  }

  @Override
  public Computation computation(int rate) {
    return samples -> FloatMatrix.wrap(samples.length, 1, samples.clone());
  }
}
