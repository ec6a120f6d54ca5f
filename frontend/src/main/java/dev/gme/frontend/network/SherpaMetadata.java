package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What sherpa-onnx writes into the networks that it publishes, read as the front end of their
 * authors: sherpa-onnx itself computes other features for some of them.
 */
final class SherpaMetadata {
  /** The key of the rate, which others write too. */
  static final String RATE = "sample_rate";

  private static final Map<String, String> PRESETS =
      Map.of("wespeaker", "wespeaker", "3d-speaker", "3dspeaker", "nemo", "nemo");

  private SherpaMetadata() {}

  /** The description in the metadata; empty if they are not sherpa-onnx's. */
  static Optional<NetworkDescriptions.Found> read(String network, Map<String, String> metadata) {
    String framework = metadata.get("framework");
    if (framework == null || !metadata.containsKey(RATE)) {
      return Optional.empty();
    }
    String preset = PRESETS.get(framework.toLowerCase(Locale.ROOT));
    if (preset == null) {
      return Optional.empty();
    }
    int rate = number(network, metadata, RATE, 0);
    NetworkDescription description = NetworkDescriptions.preset(preset, rate);
    requireSame(network, metadata, "normalize_samples", preset.equals("wespeaker") ? 0 : 1);
    requireSame(network, metadata, "window_size_ms", 25);
    requireSame(network, metadata, "window_stride_ms", 10);
    requireSame(network, metadata, "feat_dim", description.features().dimension());
    requireWord(network, metadata, "feature_normalize_type", preset);
    List<String> notes = new ArrayList<>();
    notes.add(
        "its metadata are those of sherpa-onnx, framework "
            + framework
            + ": read as the preset "
            + preset
            + ", the front end of its authors");
    return Optional.of(
        new NetworkDescriptions.Found(description, "metadata of sherpa-onnx", notes));
  }

  private static int number(String network, Map<String, String> metadata, String key, int absent) {
    String text = metadata.get(key);
    try {
      return text == null ? absent : Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw contradiction(network, key, "a whole number", text);
    }
  }

  private static void requireSame(
      String network, Map<String, String> metadata, String key, int expected) {
    int found = number(network, metadata, key, expected);
    if (found != expected) {
      throw contradiction(network, key, Integer.toString(expected), Integer.toString(found));
    }
  }

  private static void requireWord(
      String network, Map<String, String> metadata, String key, String preset) {
    String expected = preset.equals("nemo") ? "per_feature" : "global-mean";
    String found = metadata.getOrDefault(key, "");
    // WeSpeaker's networks are published without it, though their authors subtract the mean.
    if (!found.isEmpty() && !found.equals(expected)) {
      throw contradiction(network, key, expected, found);
    }
  }

  private static GmeException contradiction(
      String network, String key, String expected, String found) {
    return DescriptionReader.unknown(
        network,
        "the metadata of sherpa-onnx say "
            + key
            + " = "
            + GmeException.printable(found)
            + ", where "
            + expected
            + " is known");
  }
}
