package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import dev.gme.core.NearestWord;
import dev.gme.formats.tree.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where descriptions of networks come from: presets, files, metadata.
 *
 * <pre>{@code
 * NetworkDescription d = NetworkDescriptions.preset("speechbrain");
 * FloatMatrix frames = d.frontEnd().apply(Audio.read(file).atRate(d.rate()));
 * }</pre>
 */
public final class NetworkDescriptions {
  /** The rate of networks unless said otherwise, in Hz. */
  public static final int USUAL_RATE = 16000;

  /** The metadata key of a description as JSON. */
  public static final String METADATA_KEY = "frontend";

  private NetworkDescriptions() {}

  /**
   * A description and where it was found.
   *
   * @param description of the network
   * @param from the place, in words
   * @param notes what a user should know of it
   */
  public record Found(NetworkDescription description, String from, List<String> notes) {
    public Found {
      notes = List.copyOf(notes);
    }
  }

  /** The names of all presets. */
  public static List<String> presets() {
    return List.copyOf(FrontEndPresets.BY_NAME.keySet());
  }

  /** The front end of a toolkit, for recordings of 16 kHz. */
  public static NetworkDescription preset(String name) {
    return preset(name, USUAL_RATE);
  }

  /** The front end of a toolkit at a rate. */
  public static NetworkDescription preset(String name, int rate) {
    if (!FrontEndPresets.BY_NAME.containsKey(name)) {
      String nearest =
          NearestWord.to(name, presets()).map(n -> "did you mean '" + n + "'? ").orElse("");
      throw new GmeException(
          "there is no front end '" + GmeException.printable(name) + "'",
          nearest + "the presets are " + String.join(", ", presets()));
    }
    try {
      return FrontEndPresets.BY_NAME.get(name).apply(rate);
    } catch (IllegalArgumentException e) {
      throw new GmeException(
          "the front end " + name + " cannot be had at a rate of " + rate + ": " + e.getMessage(),
          "check the rate of the network");
    }
  }

  /** The description in a file, as YAML or JSON. */
  public static NetworkDescription read(Path file) throws IOException {
    return DescriptionReader.read(
        YamlNode.read(file, DescriptionReader.KIND, DescriptionReader.HELP), USUAL_RATE);
  }

  /**
   * The description of a network, from the first of these that is there: what the user says, a file
   * beside the network ({@code net.yaml} for {@code net.onnx}), its metadata.
   *
   * @param network its file
   * @param given a file or the name of a preset; empty for none
   * @param metadata of the network, by their keys
   * @throws GmeException if it has none, or one that is not understood
   */
  public static Found of(Path network, String given, Map<String, String> metadata)
      throws IOException {
    if (!given.isEmpty()) {
      return given(network, given, metadata);
    }
    Path beside = beside(network);
    if (Files.exists(beside)) {
      return new Found(read(beside), beside.toString(), List.of());
    }
    String json = metadata.get(METADATA_KEY);
    if (json != null) {
      String where = network + ", metadata '" + METADATA_KEY + "'";
      YamlNode root = YamlNode.parse(where, json, DescriptionReader.KIND, DescriptionReader.HELP);
      return new Found(
          DescriptionReader.read(root, rate(network, metadata)), "its metadata", List.of());
    }
    Optional<Found> sherpa = SherpaMetadata.read(network.toString(), metadata);
    if (sherpa.isPresent()) {
      return sherpa.get();
    }
    throw DescriptionReader.unknown(
        network.toString(), "nothing says which features this network takes");
  }

  /** The rate that metadata name beside a description. */
  private static int rate(Path network, Map<String, String> metadata) {
    String text = metadata.get(SherpaMetadata.RATE);
    return text == null
        ? USUAL_RATE
        : YamlNode.parse(
                network + ", metadata '" + SherpaMetadata.RATE + "'", text, "a rate", "correct it")
            .integer(1000, 384_000);
  }

  private static Found given(Path network, String given, Map<String, String> metadata)
      throws IOException {
    if (FrontEndPresets.BY_NAME.containsKey(given)) {
      NetworkDescription preset = preset(given, rate(network, metadata));
      return new Found(preset, "preset " + given, List.of());
    }
    Path file = Path.of(given);
    if (Files.exists(file)) {
      return new Found(read(file), given, List.of());
    }
    // Neither: the complaint is about what it looks like.
    return new Found(given.matches(".*[./\\\\].*") ? read(file) : preset(given), given, List.of());
  }

  /** The description that belongs to a network: its name with the ending {@code yaml}. */
  public static Path beside(Path network) {
    String name = network.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return network.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".yaml");
  }
}
