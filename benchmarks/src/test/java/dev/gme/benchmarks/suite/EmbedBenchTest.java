package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.neural.network.Network;
import dev.gme.testkit.OnnxGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite at a small size: every figure is there and positive. */
class EmbedBenchTest {
  @TempDir Path folder;

  @Test
  void everyFigureIsThere() throws IOException {
    Path file =
        new OnnxGraph()
            .input("feats", OnnxGraph.FLOAT, "B", "T", 80)
            .node(
                "ReduceMean",
                List.of("feats"),
                List.of("embs"),
                Map.of("axes", new long[] {1}, "keepdims", 0L))
            .output("embs", OnnxGraph.FLOAT, "B", 80)
            .write(folder.resolve("net.onnx"));
    try (Network network = Network.open(file, "wespeaker", Network.Options.DEFAULT)) {
      List<Measurement> all = new EmbedBench(network, 4, 1).run(text -> {});
      assertThat(all.stream().map(Measurement::name))
          .containsExactly(
              "embed_over_runtime", "embed_two_threads_over_one", "embed_seconds_per_second");
      assertThat(all).allMatch(m -> m.value() > 0 && m.value() < Double.POSITIVE_INFINITY);
    }
  }
}
