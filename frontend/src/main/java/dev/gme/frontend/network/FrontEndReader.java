package dev.gme.frontend.network;

import dev.gme.formats.tree.YamlNode;
import dev.gme.frontend.feature.StftMel;
import dev.gme.frontend.feature.WindowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The front end of a description: the name of a preset; or keys and values, which begin with {@code
 * type} or with {@code preset}, from which the other keys then differ.
 */
final class FrontEndReader {
  private static final String TYPE = "type";
  private static final String PRESET = "preset";
  private static final double MOST = 1e9;

  private static final List<String> TYPES =
      List.of(KaldiSpec.FBANK, KaldiSpec.MFCC, StftSpec.TYPE, WaveSpec.TYPE);

  private FrontEndReader() {}

  /** A description that has nothing but what comes with the front end. */
  static NetworkDescription read(YamlNode node, int rate) {
    if (!node.isMap()) {
      return NetworkDescriptions.preset(node.oneOf(NetworkDescriptions.presets()), rate);
    }
    if (node.has(PRESET) == node.has(TYPE)) {
      throw node.wrong(
          "expected the key 'type' or the key 'preset'"
              + (node.has(TYPE) ? ", found both" : ", found neither"),
          "types are " + String.join(", ", TYPES));
    }
    if (node.has(TYPE)) {
      FrontEndSpec features = changed(node, ofType(node.get(TYPE).oneOf(TYPES)), TYPE);
      return NetworkDescription.of(rate, features, Normalization.NONE, Layout.AUTO);
    }
    NetworkDescription preset =
        NetworkDescriptions.preset(node.get(PRESET).oneOf(NetworkDescriptions.presets()), rate);
    return preset.withFeatures(changed(node, preset.features(), PRESET));
  }

  private static FrontEndSpec ofType(String type) {
    KaldiSpec fbank = KaldiSpec.fbank(80);
    return switch (type) {
      case KaldiSpec.FBANK -> fbank;
      case KaldiSpec.MFCC ->
          new KaldiSpec(
              30,
              30,
              true,
              fbank.window(),
              fbank.scale(),
              fbank.low(),
              fbank.high(),
              fbank.frameLength(),
              fbank.frameShift(),
              fbank.preemphasis(),
              fbank.dither(),
              fbank.snipEdges(),
              false);
      case StftSpec.TYPE -> new StftSpec(StftMel.Options.defaults(80), 1);
      default -> new WaveSpec(1);
    };
  }

  /** The values of a mapping in place of those of a base; only keys of the base's type. */
  private static FrontEndSpec changed(YamlNode node, FrontEndSpec base, String first) {
    List<String> known = new ArrayList<>(base.toMap().keySet());
    known.remove(TYPE);
    known.add(first);
    node.requireKeys(Set.copyOf(known));
    Values v = new Values(node);
    if (base instanceof KaldiSpec kaldi) {
      return kaldi(v, kaldi);
    }
    return base instanceof StftSpec stft
        ? stft(v, stft)
        : new WaveSpec(v.number("scale", base.scale()));
  }

  private static KaldiSpec kaldi(Values v, KaldiSpec b) {
    return new KaldiSpec(
        v.integer("bands", b.bands()),
        // Fewer bands have no more cepstra.
        v.integer("cepstra", Math.min(b.cepstra(), v.integer("bands", b.bands()))),
        v.yes("energy", b.energy()),
        v.word("window", b.window(), WindowType.values()),
        v.number("scale", b.scale()),
        v.number("low", b.low()),
        v.number("high", b.high()),
        v.number("frame-length", b.frameLength()),
        v.number("frame-shift", b.frameShift()),
        v.number("preemphasis", b.preemphasis()),
        v.number("dither", b.dither()),
        v.yes("snip-edges", b.snipEdges()),
        v.yes("vad", b.vad()));
  }

  private static StftSpec stft(Values v, StftSpec base) {
    StftMel.Options b = base.options();
    StftMel.Options options =
        new StftMel.Options(
            v.integer("fft", b.fft()),
            v.integer("length", b.length()),
            v.integer("shift", b.shift()),
            v.word("window", b.window(), WindowType.values()),
            v.yes("periodic", b.periodic()),
            v.word("padding", b.padding(), StftMel.Padding.values()),
            v.number("preemphasis", b.preemphasis()),
            v.yes("mirrored-start", b.mirroredStart()),
            v.integer("bands", b.bands()),
            v.number("low", b.low()),
            v.number("high", b.high()),
            v.word("mel", b.scale(), StftMel.Scale.values()),
            v.yes("area-norm", b.areaNorm()),
            v.word("triangles", b.triangles(), StftMel.Triangles.values()),
            v.yes("power", b.power()),
            v.word("log", b.log(), StftMel.Log.values()),
            v.number("add", b.add()),
            v.number("floor", b.floor()),
            v.number("top", b.top()),
            v.integer("cepstra", b.cepstra()));
    return new StftSpec(options, v.number("scale", base.scale()));
  }

  /** The values of a mapping, or those of a base where it has none. */
  private record Values(YamlNode node) {
    private <T> T value(String key, T base, Function<YamlNode, T> reader) {
      return node.has(key) ? reader.apply(node.get(key)) : base;
    }

    int integer(String key, int base) {
      return value(key, base, n -> n.integer(0, 1 << 20));
    }

    double number(String key, double base) {
      return value(key, base, n -> n.numberWithin(-MOST, MOST));
    }

    boolean yes(String key, boolean base) {
      return value(key, base, n -> n.oneOf(List.of("true", "false")).equals("true"));
    }

    <E extends Enum<E>> E word(String key, E base, E[] values) {
      return value(
          key,
          base,
          n -> {
            String word = n.oneOf(DescriptionReader.words(values));
            return values[DescriptionReader.words(values).indexOf(word)];
          });
    }
  }
}
