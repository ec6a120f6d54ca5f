package dev.gme.frontend.artefact;

import java.util.Map;

/**
 * What of {@link FeatureSpec} hardly anyone changes but who has Kaldi's frames to match.
 *
 * @param frameLength in ms
 * @param frameShift from a frame to the next, in ms
 * @param snipEdges whether frames lie within the recording; else it is mirrored at its ends
 * @param deltaWindow frames on each side that a derivative is taken over
 * @param vadContext neighbours on each side that decide with a frame whether it is speech
 * @param vadProportion of these that must be loud enough
 */
public record FeatureDetails(
    double frameLength,
    double frameShift,
    boolean snipEdges,
    int deltaWindow,
    int vadContext,
    double vadProportion) {
  /** 25 ms every 10 ms; the VAD of Kaldi's recipes for telephone speech. */
  public static final FeatureDetails DEFAULT = new FeatureDetails(25, 10, true, 2, 2, 0.12);

  public FeatureDetails {
    FeatureSpec.check(
        frameLength >= 1 && frameLength <= 1000, "frames of 1 to 1000 ms", frameLength);
    FeatureSpec.check(
        frameShift >= 1 && frameShift <= 1000, "frames every 1 to 1000 ms", frameShift);
    FeatureSpec.check(
        deltaWindow >= 1 && deltaWindow <= 100, "derivatives over 1 to 100 frames", deltaWindow);
    FeatureSpec.check(
        vadContext >= 0 && vadContext <= 1000, "from 0 to 1000 neighbours of a frame", vadContext);
    FeatureSpec.check(
        vadProportion > 0 && vadProportion < 1, "a proportion between 0 and 1", vadProportion);
  }

  void putInto(Map<String, String> map) {
    map.put("frame-length", Double.toString(frameLength));
    map.put("frame-shift", Double.toString(frameShift));
    map.put("snip-edges", Boolean.toString(snipEdges));
    map.put("delta-window", Integer.toString(deltaWindow));
    map.put("vad-context", Integer.toString(vadContext));
    map.put("vad-proportion", Double.toString(vadProportion));
  }

  /** Reads a map that has all details, or none: before they could be chosen, none was written. */
  static FeatureDetails of(Map<String, String> map) {
    if (!map.containsKey("frame-length")) {
      return DEFAULT;
    }
    return new FeatureDetails(
        FeatureSpec.read(map, "frame-length", Double::valueOf),
        FeatureSpec.read(map, "frame-shift", Double::valueOf),
        FeatureSpec.read(map, "snip-edges", Boolean::valueOf),
        FeatureSpec.read(map, "delta-window", Integer::valueOf),
        FeatureSpec.read(map, "vad-context", Integer::valueOf),
        FeatureSpec.read(map, "vad-proportion", Double::valueOf));
  }
}
