package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.neural.network.Network;
import dev.gme.testkit.OnnxGraph;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The network of the benchmark is the one that is written down here. */
class XvectorNetworkTest {
  private static final long[] TIME = {2};

  /**
   * Kaldi's x-vector network by its sizes, on 80 bands: five layers over time, mean and deviation,
   * an embedding of 512. All weights of a layer are one number, spread when the network is loaded,
   * so that the file is small.
   */
  private static byte[] network() {
    OnnxGraph graph = new OnnxGraph().input("feats", OnnxGraph.FLOAT, "B", "T", 80);
    String x = graph.then("Transpose", Map.of("perm", new long[] {0, 2, 1}), "feats");
    x = layer(graph, x, 80, 512, 5, 1);
    x = layer(graph, x, 512, 512, 3, 2);
    x = layer(graph, x, 512, 512, 3, 3);
    x = layer(graph, x, 512, 512, 1, 1);
    x = layer(graph, x, 512, 1500, 1, 1);
    String mean = graph.then("ReduceMean", Map.of("axes", TIME, "keepdims", 1L), x);
    String centred = graph.then("Sub", Map.of(), x, mean);
    String square = graph.then("Mul", Map.of(), centred, centred);
    String variance = graph.then("ReduceMean", Map.of("axes", TIME, "keepdims", 1L), square);
    String deviation = graph.then("Sqrt", Map.of(), variance);
    String both = graph.then("Concat", Map.of("axis", 1L), mean, deviation);
    String pooled = graph.then("Flatten", Map.of("axis", 1L), both);
    graph.node(
        "MatMul", List.of(pooled, weights(graph, 1f / 3000, 3000, 512)), List.of("embs"), Map.of());
    return graph.output("embs", OnnxGraph.FLOAT, "B", 512).bytes();
  }

  private static String layer(OnnxGraph graph, String x, int from, int to, int width, int step) {
    long around = (long) step * (width - 1) / 2;
    Map<String, long[]> where =
        Map.of("dilations", new long[] {step}, "pads", new long[] {around, around});
    String all = weights(graph, 1f / (from * width), to, from, width);
    return graph.then("Relu", Map.of(), graph.then("Conv", where, x, all));
  }

  private static String weights(OnnxGraph graph, float value, long... shape) {
    String one = graph.weights(new float[] {value}, 1);
    return graph.then("Expand", Map.of(), one, graph.integers(shape));
  }

  @Test
  void isTheResource() throws IOException {
    try (InputStream in = XvectorNetwork.class.getResourceAsStream(XvectorNetwork.RESOURCE)) {
      assertThat(in.readAllBytes()).isEqualTo(network());
    }
  }

  @Test
  void embeds() throws IOException {
    try (Network network = XvectorNetwork.open()) {
      FloatMatrix frames = FloatMatrix.wrap(4, 80, new float[4 * 80]);
      frames.array()[7] = 1;
      assertThat(network.embed(frames).vector()).hasSize(512);
    }
  }
}
