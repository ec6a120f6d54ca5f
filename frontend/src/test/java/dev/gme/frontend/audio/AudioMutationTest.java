package dev.gme.frontend.audio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.GmeException;
import dev.gme.core.math.SeededRandom;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Damaged files are read or refused with their name, and nothing else happens. Seed 1. */
class AudioMutationTest {
  private static final int ROUNDS = 400;

  @TestFactory
  List<DynamicTest> mutations() throws IOException {
    try (Stream<Path> files = Files.list(SharedData.part("audio", "formats"))) {
      return files
          .filter(f -> !f.toString().matches(".*\\.(npy|npz|tsv|raw)"))
          .sorted()
          .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> mutate(f)))
          .toList();
    }
  }

  private static void mutate(Path file) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    SeededRandom random = new SeededRandom(1);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(whole, random);
      try (AudioStream in = AudioStream.open("some.file", bytes)) {
        Audio audio = Audio.read(in, "some.file", 0);
        assertThat(audio.length()).isLessThanOrEqualTo(1 << 20);
      } catch (GmeException e) {
        assertThat(e).hasMessageStartingWith("some.file ");
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  /** Some bytes changed, most of them near the beginning, or the end cut off. */
  private static byte[] mutated(byte[] whole, SeededRandom random) {
    byte[] bytes = whole.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int range = random.nextInt(3) == 0 ? bytes.length : Math.min(bytes.length, 120);
      int value = random.nextInt(4);
      bytes[random.nextInt(range)] =
          (byte) (value == 0 ? 0xff : value == 1 ? 0 : random.nextInt(256));
    }
    return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }
}
