package dev.gme.formats.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.formats.FileKind;
import dev.gme.testkit.OnnxGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of ONNX files, and which of them are refused. */
class OnnxModelTest {
  private static final long[] TIME = {1};

  @TempDir Path folder;

  private static OnnxGraph mean() {
    return new OnnxGraph()
        .input("feats", OnnxGraph.FLOAT, "B", "T", 3)
        .node("ReduceMean", List.of("feats"), List.of("embs"), Map.of("axes", TIME))
        .output("embs", OnnxGraph.FLOAT, "B", 1, 3);
  }

  @Test
  void saysWhatTheNetworkTakesAndGives() throws IOException {
    OnnxGraph graph = mean().metadata("licence", "MIT").input("length", OnnxGraph.INT64, "B");
    graph.weights(new float[12], 3, 4);
    graph.integers(1, 2);
    Path file = graph.write(folder.resolve("net"));
    OnnxModel model = OnnxModel.read(file);
    assertThat(model.inputs()).hasToString("[feats: float32 [B,T,3], length: int64 [B]]");
    assertThat(model.outputs()).hasToString("[embs: float32 [B,1,3]]");
    assertThat(model.metadata()).containsExactly(Map.entry("licence", "MIT"));
    assertThat(model.producer()).isEqualTo("gme tests");
    assertThat(model.opset()).isEqualTo(13);
    assertThat(model.weights()).as("learned numbers, not shapes").isEqualTo(12);
    assertThat(model.bytes()).isEqualTo(Files.size(file));
    assertThat(FileKind.of(file)).isEqualTo(FileKind.NETWORK);
  }

  @Test
  void weightsThatAreListedAmongTheInputsAreNoInputs() {
    OnnxGraph graph = mean();
    String weights = graph.weights(new float[2], 2);
    graph.input(weights, OnnxGraph.FLOAT, 2);
    assertThat(read(graph).inputs()).hasToString("[feats: float32 [B,T,3]]");
  }

  @Test
  void weightsInOtherFilesAreRefusedWhereverTheseLie() {
    for (String place : List.of("weights.bin", "../weights.bin", "/etc/passwd")) {
      OnnxGraph graph = mean();
      graph.outside(place, 2, 2);
      refused(graph.bytes())
          .withMessageContaining("lie in another file")
          .withMessageNotContaining("passwd");
    }
  }

  @Test
  void operatorsOfOthersAreRefused() {
    refused(mean().node("evil.ops", "Run", List.of("feats"), List.of("x"), Map.of()).bytes())
        .withMessageContaining("operators of 'evil.ops'");
  }

  @Test
  void shapesThatAreNotThoseOfTheWeightsAreRefused() {
    for (long[] shape :
        List.of(
            new long[] {3},
            new long[] {-1, -4},
            new long[] {1L << 40, 1L << 40},
            new long[] {Long.MAX_VALUE, 4},
            new long[] {0})) {
      OnnxGraph graph = mean();
      graph.weights(new float[4], shape);
      refused(graph.bytes()).withMessageContaining("as their shape says");
    }
  }

  @Test
  void everyCutIsRefusedWithASentence() {
    OnnxGraph graph = mean();
    graph.weights(new float[] {1, 2, 3}, 3);
    byte[] good = graph.bytes();
    // Behind the last field of the network there is only the version of the operators.
    for (int n = 0; n < good.length; n++) {
      refused(Arrays.copyOf(good, n)).withMessageMatching("net.onnx: .*found.*");
    }
  }

  @Test
  void otherFilesAreRefused() {
    refused("a text".getBytes(StandardCharsets.UTF_8)).withMessageContaining("found");
    refused(new byte[100]).withMessageContaining("found one with the number 0");
  }

  @Test
  void graphsInsideOfGraphsEndSomewhere() {
    byte[] inner = {};
    for (int depth = 0; depth < 100_000; depth++) {
      // A node with an attribute with a graph.
      inner = field(6, inner);
      inner = field(5, inner);
      inner = field(1, inner);
      if (inner.length > 200_000) {
        break;
      }
    }
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    model.writeBytes(new byte[] {8, 8});
    model.writeBytes(field(7, inner));
    refused(model.toByteArray()).withMessageContaining("graphs inside of each other");
  }

  private static byte[] field(int number, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write((number << 3) | 2);
    int left = content.length;
    while (left > 0x7f) {
      out.write((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write(left);
    out.writeBytes(content);
    return out.toByteArray();
  }

  @Test
  void largeFilesAreRefusedBeforeTheyAreRead() throws IOException {
    Path file = mean().write(folder.resolve("net.onnx"));
    int size = (int) Files.size(file);
    assertThat(OnnxBytes.read(file, size)).hasSize(size);
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> OnnxBytes.read(file, size - 1))
        .withMessageContaining("at most " + (size - 1) + " bytes");
  }

  private static OnnxModel read(OnnxGraph graph) {
    return OnnxModel.of(Path.of("net.onnx"), graph.bytes());
  }

  private static ThrowableAssertAlternative<GmeException> refused(byte[] bytes) {
    return assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> OnnxModel.of(Path.of("net.onnx"), bytes));
  }
}
