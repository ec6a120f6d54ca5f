package dev.gme.neural;

import dev.gme.frontend.audio.Audio;
import dev.gme.testkit.OnnxGraph;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Networks of the shapes that people use, small and with random weights: what counts is that they
 * are read, fed and run as the large ones are.
 */
public final class SeededNetworks {
  /** The dimension of all of their embeddings. */
  public static final int DIMENSION = 16;

  private static final Map<String, ?> NONE = Map.of();
  private static final long[] TIME = {2};

  private final Random random = new Random(7);
  private final OnnxGraph graph = new OnnxGraph();

  private SeededNetworks() {}

  /** Noise that stands for a recording. */
  public static Audio noise(int rate, double seconds, long seed) {
    Random random = new Random(seed);
    float[] samples = new float[(int) Math.round(rate * seconds)];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (float) (1000 * random.nextGaussian());
    }
    return Audio.wrap(rate, samples);
  }

  /**
   * ECAPA-TDNN: convolutions over time in parallel steps (Res2Net), squeeze and excitation, joined
   * layers, attentive statistics; input [B,T,80].
   */
  public static OnnxGraph ecapa() {
    SeededNetworks n = new SeededNetworks();
    n.graph.input("feats", OnnxGraph.FLOAT, "B", "T", 80);
    String x = n.graph.then("Transpose", Map.of("perm", new long[] {0, 2, 1}), "feats");
    x = n.relu(n.conv1d(x, 80, 32, 5, 1));
    String first = n.block(x, 2);
    String second = n.block(first, 3);
    String joined = n.graph.then("Concat", Map.of("axis", 1L), first, second);
    String h = n.relu(n.conv1d(joined, 64, 48, 1, 1));
    String attention = n.graph.then("Tanh", NONE, n.conv1d(h, 48, 16, 1, 1));
    String weights = n.graph.then("Softmax", Map.of("axis", 2L), n.conv1d(attention, 16, 48, 1, 1));
    n.pooled(h, weights, 48);
    n.graph.output("embs", OnnxGraph.FLOAT, "B", DIMENSION);
    return n.graph;
  }

  /** A block of ECAPA-TDNN over 32 channels. */
  private String block(String x, int dilation) {
    String h = relu(conv1d(x, 32, 32, 1, 1));
    String left = slice(h, 0, 16);
    String right = relu(conv1d(slice(h, 16, 32), 16, 16, 3, dilation));
    h = graph.then("Concat", Map.of("axis", 1L), left, right);
    h = relu(conv1d(h, 32, 32, 1, 1));
    String squeezed = graph.then("ReduceMean", Map.of("axes", TIME, "keepdims", 1L), h);
    String gate = relu(conv1d(squeezed, 32, 8, 1, 1));
    gate = graph.then("Sigmoid", NONE, conv1d(gate, 8, 32, 1, 1));
    return graph.then("Add", NONE, graph.then("Mul", NONE, h, gate), x);
  }

  /** ResNet34: convolutions over time and frequency with shortcuts; input [B,T,80]. */
  public static OnnxGraph resnet() {
    SeededNetworks n = new SeededNetworks();
    n.graph.input("feats", OnnxGraph.FLOAT, "B", "T", 80);
    String x = n.graph.then("Transpose", Map.of("perm", new long[] {0, 2, 1}), "feats");
    x = n.graph.then("Unsqueeze", NONE, x, n.graph.integers(1));
    x = n.relu(n.conv2d(x, 1, 8, 3, 1));
    for (int stage = 0; stage < 3; stage++) {
      int from = 8 << stage;
      int to = stage == 2 ? from : 2 * from;
      int stride = stage == 2 ? 1 : 2;
      String h = n.relu(n.conv2d(x, from, to, 3, stride));
      h = n.conv2d(h, to, to, 3, 1);
      x = n.relu(n.graph.then("Add", NONE, h, n.conv2d(x, from, to, 1, stride)));
    }
    // [B,32,20,T/4] to [B,640,T/4].
    x = n.graph.then("Reshape", NONE, x, n.graph.integers(0, 640, -1));
    n.statistics(x, 640);
    n.graph.output("embs", OnnxGraph.FLOAT, "B", DIMENSION);
    return n.graph;
  }

  /**
   * CAM++: layers joined to all before them, with masks of context; input [B,80,T] and a length.
   */
  public static OnnxGraph campp() {
    SeededNetworks n = new SeededNetworks();
    n.graph.input("feats", OnnxGraph.FLOAT, "B", 80, "T");
    n.graph.input("length", OnnxGraph.INT64, "B");
    String x = n.relu(n.conv1d("feats", 80, 32, 5, 1));
    int channels = 32;
    for (int layer = 0; layer < 3; layer++) {
      String h = n.relu(n.conv1d(x, channels, 16, 1, 1));
      String context = n.graph.then("ReduceMean", Map.of("axes", TIME, "keepdims", 1L), h);
      String mask = n.graph.then("Sigmoid", NONE, n.conv1d(context, 16, 16, 1, 1));
      h = n.graph.then("Mul", NONE, n.conv1d(h, 16, 16, 3, 1 + layer), mask);
      x = n.graph.then("Concat", Map.of("axis", 1L), x, h);
      channels += 16;
    }
    // The length has to be used, or it is no input.
    String frames = n.graph.then("Cast", Map.of("to", 1L), "length");
    frames = n.graph.then("Mul", NONE, frames, n.graph.weights(new float[] {1e-3f}, 1));
    x = n.graph.then("Add", NONE, x, frames);
    n.statistics(x, channels);
    String logs = n.dense("pooled", 2 * channels, DIMENSION, "lv");
    n.graph.output("embs", OnnxGraph.FLOAT, "B", DIMENSION);
    n.graph.output(logs, OnnxGraph.FLOAT, "B", DIMENSION);
    return n.graph;
  }

  /** A small network on samples, which gives a and b of a meta-embedding; input [B,N]. */
  public static OnnxGraph meta() {
    SeededNetworks n = new SeededNetworks();
    n.graph.input("wav", OnnxGraph.FLOAT, "B", "N");
    String x = n.graph.then("Unsqueeze", NONE, "wav", n.graph.integers(1));
    x = n.relu(n.conv1d(x, 1, 8, 9, 1));
    n.graph.node("ReduceMean", List.of(x), List.of("mean"), Map.of("axes", TIME, "keepdims", 0L));
    n.dense("mean", 8, 4, "a");
    String square = n.graph.then("Mul", NONE, "a", "a");
    n.graph.node(
        "ReduceSum", List.of(square, n.graph.integers(1)), List.of("b"), Map.of("keepdims", 0L));
    n.graph.output("a", OnnxGraph.FLOAT, "B", 4).output("b", OnnxGraph.FLOAT, "B");
    return n.graph.metadata("lambda", "2, 1.5, 1, 0.5");
  }

  private String conv1d(String x, int from, int to, int width, int dilation) {
    long around = (long) dilation * (width - 1) / 2;
    return graph.then(
        "Conv",
        Map.of("dilations", new long[] {dilation}, "pads", new long[] {around, around}),
        x,
        draw(from * width, to, from, width),
        draw(1, to));
  }

  private String conv2d(String x, int from, int to, int width, int stride) {
    long around = width / 2;
    return graph.then(
        "Conv",
        Map.of(
            "strides",
            new long[] {stride, stride},
            "pads",
            new long[] {around, around, around, around}),
        x,
        draw(from * width * width, to, from, width, width),
        draw(1, to));
  }

  private String relu(String x) {
    return graph.then("Relu", NONE, x);
  }

  private String slice(String x, long from, long to) {
    return graph.then(
        "Slice", NONE, x, graph.integers(from), graph.integers(to), graph.integers(1));
  }

  /** Mean over time and root of the mean square, then the embedding. */
  private void statistics(String x, int channels) {
    String mean = graph.then("ReduceMean", Map.of("axes", TIME, "keepdims", 0L), x);
    String square = graph.then("Mul", NONE, x, x);
    String deviation = graph.then("ReduceMean", Map.of("axes", TIME, "keepdims", 0L), square);
    deviation = graph.then("Sqrt", NONE, deviation);
    graph.node("Concat", List.of(mean, deviation), List.of("pooled"), Map.of("axis", 1L));
    dense("pooled", 2 * channels, DIMENSION, "embs");
  }

  private void pooled(String x, String weights, int channels) {
    String weighted = graph.then("Mul", NONE, x, weights);
    String mean = graph.then("ReduceSum", Map.of("keepdims", 0L), weighted, graph.integers(TIME));
    dense(mean, channels, DIMENSION, "embs");
  }

  private String dense(String x, int from, int to, String name) {
    graph.node("Gemm", List.of(x, draw(from, from, to), draw(1, to)), List.of(name), Map.of());
    return name;
  }

  /** Normal weights that keep the size of what goes through them. */
  private String draw(int fanIn, long... shape) {
    long size = 1;
    for (long axis : shape) {
      size *= axis;
    }
    float[] values = new float[(int) size];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (random.nextGaussian() * Math.sqrt(2.0 / fanIn) * 0.5);
    }
    return graph.weights(values, shape);
  }
}
