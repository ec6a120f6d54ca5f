package dev.gme.lab.files;

import dev.gme.core.GmeException;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.onnx.OnnxModel;
import dev.gme.formats.onnx.OnnxPort;
import dev.gme.frontend.network.NetworkDescriptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is said of neural networks; nothing is run. */
final class NetworkFacts {
  /** Longer texts in metadata, such as lists of words, are cut. */
  private static final int SHOWN = 200;

  private NetworkFacts() {}

  static void add(InputFile in, Map<String, Object> facts) throws IOException {
    OnnxModel model = OnnxModel.read(in);
    facts.put("kind", "neural network (ONNX)");
    if (!model.producer().isEmpty()) {
      facts.put("made by", model.producer());
    }
    facts.put("opset", model.opset());
    facts.put("inputs", model.inputs().stream().map(OnnxPort::toString).toList());
    facts.put("outputs", model.outputs().stream().map(OnnxPort::toString).toList());
    dimension(model, facts);
    facts.put("weights", model.weights());
    facts.put("sha256", model.digest());
    licence(model, facts);
    frontEnd(in.path(), model, facts);
    if (!model.metadata().isEmpty()) {
      Map<String, Object> metadata = new LinkedHashMap<>();
      model.metadata().forEach((key, value) -> metadata.put(key, cut(value)));
      facts.put("metadata", metadata);
    }
  }

  /** Of the first output, where its size is known. */
  private static void dimension(OnnxModel model, Map<String, Object> facts) {
    if (!model.outputs().isEmpty()) {
      List<OnnxPort.Axis> axes = model.outputs().get(0).axes();
      if (axes.size() > 1 && !axes.get(axes.size() - 1).isFree()) {
        facts.put("dimension", axes.get(axes.size() - 1).size());
      }
    }
  }

  /** What recordings would become before the network sees them, if that can be told. */
  private static void frontEnd(Path file, OnnxModel model, Map<String, Object> facts)
      throws IOException {
    try {
      NetworkDescriptions.Found found = NetworkDescriptions.of(file, "", model.metadata());
      facts.put("front end", found.from());
      facts.put("description", found.description().toMap());
      if (!found.notes().isEmpty()) {
        facts.put("notes", found.notes());
      }
    } catch (GmeException e) {
      facts.put("front end", "not known: " + e.getMessage() + "; " + e.help());
    }
  }

  /** A network's licence often follows from the data that it was trained on. */
  private static void licence(OnnxModel model, Map<String, Object> facts) {
    model.metadata().entrySet().stream()
        .filter(e -> e.getKey().toLowerCase(Locale.ROOT).matches("licen[cs]e"))
        .findFirst()
        .ifPresent(e -> facts.put("licence", cut(e.getValue())));
  }

  private static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
