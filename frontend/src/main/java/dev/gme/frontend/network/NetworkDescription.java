package dev.gme.frontend.network;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What has to be known of a network to embed recordings by it.
 *
 * <pre>{@code
 * NetworkDescription d = NetworkDescriptions.read(Path.of("net.yaml"));
 * FloatMatrix frames = d.frontEnd().apply(d.level().apply(audio));
 * }</pre>
 *
 * @param rate of the recordings that it wants, in Hz
 * @param features that it takes
 * @param normalize what is done to these
 * @param level of a recording
 * @param input name of the input; empty for the only one
 * @param layout of the axes of the input
 * @param output name of the output; empty for the first
 * @param uncertainty what a second output says
 * @param uncertaintyOutput its name; empty if there is none
 * @param windows what the network sees at a time
 * @param shortest seconds of speech that a recording must have
 */
public record NetworkDescription(
    int rate,
    FrontEndSpec features,
    Normalization normalize,
    Level level,
    String input,
    Layout layout,
    String output,
    Uncertainty uncertainty,
    String uncertaintyOutput,
    Windows windows,
    double shortest) {
  /** Seconds of speech that a recording must have unless a description says otherwise. */
  public static final double SHORTEST = 0.3;

  public NetworkDescription {
    SpecChecks.require(rate >= 1000 && rate <= 384_000, "a rate from 1000 to 384000 Hz", rate);
    SpecChecks.require(
        shortest >= 0 && shortest <= 3600, "a shortest recording of 0 to 3600 seconds", shortest);
    SpecChecks.require(
        uncertainty == Uncertainty.NONE == uncertaintyOutput.isEmpty(),
        "a name for the output of uncertainty",
        "'" + uncertaintyOutput + "' for " + StftSpec.word(uncertainty));
    SpecChecks.require(
        layout == Layout.AUTO || layout == Layout.BN == features instanceof WaveSpec,
        "the layout BN for samples, and BTF or BFT for features",
        layout);
    SpecChecks.require(
        uncertaintyOutput.isEmpty() || !uncertaintyOutput.equals(output),
        "two outputs",
        "'" + output + "' twice");
    features.computation(rate);
  }

  /** A network with given features, whose inputs and outputs are found by their places. */
  public static NetworkDescription of(
      int rate, FrontEndSpec features, Normalization normalize, Layout layout) {
    return new NetworkDescription(
        rate,
        features,
        normalize,
        Level.NONE,
        "",
        layout,
        "",
        Uncertainty.NONE,
        "",
        Windows.WHOLE,
        SHORTEST);
  }

  /** Features and normalization, to be used on recordings at the {@link #level}. */
  public FrontEnd frontEnd() {
    return new SpecFrontEnd(features, rate, normalize);
  }

  /** The same at another level. */
  public NetworkDescription withLevel(Level other) {
    return with(features, other, windows, shortest);
  }

  /** The same with other windows. */
  public NetworkDescription withWindows(Windows other) {
    return with(features, level, other, shortest);
  }

  /** The same with another shortest recording. */
  public NetworkDescription withShortest(double seconds) {
    return with(features, level, windows, seconds);
  }

  /** The same with other features. */
  NetworkDescription withFeatures(FrontEndSpec other) {
    return with(other, level, windows, shortest);
  }

  private NetworkDescription with(
      FrontEndSpec features, Level level, Windows windows, double shortest) {
    return new NetworkDescription(
        rate,
        features,
        normalize,
        level,
        input,
        layout,
        output,
        uncertainty,
        uncertaintyOutput,
        windows,
        shortest);
  }

  /** Every value by its key, nothing left to defaults; what is not named is left out. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("rate", rate);
    map.put("frontend", features.toMap());
    map.put("normalize", normalize.toTree());
    map.put("level", level.toTree());
    put(map, "input", input);
    map.put("layout", layout == Layout.AUTO ? "auto" : layout.name());
    put(map, "output", output);
    put(map, StftSpec.word(uncertainty), uncertaintyOutput);
    map.put("windows", windows.toTree());
    map.put("shortest", shortest);
    return map;
  }

  private static void put(Map<String, Object> map, String key, String name) {
    if (!name.isEmpty()) {
      map.put(key, name);
    }
  }

  /** The description as it would be written in YAML. */
  public String toYaml() {
    StringBuilder text = new StringBuilder();
    toMap().forEach((key, value) -> text.append(key).append(": ").append(flow(value)).append('\n'));
    return text.toString();
  }

  private static String flow(Object value) {
    if (value instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder("{");
      map.forEach(
          (k, v) ->
              text.append(text.length() > 1 ? ", " : "").append(k).append(": ").append(flow(v)));
      return text.append('}').toString();
    }
    return value.toString();
  }
}
