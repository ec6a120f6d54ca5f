package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import dev.gme.formats.tree.YamlNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Descriptions of networks from YAML or JSON; docs/neural.md has the keys. */
final class DescriptionReader {
  /** Said of an empty description. */
  static final String KIND = "the description of a network";

  static final String HELP = "docs/neural.md has the keys of a description";

  private static final Set<String> KEYS =
      new LinkedHashSet<>(
          List.of(
              "rate",
              "frontend",
              "normalize",
              "level",
              "input",
              "layout",
              "output",
              "precision",
              "variance",
              "log-variance",
              "windows",
              "shortest"));

  private DescriptionReader() {}

  /**
   * The description of a tree.
   *
   * @param usualRate if it says none
   */
  static NetworkDescription read(YamlNode root, int usualRate) {
    if (StageReader.isOne(root)) {
      return StageReader.read(root, usualRate);
    }
    root.requireKeys(KEYS);
    if (!root.has("frontend")) {
      throw root.wrong(
          "the key 'frontend' is missing here",
          "write one of " + String.join(", ", NetworkDescriptions.presets()) + ", or spell it out");
    }
    int rate = root.has("rate") ? root.get("rate").integer(1000, 384_000) : usualRate;
    YamlNode frontEnd = root.get("frontend");
    NetworkDescription usual = placed(frontEnd, () -> FrontEndReader.read(frontEnd, rate));
    Uncertainty uncertainty = Uncertainty.NONE;
    String second = "";
    for (Uncertainty u : Uncertainty.values()) {
      if (u != Uncertainty.NONE && root.has(StftSpec.word(u))) {
        YamlNode name = root.get(StftSpec.word(u));
        if (!second.isEmpty()) {
          throw name.wrong(
              "two outputs of uncertainty, " + StftSpec.word(uncertainty) + " and this",
              "keep one of them");
        }
        uncertainty = u;
        second = name.text();
      }
    }
    Uncertainty what = uncertainty;
    String which = second;
    return placed(
        root,
        () ->
            new NetworkDescription(
                rate,
                usual.features(),
                root.has("normalize") ? normalization(root.get("normalize")) : usual.normalize(),
                root.has("level") ? level(root.get("level")) : usual.level(),
                root.has("input") ? root.get("input").text() : "",
                root.has("layout") ? layout(root.get("layout")) : usual.layout(),
                root.has("output") ? root.get("output").text() : "",
                what,
                which,
                root.has("windows") ? windows(root.get("windows")) : usual.windows(),
                root.has("shortest")
                    ? root.get("shortest").numberWithin(0, 3600)
                    : usual.shortest()));
  }

  /** What makes a value. */
  interface Maker<T> {
    T make();
  }

  /** A complaint without a place gets the place of the values that it is about. */
  static <T> T placed(YamlNode node, Maker<T> maker) {
    try {
      return maker.make();
    } catch (IllegalArgumentException e) {
      throw node.wrong(e.getMessage(), "correct that value");
    }
  }

  private static Normalization normalization(YamlNode node) {
    List<String> words = words(Normalization.Kind.values());
    if (!node.isMap()) {
      return new Normalization(kind(node.oneOf(words)), 0);
    }
    node.requireKeys(Set.of("mean", "mean-variance"));
    String key = only(node);
    double seconds = node.get(key).number(0, 1e6);
    return new Normalization(kind(key), seconds);
  }

  private static Normalization.Kind kind(String word) {
    return Normalization.Kind.valueOf(constant(word));
  }

  private static String only(YamlNode node) {
    if (node.keys().size() != 1) {
      throw node.wrong("expected one key, found " + node.keys().size(), "keep one of them");
    }
    return node.keys().iterator().next();
  }

  private static Level level(YamlNode node) {
    if (node.isMap()) {
      node.requireKeys(Set.of("raise"));
      return new Level(Level.Kind.RAISE, node.get(only(node)).numberWithin(-120, 0));
    }
    return node.text().equals("none") ? Level.NONE : Level.to(node.numberWithin(-120, 0));
  }

  private static Layout layout(YamlNode node) {
    return Layout.valueOf(node.oneOf(List.of("auto", "BTF", "BFT", "BN")).toUpperCase(Locale.ROOT));
  }

  private static Windows windows(YamlNode node) {
    node.requireKeys(Set.of("length", "shift", "combine"));
    double length = node.has("length") ? node.get("length").numberWithin(0, 86400) : 0;
    double shift = node.has("shift") ? node.get("shift").numberWithin(0, 86400) : 0;
    Windows.Combine combine =
        node.has("combine")
            ? Windows.Combine.valueOf(
                constant(node.get("combine").oneOf(words(Windows.Combine.values()))))
            : Windows.Combine.MEAN;
    return placed(node, () -> new Windows(length, shift, combine));
  }

  static List<String> words(Enum<?>... values) {
    return new ArrayList<>(Arrays.stream(values).map(StftSpec::word).toList());
  }

  static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** The complaint about a file or text that holds no description. */
  static GmeException unknown(String where, String found) {
    return new GmeException(
        where + ": " + found,
        "say its front end: a description or one of the presets "
            + String.join(", ", NetworkDescriptions.presets()));
  }
}
