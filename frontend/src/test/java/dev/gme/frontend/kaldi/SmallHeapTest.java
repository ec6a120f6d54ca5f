package dev.gme.frontend.kaldi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.frontend.gmm.GmmStatistics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of some hundred bytes that says it holds a gigabyte is refused before memory is taken. */
class SmallHeapTest {
  /** Numbers that one object may have at most, which would take 2 GB in double. */
  private static final int DECLARED = (1 << 28) - 1;

  @TempDir Path folder;

  /** Reads a file in a process of its own, and prints why it was refused. */
  static final class Reading {
    private Reading() {}

    public static void main(String[] args) throws IOException {
      try {
        KaldiAccumulators.readMixture(Path.of(args[0]));
        System.out.println("read");
      } catch (GmeException e) {
        System.out.println(e.getMessage());
        System.out.println("help: " + e.help());
      }
    }
  }

  /**
   * The size of the first vector or of the sums' rows is a lie, in a file whose length is known and
   * in one that is compressed, whose length is not.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FV , mixture.acc",
        "FM , mixture.acc",
        "FV , mixture.acc.gz",
        "FM , mixture.acc.gz"
      })
  void aDeclaredSizeBeyondTheFileIsRefused(String what) throws IOException, InterruptedException {
    String[] words = what.split(", ", -1);
    Path honest = folder.resolve("honest.acc");
    double[][] sums = new double[4][8];
    KaldiAccumulators.write(
        honest,
        GmmStatistics.of(
            new double[] {1, 2, 3, 4}, DoubleMatrix.of(sums), DoubleMatrix.of(new double[4][8])),
        KaldiMode.BINARY);
    byte[] bytes = Files.readAllBytes(honest);
    assertThat(bytes.length).isLessThan(458);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(words[0]);
    // After the token comes the width of the number, 4, and the number.
    assertThat(bytes[at + words[0].length()]).isEqualTo((byte) 4);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(at + words[0].length() + 1, DECLARED);
    Path file = folder.resolve(words[1]);
    if (words[1].endsWith(".gz")) {
      try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
        out.write(bytes);
      }
    } else {
      Files.write(file, bytes);
    }
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-cp",
                System.getProperty("java.class.path"),
                Reading.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(java.exitValue()).as(said).isZero();
    assertThat(said.lines().toList()).hasSize(2);
    assertThat(said).contains(words[1]).contains("\nhelp: ").doesNotContain("Exception");
  }
}
