package dev.gme.frontend.network;

import dev.gme.formats.tree.YamlNode;
import dev.gme.frontend.feature.StftMel;
import dev.gme.frontend.feature.WindowType;
import java.util.List;
import java.util.Set;

/**
 * A front end stage by stage, as some networks have it in their metadata: {@code level_dbfs}, then
 * {@code wave} with the scale of a 16-bit sample, or {@code mel}, {@code log} and {@code dct} in
 * the terms of librosa.
 */
final class StageReader {
  private static final Set<String> STAGES = Set.of("level_dbfs", "wave", "mel", "log", "dct");
  private static final List<String> WINDOWS =
      List.of("hann-periodic", "hann-symmetric", "hamming-periodic", "hamming-symmetric");

  private StageReader() {}

  /** Whether a description is of this kind. */
  static boolean isOne(YamlNode root) {
    return root.isMap() && !root.has("frontend") && (root.has("mel") || root.has("wave"));
  }

  static NetworkDescription read(YamlNode root, int rate) {
    root.requireKeys(STAGES);
    if (root.has("wave") && (root.has("mel") || root.has("log") || root.has("dct"))) {
      throw root.wrong("expected samples or features, found both", "remove one of them");
    }
    boolean wave = root.has("wave");
    NetworkDescription description =
        DescriptionReader.placed(
            root,
            () ->
                NetworkDescription.of(
                    rate,
                    wave ? wave(root.get("wave")) : stft(root, root.get("mel")),
                    Normalization.NONE,
                    wave ? Layout.BN : Layout.AUTO));
    return root.has("level_dbfs")
        ? description.withLevel(Level.to(root.get("level_dbfs").numberWithin(-120, 0)))
        : description;
  }

  private static FrontEndSpec wave(YamlNode node) {
    node.requireKeys(Set.of("scale"));
    return new WaveSpec(node.get("scale").number(0, 1e4) * FrontEndSpec.FULL_SCALE);
  }

  private static FrontEndSpec stft(YamlNode root, YamlNode mel) {
    mel.requireKeys(
        Set.of(
            "n_fft",
            "win_length",
            "window",
            "hop",
            "center",
            "bands",
            "scale",
            "norm",
            "low",
            "high",
            "power"));
    int fft = mel.get("n_fft").integer(4, 1 << 16);
    String window = mel.get("window").oneOf(WINDOWS);
    boolean log = root.has("log");
    if (log) {
      root.get("log").requireKeys(Set.of("type", "floor", "top_db"));
    }
    StftMel.Options options =
        new StftMel.Options(
            fft,
            mel.has("win_length") ? mel.get("win_length").integer(2, fft) : fft,
            mel.get("hop").integer(1, 1 << 20),
            window.startsWith("hann") ? WindowType.HANNING : WindowType.HAMMING,
            window.endsWith("periodic"),
            padding(mel.get("center").oneOf(List.of("zeros", "reflect", "none"))),
            0,
            true,
            mel.get("bands").integer(1, 1000),
            mel.get("low").numberWithin(0, 1e6),
            mel.get("high").numberWithin(0, 1e6),
            mel.get("scale").oneOf(List.of("slaney", "htk")).equals("htk")
                ? StftMel.Scale.HTK
                : StftMel.Scale.SLANEY,
            mel.get("norm").oneOf(List.of("slaney", "none")).equals("slaney"),
            StftMel.Triangles.NEIGHBOURS,
            mel.get("power").integer(1, 2) == 2,
            log ? log(root.get("log").get("type").oneOf(List.of("db", "ln"))) : StftMel.Log.NONE,
            0,
            log ? root.get("log").get("floor").number(0, 1) : 0,
            log && root.get("log").has("top_db")
                ? root.get("log").get("top_db").numberWithin(0, 1e4)
                : 0,
            root.has("dct") ? cepstra(root.get("dct")) : 0);
    return new StftSpec(options, 1);
  }

  private static StftMel.Padding padding(String word) {
    return switch (word) {
      case "zeros" -> StftMel.Padding.ZEROS;
      case "reflect" -> StftMel.Padding.MIRRORED;
      default -> StftMel.Padding.NONE;
    };
  }

  private static StftMel.Log log(String word) {
    return word.equals("db") ? StftMel.Log.DECIBEL : StftMel.Log.NATURAL;
  }

  private static int cepstra(YamlNode node) {
    node.requireKeys(Set.of("coefficients", "norm"));
    node.get("norm").oneOf(List.of("ortho"));
    return node.get("coefficients").integer(1, 1000);
  }
}
