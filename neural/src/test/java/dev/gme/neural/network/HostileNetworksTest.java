package dev.gme.neural.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.neural.SeededNetworks;
import dev.gme.testkit.OnnxGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each network that cannot be used is refused by one sentence that names it, with a remedy. */
class HostileNetworksTest {
  private static final Map<String, Object> MEAN = Map.of("axes", new long[] {1}, "keepdims", 0L);

  @TempDir Path folder;

  private static OnnxGraph frames(Object... axes) {
    return new OnnxGraph().input("feats", OnnxGraph.FLOAT, axes);
  }

  private static OnnxGraph mean(OnnxGraph graph) {
    return graph
        .node("ReduceMean", List.of("feats"), List.of("embs"), MEAN)
        .output("embs", OnnxGraph.FLOAT, "B", 80);
  }

  private String refused(OnnxGraph graph) throws IOException {
    return refused(graph.bytes(), "3dspeaker");
  }

  private String refused(byte[] bytes, String frontEnd) throws IOException {
    Path file = Files.write(folder.resolve("net.onnx"), bytes);
    String[] said = {""};
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> Network.open(file, frontEnd, Network.Options.DEFAULT).close())
        .satisfies(
            e -> {
              assertThat(e.getMessage()).contains("net.onnx").doesNotContain("\n");
              assertThat(e.help()).isNotBlank().doesNotContain("\n");
              said[0] = e.getMessage();
            });
    return said[0];
  }

  @Test
  void whatIsGoodIsNotRefused() throws IOException {
    Path file = mean(frames("B", "T", 80)).write(folder.resolve("net.onnx"));
    try (Network network = Network.open(file, "3dspeaker", Network.Options.DEFAULT)) {
      assertThat(network.dimension()).isEqualTo(80);
      assertThat(network).hasToString("net.onnx with embeddings of dimension 80");
    }
  }

  @Test
  void truncated() throws IOException {
    byte[] good = SeededNetworks.resnet().bytes();
    assertThat(refused(Arrays.copyOf(good, good.length / 2), "3dspeaker")).contains("found");
  }

  @Test
  void wrongRankTypeOrSize() throws IOException {
    assertThat(refused(mean(frames("B", 1, 80, "T")))).contains("2 or 3 axes");
    assertThat(refused(mean(frames("T")))).contains("no input that could take a recording");
    assertThat(refused(mean(new OnnxGraph().input("feats", OnnxGraph.DOUBLE, "B", "T", 80))))
        .contains("float64");
    assertThat(refused(mean(frames("B", "T", 40)))).contains("frames of 80 numbers");
    assertThat(refused(mean(frames("B", "T", "F")))).contains("does not say where the frames are");
    assertThat(refused(mean(frames("B", "N")), "3dspeaker")).contains("[B,T,F]");
    assertThat(refused(mean(frames("B", "T", 80)).bytes(), "wave")).contains("[B,N]");
    assertThat(refused(mean(frames(4, "T", 80)))).contains("4 recordings at a time");
  }

  private String refused(OnnxGraph graph, String frontEnd) throws IOException {
    return refused(graph.bytes(), frontEnd);
  }

  @Test
  void noFreeAxisOfTime() throws IOException {
    assertThat(refused(mean(frames("B", 200, 80)))).contains("a recording of one length only");
  }

  @Test
  void otherInputs() throws IOException {
    OnnxGraph two = mean(frames("B", "T", 80).input("more", OnnxGraph.FLOAT, "B", "T", 80));
    assertThat(refused(two)).contains("several inputs");
    Files.writeString(folder.resolve("net.yaml"), "frontend: 3dspeaker\ninput: wav\n");
    assertThat(refused(two, ""))
        .contains("has no input 'wav', only feats: float32 [B,T,80]; more:");
    Files.delete(folder.resolve("net.yaml"));
    OnnxGraph rate = mean(frames("B", "T", 80).input("sr", OnnxGraph.INT64));
    assertThat(refused(rate)).contains("no length of it: sr: int64 []");
  }

  @Test
  void noOutputForAnEmbedding() throws IOException {
    OnnxGraph all = frames("B", "T", 80);
    all.node("Relu", List.of("feats"), List.of("embs"), Map.of());
    assertThat(refused(all.output("embs", OnnxGraph.FLOAT, "B", "T", 80)))
        .contains("shape [1,")
        .contains("expected one vector");
    OnnxGraph none = frames("B", "T", 80);
    none.node("Shape", List.of("feats"), List.of("n"), Map.of());
    assertThat(refused(none.output("n", OnnxGraph.INT64, 3))).contains("no output of float32");
  }

  @Test
  void uncertaintyThatIsNone() throws IOException {
    for (String negative : List.of("variance", "precision")) {
      OnnxGraph graph = mean(frames("B", "T", 80));
      graph.node("Abs", List.of("embs"), List.of("size"), Map.of());
      graph.node("Neg", List.of("size"), List.of("v"), Map.of());
      graph.output("v", OnnxGraph.FLOAT, "B", 80);
      Files.writeString(
          folder.resolve("net.yaml"), "frontend: 3dspeaker\noutput: embs\n" + negative + ": v\n");
      assertThat(refused(graph, "")).contains("a variance of -").contains("a positive number");
    }
    Files.delete(folder.resolve("net.yaml"));
  }

  @Test
  void weightsInOtherFilesAndOperatorsOfOthers() throws IOException {
    OnnxGraph outside = frames("B", "T", 80);
    String weights = outside.outside("../../secret", 80, 16);
    outside.node("MatMul", List.of("feats", weights), List.of("embs"), Map.of());
    assertThat(refused(outside)).contains("lie in another file");
    OnnxGraph custom = frames("B", "T", 80);
    custom.node("my.ops", "Embed", List.of("feats"), List.of("embs"), Map.of());
    assertThat(refused(custom.output("embs", OnnxGraph.FLOAT, "B", 80)))
        .contains("operators of 'my.ops'");
  }

  @Test
  void whatTheRuntimeRefuses() throws IOException {
    OnnxGraph unknown = frames("B", "T", 80);
    unknown.node("NoSuchOperator", List.of("feats"), List.of("embs"), Map.of());
    assertThat(refused(unknown.output("embs", OnnxGraph.FLOAT, "B", 80)))
        .contains("ONNX Runtime refuses the network");
  }

  @Test
  void weightsThatAreNoNumbers() throws IOException {
    float[] values = new float[80 * 4];
    Arrays.fill(values, Float.NaN);
    OnnxGraph graph = frames("B", "T", 80);
    graph.node("ReduceMean", List.of("feats"), List.of("mean"), MEAN);
    graph.node("MatMul", List.of("mean", graph.weights(values, 80, 4)), List.of("embs"), Map.of());
    assertThat(refused(graph.output("embs", OnnxGraph.FLOAT, "B", 4)))
        .contains("of 2.0 s of noise the network gives NaN");
  }

  @Test
  void noNetworkAtAll() throws IOException {
    for (String text : List.of("", "a b target\n", "PK\u0003\u0004 archive/data.pkl")) {
      assertThat(refused(text.getBytes(StandardCharsets.UTF_8), "wave"))
          .contains("expected a neural network as an ONNX file");
    }
  }

  /** The deviation of one frame, unbiased, is what made others write NaN into their vectors. */
  @Test
  void noFramesAndOne() throws IOException {
    OnnxGraph graph = frames("B", "T", 80);
    graph.node("ReduceMean", List.of("feats"), List.of("mean"), MEAN);
    graph.node("Shape", List.of("feats"), List.of("shape"), Map.of());
    String t = graph.then("Gather", Map.of(), "shape", graph.integers(1));
    String left = graph.then("Sub", Map.of(), t, graph.integers(1));
    String real = graph.then("Cast", Map.of("to", 1L), left);
    String zero = graph.then("Sub", Map.of(), "mean", "mean");
    // 0 / 0 where there is one frame.
    String scale = graph.then("Mul", Map.of(), zero, zero);
    String weight = graph.then("Div", Map.of(), graph.then("Add", Map.of(), scale, real), real);
    graph.node("Mul", List.of("mean", weight), List.of("embs"), Map.of());
    graph.output("embs", OnnxGraph.FLOAT, "B", 80);
    Path file = graph.write(folder.resolve("net.onnx"));
    try (Network network = Network.open(file, "3dspeaker", Network.Options.DEFAULT)) {
      assertThat(network.embed(ones(2)).vector()).hasSize(80);
      assertThatExceptionOfType(GmeException.class)
          .isThrownBy(() -> network.embed(ones(1)))
          .withMessage("the network gives NaN");
      assertThatExceptionOfType(GmeException.class)
          .isThrownBy(() -> network.embed(ones(0)))
          .withMessage("there are no frames for the network");
    }
  }

  private static FloatMatrix ones(int frames) {
    float[] values = new float[80 * frames];
    Arrays.fill(values, 1);
    return FloatMatrix.wrap(frames, 80, values);
  }

  @Test
  void aNetworkThatNothingIsKnownOf() throws IOException {
    assertThat(refused(mean(frames("B", "T", 80)), "")).contains("which features");
  }

  @Test
  void aProviderThatIsNotThere() throws IOException {
    Path file = mean(frames("B", "T", 80)).write(folder.resolve("net.onnx"));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () ->
                Network.open(
                    file, "3dspeaker", Network.Options.DEFAULT.withProvider(Provider.CUDA)))
        .withMessageContaining("has no CUDA");
  }

  @Test
  void whatIsClosedIsNotRun() throws IOException {
    Path file = mean(frames("B", "T", 80)).write(folder.resolve("net.onnx"));
    Network network = Network.open(file, "3dspeaker", Network.Options.DEFAULT);
    network.close();
    network.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () -> network.embed(network.frontEnd().apply(SeededNetworks.noise(16_000, 1, 1))));
  }
}
