package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.testkit.OnnxGraph;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Embedding as processes, from a cache folder that is empty at first. */
@Tag("slow")
class EmbedIT {
  @TempDir Path folder;

  /** ONNX Runtime would leave an id of the machine there, and send it. */
  @Test
  void twoAtOnceUnpackTheRuntimeAndTellNobody() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    new SimulatedSpeech(data);
    new OnnxGraph()
        .input("feats", OnnxGraph.FLOAT, "B", "T", 80)
        .node(
            "ReduceMean",
            List.of("feats"),
            List.of("embs"),
            Map.of("axes", new long[] {1}, "keepdims", 0L))
        .output("embs", OnnxGraph.FLOAT, "B", 80)
        .write(folder.resolve("net.onnx"));
    Shell shell = new Shell(folder).with("XDG_CACHE_HOME", folder.resolve("cache"));
    String embed = "\"$GME\" -q embed data --network net.onnx --frontend 3dspeaker --out ";
    Shell.Result result =
        shell.run(embed + "a.npz & p=$!; " + embed + "b.npz && wait $p && cmp a.npz b.npz");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(names(folder.resolve("cache"))).containsExactly("gme");
    Path unpacked = folder.resolve("cache/gme").resolve(names(folder.resolve("cache/gme")).get(0));
    assertThat(names(unpacked)).hasSizeGreaterThanOrEqualTo(2).allMatch(n -> n.contains("onnx"));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }
}
