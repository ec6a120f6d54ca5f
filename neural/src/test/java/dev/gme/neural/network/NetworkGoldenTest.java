package dev.gme.neural.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.Level;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Embeddings of real recordings by a pretrained network, from samples and from features. */
class NetworkGoldenTest {
  /** The level of the expected embeddings is no part of the network's own recipe. */
  private static final Level LEVEL = Level.to(-26);

  @TestFactory
  List<DynamicTest> embeddingsFromSamples() throws IOException {
    return tests("speaker-lstm-wave.onnx", "wave", 1e-5);
  }

  @TestFactory
  List<DynamicTest> embeddingsFromFeatures() throws IOException {
    return tests("speaker-lstm.onnx", "librosa-mfcc", 1e-3);
  }

  private static List<DynamicTest> tests(String network, String frontEnd, double tolerance)
      throws IOException {
    Path file = SharedData.part("neural", network);
    Map<String, NpyArray> expected = Npz.read(SharedData.part("neural", "expected.npz"));
    List<DynamicTest> tests = new ArrayList<>();
    for (String name : expected.keySet()) {
      if (name.endsWith(".embedding")) {
        String id = name.replace(".embedding", "");
        tests.add(
            DynamicTest.dynamicTest(
                id, () -> check(file, frontEnd, id, expected.get(name), tolerance)));
      }
    }
    return tests.isEmpty() ? List.of(SharedData.none("embeddings in expected.npz")) : tests;
  }

  private static void check(
      Path file, String frontEnd, String id, NpyArray expected, double tolerance)
      throws IOException {
    Path recording = SharedData.part("audio", "librispeech", id + ".flac");
    try (Network network =
        Network.open(file, frontEnd, d -> d.withLevel(LEVEL), Network.Options.DEFAULT)) {
      Audio audio = LEVEL.apply(Audio.read(recording).atRate(network.description().rate()));
      float[] found = network.embed(network.frontEnd().apply(audio)).vector();
      assertThat(network.dimension()).isEqualTo(expected.size());
      for (int k = 0; k < found.length; k++) {
        assertThat((double) found[k]).isCloseTo(expected.number(k), within(tolerance));
      }
    }
  }
}
