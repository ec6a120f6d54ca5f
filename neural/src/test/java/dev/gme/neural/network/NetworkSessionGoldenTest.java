package dev.gme.neural.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Embeddings of given features, against those of the network's own framework. */
class NetworkSessionGoldenTest {
  @TestFactory
  List<DynamicTest> embeddingsOfGivenFeatures() throws IOException {
    Path network = SharedData.part("neural", "speaker-lstm.onnx");
    Map<String, NpyArray> expected = Npz.read(SharedData.part("neural", "expected.npz"));
    byte[] bytes = Files.readAllBytes(network);
    List<DynamicTest> tests = new ArrayList<>();
    for (String name : expected.keySet()) {
      if (name.endsWith(".mfcc")) {
        String id = name.replace(".mfcc", "");
        tests.add(
            DynamicTest.dynamicTest(
                id,
                () -> check(network, bytes, expected.get(name), expected.get(id + ".embedding"))));
      }
    }
    return tests.isEmpty() ? List.of(SharedData.none("features in expected.npz")) : tests;
  }

  private static void check(Path network, byte[] bytes, NpyArray mfcc, NpyArray embedding) {
    float[] frames = floats(mfcc);
    long[] shape = {1, mfcc.shape().get(0), mfcc.shape().get(1)};
    try (NetworkSession session = NetworkSession.open(network, bytes, Provider.CPU)) {
      NetworkSession.Output out =
          session
              .run(
                  Map.of("feats", new NetworkSession.Input(memory -> memory.put(frames), shape)),
                  Map.of(),
                  List.of("embs"))
              .get("embs");
      float[] wanted = floats(embedding);
      assertThat(out.shape()).containsExactly(1, wanted.length);
      for (int k = 0; k < wanted.length; k++) {
        assertThat(out.values()[k]).isCloseTo(wanted[k], within(1e-5f));
      }
    }
  }

  private static float[] floats(NpyArray a) {
    float[] out = new float[a.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) a.number(i);
    }
    return out;
  }
}
