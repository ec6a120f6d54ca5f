package dev.gme.neural.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.neural.SeededNetworks;
import dev.gme.testkit.OnnxGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks of known shapes through their front ends: layouts, lengths, second outputs. */
class SeededNetworksTest {
  @TempDir Path folder;

  private Path file(OnnxGraph graph, String description) throws IOException {
    Files.writeString(folder.resolve("net.yaml"), description);
    Path file = graph.write(folder.resolve("net.onnx"));
    assertThat(Files.size(file)).as("small enough for tests").isLessThan(1 << 20);
    return file;
  }

  private static Embedding embed(Path file, Network.Gives gives) throws IOException {
    try (Network network = Network.open(file, "", Network.Options.DEFAULT.withGives(gives))) {
      FloatMatrix frames = network.frontEnd().apply(SeededNetworks.noise(16_000, 3, 5));
      Embedding found = network.embed(frames);
      assertThat(found.vector()).hasSize(network.dimension());
      for (float v : found.vector()) {
        assertThat(v).isFinite();
      }
      assertThat(network.embed(frames).vector()).as("again").isEqualTo(found.vector());
      return found;
    }
  }

  @Test
  void ecapa() throws IOException {
    Path file = file(SeededNetworks.ecapa(), "frontend: wespeaker\n");
    assertThat(embed(file, Network.Gives.VECTORS).vector()).hasSize(SeededNetworks.DIMENSION);
  }

  @Test
  void resnet() throws IOException {
    Path file = file(SeededNetworks.resnet(), "frontend: 3dspeaker\n");
    assertThat(embed(file, Network.Gives.VECTORS).vector()).hasSize(SeededNetworks.DIMENSION);
  }

  @Test
  void camppWithLengthAndLogVariances() throws IOException {
    Path file = file(SeededNetworks.campp(), "frontend: nemo\noutput: embs\nlog-variance: lv\n");
    Embedding found = embed(file, Network.Gives.VECTORS);
    assertThat(found.variances()).isPresent();
    for (float v : found.variances().orElseThrow()) {
      assertThat(v).isPositive();
    }
  }

  /** Frames one after the other are the same numbers in another order. */
  @Test
  void bothLayoutsGiveTheSame() throws IOException {
    OnnxGraph bft = new OnnxGraph().input("x", OnnxGraph.FLOAT, 1, 80, "T");
    bft.node(
        "ReduceMean",
        List.of("x"),
        List.of("embs"),
        Map.of("axes", new long[] {2}, "keepdims", 0L));
    OnnxGraph btf = new OnnxGraph().input("x", OnnxGraph.FLOAT, 1, "T", 80);
    btf.node(
        "ReduceMean",
        List.of("x"),
        List.of("embs"),
        Map.of("axes", new long[] {1}, "keepdims", 0L));
    String description = "frontend: 3dspeaker\nnormalize: none\n";
    float[] a =
        embed(file(bft.output("embs", OnnxGraph.FLOAT, 1, 80), description), Network.Gives.VECTORS)
            .vector();
    float[] b =
        embed(file(btf.output("embs", OnnxGraph.FLOAT, 1, 80), description), Network.Gives.VECTORS)
            .vector();
    for (int k = 0; k < a.length; k++) {
      assertThat(a[k]).isCloseTo(b[k], within(1e-4f));
    }
  }

  @Test
  void metaEmbeddingsFromSamples() throws IOException {
    Path file = file(SeededNetworks.meta(), "frontend: wave\n");
    Embedding found = embed(file, Network.Gives.META_EMBEDDINGS);
    double b = 0;
    for (float a : found.vector()) {
      b += (double) a * a;
    }
    assertThat(found.precision()).isCloseTo(b, within(1e-6));
    try (Network network =
        Network.open(file, "", Network.Options.DEFAULT.withGives(Network.Gives.META_EMBEDDINGS))) {
      assertThat(network.lambda()).containsExactly(2, 1.5, 1, 0.5);
    }
  }
}
