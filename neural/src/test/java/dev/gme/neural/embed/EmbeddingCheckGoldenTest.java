package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.frontend.network.Level;
import dev.gme.neural.network.Network;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedding that the authors' code made, and others that are not it. */
class EmbeddingCheckGoldenTest {
  @TempDir Path folder;

  private static Map<String, NpyArray> expected() throws IOException {
    return Npz.read(SharedData.part("neural", "expected.npz"));
  }

  private static String anId() throws IOException {
    String name =
        expected().keySet().stream()
            .filter(n -> n.endsWith(".embedding"))
            .findFirst()
            .orElseThrow();
    return name.replace(".embedding", "");
  }

  private EmbeddingCheck check(NpyArray wanted, double level) throws IOException {
    Path file = folder.resolve("wanted.npy");
    Npy.write(file, wanted);
    try (Network network =
        Network.open(
            SharedData.part("neural", "speaker-lstm-wave.onnx"),
            "wave",
            d -> d.withLevel(Level.to(level)),
            Network.Options.DEFAULT)) {
      Path audio = SharedData.part("audio", "librispeech", anId() + ".flac");
      return EmbeddingCheck.of(network, audio, file);
    }
  }

  @Test
  void agreesAndSaysByHowMuch() throws IOException {
    EmbeddingCheck found = check(expected().get(anId() + ".embedding"), -26);
    assertThat(found.agrees(EmbeddingCheck.TOLERANCE)).isTrue();
    assertThat(found.difference()).isLessThan(1e-5);
    assertThat(found.cosine()).isCloseTo(1, within(1e-6));
    assertThat(found.relative()).isEqualTo(found.difference() / found.length());
  }

  @Test
  void anotherLevelIsAnotherEmbedding() throws IOException {
    EmbeddingCheck found = check(expected().get(anId() + ".embedding"), -60);
    assertThat(found.agrees(EmbeddingCheck.TOLERANCE)).isFalse();
    assertThat(found.cosine()).isLessThan(1 - 1e-4);
  }

  @Test
  void whatIsNoEmbeddingOfThisNetwork() {
    refused(NpyArray.of(new double[3]), "expected one vector of 128 numbers");
    refused(NpyArray.of(new double[128]), "a length of 0.0");
  }

  private void refused(NpyArray wanted, String why) {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> check(wanted, -26))
        .withMessageContaining("wanted.npy")
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.help()).isNotBlank());
  }
}
