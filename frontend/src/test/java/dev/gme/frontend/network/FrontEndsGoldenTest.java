package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.frontend.audio.Audio;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Features of recordings against those that the toolkits' own code made. */
class FrontEndsGoldenTest {
  /** The recording of the file with the features of all toolkits. */
  private static final String RECORDING = "1688-142285-0002";

  private static final String MFCC = ".mfcc";

  /** Of the range of a reference: they are floats, and so was the work. */
  private static final double TOLERANCE = 1e-3;

  @TestFactory
  List<DynamicTest> toolkits() throws IOException {
    Map<String, NpyArray> references = Npz.read(SharedData.part("neural", "frontends.npz"));
    List<DynamicTest> tests = new ArrayList<>();
    references.forEach(
        (name, reference) ->
            tests.add(
                DynamicTest.dynamicTest(
                    name,
                    () -> {
                      NetworkDescription d = NetworkDescriptions.preset(preset(name));
                      check(d.frontEnd().apply(recording(RECORDING)), reference);
                    })));
    return tests;
  }

  /** The features of a pretrained network, after levelling. */
  @TestFactory
  List<DynamicTest> pretrained() throws IOException {
    Map<String, NpyArray> references = Npz.read(SharedData.part("neural", "expected.npz"));
    List<DynamicTest> tests = new ArrayList<>();
    references.forEach(
        (name, reference) -> {
          if (name.endsWith(MFCC)) {
            String id = name.substring(0, name.length() - MFCC.length());
            NetworkDescription d =
                NetworkDescriptions.preset("librosa-mfcc").withLevel(Level.to(-26));
            tests.add(
                DynamicTest.dynamicTest(
                    id,
                    () -> check(d.frontEnd().apply(d.level().apply(recording(id))), reference)));
          }
        });
    return tests.isEmpty() ? List.of(SharedData.none("features in neural/expected.npz")) : tests;
  }

  private static String preset(String array) {
    return NetworkDescriptions.presets().stream()
        .filter(array::startsWith)
        .findFirst()
        .orElseThrow(() -> SharedData.lacking("there is no preset for " + array));
  }

  private static Audio recording(String id) {
    Path folder = SharedData.part("audio", "librispeech");
    Audio audio = Audio.read(SharedData.present(folder.resolve(id + ".flac")));
    assertThat(audio.rate()).isEqualTo(NetworkDescriptions.USUAL_RATE);
    return audio;
  }

  private static void check(FloatMatrix found, NpyArray reference) {
    assertThat(List.of(found.rows(), found.cols())).isEqualTo(reference.shape());
    double[] expected = reference.doubles();
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      least = Math.min(least, expected[i]);
      most = Math.max(most, expected[i]);
      worst = Math.max(worst, Math.abs(found.array()[i] - expected[i]));
    }
    assertThat(worst / (most - least)).isLessThanOrEqualTo(TOLERANCE);
  }
}
