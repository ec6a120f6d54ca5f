package dev.gme.formats.fuzz;

import dev.gme.formats.onnx.OnnxModel;
import dev.gme.testkit.OnnxGraph;
import java.util.List;
import java.util.Map;

/** Neural networks, which are read and not run. */
final class OnnxReaders {
  static final List<FuzzedReader> ALL =
      List.of(
          new FuzzedReader("net.onnx", OnnxModel::read, f -> graph().write(f)),
          new FuzzedReader(
              "metadata.onnx",
              OnnxModel::read,
              f -> graph().metadata("framework", "wespeaker").write(f)));

  private OnnxReaders() {}

  private static OnnxGraph graph() {
    OnnxGraph graph = new OnnxGraph().input("feats", OnnxGraph.FLOAT, "B", "T", 3);
    String weights = graph.weights(new float[6], 3, 2);
    String mean = graph.then("ReduceMean", Map.of("axes", new long[] {1}, "keepdims", 0L), "feats");
    return graph
        .node("MatMul", List.of(mean, weights), List.of("embs"), Map.of())
        .output("embs", OnnxGraph.FLOAT, "B", 2);
  }
}
