package dev.gme.frontend.kaldi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiPosteriors;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.KaldiExtractor;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples' files, read and written again; damaged ones. */
class KaldiFilesTest {
  @TempDir Path folder;

  private static Path sample(String part, String name) {
    return SharedData.part("kaldi-samples", part, name);
  }

  private Path out() {
    return folder.resolve("out");
  }

  private static List<String> lines(Path file) throws IOException {
    // Constants follow from the rest; Kaldi computes them in float.
    return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
        .filter(line -> !line.startsWith("<GCONSTS>"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.dubm.txt", "1.dubm.txt", "2.dubm.txt", "1rm.dubm.txt", "u16.dubm.txt"})
  void diagonalMixtureAsText(String name) throws IOException {
    DiagonalGmm mixture = KaldiMixtures.readDiagonal(sample("ubm", name));
    KaldiMixtures.write(out(), mixture, true);
    assertThat(lines(out())).isEqualTo(lines(sample("ubm", name)));
    assertThat(KaldiMixtures.read(out())).isInstanceOf(DiagonalGmm.class);
  }

  /** After the constants, which take 145 bytes from byte 12 on for 32 components. */
  @Test
  void diagonalMixtureInBinary() throws IOException {
    Path file = sample("ubm", "0.dubm");
    KaldiMixtures.write(out(), KaldiMixtures.readDiagonal(file), false);
    byte[] expected = Files.readAllBytes(file);
    byte[] got = Files.readAllBytes(out());
    int constants = 22 + 8 + 4 * 32;
    assertThat(got).hasSameSizeAs(expected);
    assertThat(Arrays.copyOfRange(got, constants, got.length))
        .isEqualTo(Arrays.copyOfRange(expected, constants, got.length));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fullMixture(boolean text) throws IOException {
    FullGmm mixture = KaldiMixtures.readFull(sample("ubm", "2.ubm"));
    KaldiMixtures.write(out(), mixture, text);
    FullGmm again = (FullGmm) KaldiMixtures.read(out());
    assertThat(again.weights()).hasSize(16);
    double largest = mixture.covariance(3).maxAbs();
    // Text has seven digits, binary files floats; the inverse magnifies what that leaves out.
    assertThat(again.covariance(3).minus(mixture.covariance(3)).maxAbs())
        .isLessThan((text ? 1e-4 : 1e-5) * largest);
    assertThat(again.means().minus(mixture.means()).maxAbs())
        .isLessThan((text ? 1e-4 : 1e-5) * mixture.means().maxAbs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.acc.txt", "1.acc.txt", "0g.acc.txt"})
  void mixtureStatistics(String name) throws IOException {
    Path file = sample("ubm", name);
    GmmStatistics statistics = KaldiAccumulators.readMixture(file);
    KaldiAccumulators.write(out(), statistics, true);
    assertThat(out()).hasSameBinaryContentAs(file);
    KaldiAccumulators.write(out(), statistics, false);
    GmmStatistics again = KaldiAccumulators.readMixture(out());
    assertThat(again.sums().minus(statistics.sums()).maxAbs())
        .isLessThan(1e-7 * statistics.sums().maxAbs());
  }

  @Test
  void extractor() throws IOException {
    KaldiExtractor extractor = KaldiExtractors.read(sample("ivec", "2.ie"));
    KaldiExtractors.write(out(), extractor, true);
    assertThat(out()).hasSameBinaryContentAs(sample("ivec", "2.ie.txt"));
    KaldiExtractors.write(out(), extractor, false);
    KaldiExtractor again = KaldiExtractors.read(out());
    assertThat(again.m()).isEqualTo(extractor.m());
    assertThat(again.weights()).isEqualTo(extractor.weights());
    assertThat(again.covariance(2).minus(extractor.covariance(2)).maxAbs())
        .isLessThan(1e-9 * extractor.covariance(2).maxAbs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.acc", "1.acc"})
  void extractorStatistics(String name) throws IOException {
    Path file = sample("ivec", name);
    KaldiAccumulators.write(out(), KaldiAccumulators.readExtractor(file), false);
    assertThat(out()).hasSameBinaryContentAs(file);
    KaldiAccumulators.write(out(), KaldiAccumulators.readExtractor(file), true);
    assertThat(KaldiAccumulators.readExtractor(out()).sum()).hasSize(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gselect10.txt", "gselect10_sorted.txt", "gselect5_few.ark"})
  void selections(String name) throws IOException {
    String text = name.endsWith(".txt") ? "ark,t:" : "ark:";
    try (KaldiTable in = KaldiTable.open(sample("ubm", name));
        KaldiTableWriter writer = KaldiTableWriter.create(text + out())) {
      while (in.next()) {
        writer.write(in.key(), in.selections());
      }
      writer.commit();
    }
    assertThat(out()).hasSameBinaryContentAs(sample("ubm", name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"post_few.txt", "post5_few.ark", "post_full.ark"})
  void posteriors(String name) throws IOException {
    String text = name.endsWith(".txt") ? "ark,t:" : "ark:";
    try (KaldiTable in = KaldiTable.open(sample("ubm", name));
        KaldiTableWriter writer = KaldiTableWriter.create(text + out())) {
      while (in.next()) {
        KaldiPosteriors p = in.posteriors();
        writer.write(in.key(), KaldiAlignments.kaldi(KaldiAlignments.frames(p)));
      }
      writer.commit();
    }
    assertThat(out()).hasSameBinaryContentAs(sample("ubm", name));
  }

  @Test
  void otherKinds() throws IOException {
    assertThatThrownBy(() -> KaldiMixtures.readFull(sample("ubm", "0.dubm")))
        .hasMessageContaining("expected <FullGMM>, found '<DiagGMM>'");
    assertThatThrownBy(() -> KaldiMixtures.read(sample("ivec", "2.ie")))
        .hasMessageContaining("expected <DiagGMM> or <FullGMM>");
    GmmStatistics full =
        GmmStatistics.of(new double[1], DoubleMatrix.zeros(1, 2), DoubleMatrix.zeros(1, 4));
    assertThatThrownBy(() -> KaldiAccumulators.write(out(), full, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder).isEmptyDirectory();
  }

  /** Reads a file that may be damaged. */
  @FunctionalInterface
  private interface Reader {
    void read(Path file) throws IOException;
  }

  private static void selectionsOf(Path file) throws IOException {
    try (KaldiTable in = KaldiTable.open(file)) {
      while (in.next()) {
        in.selections();
      }
    }
  }

  private static void posteriorsOf(Path file) throws IOException {
    try (KaldiTable in = KaldiTable.open(file)) {
      while (in.next()) {
        in.posteriors();
      }
    }
  }

  /** Seeds 80 to 88: a reader gives something or a sentence. */
  @Test
  void damaged() throws IOException {
    damage(sample("ubm", "0.dubm"), 80, KaldiMixtures::read);
    damage(sample("ubm", "u16.dubm.txt"), 81, KaldiMixtures::read);
    damage(sample("ubm", "2.ubm"), 82, KaldiMixtures::read);
    damage(sample("ubm", "0.acc.txt"), 83, KaldiAccumulators::readMixture);
    damage(sample("ivec", "2.ie"), 84, KaldiExtractors::read);
    damage(sample("ivec", "0.acc"), 85, KaldiAccumulators::readExtractor);
    damage(sample("ubm", "gselect5_few.ark"), 86, KaldiFilesTest::selectionsOf);
    damage(sample("ubm", "post5_few.ark"), 87, KaldiFilesTest::posteriorsOf);
    damage(sample("ubm", "post_few.txt"), 88, KaldiFilesTest::posteriorsOf);
  }

  private void damage(Path good, long seed, Reader reader) throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    Random random = new Random(seed);
    Path bad = folder.resolve("bad");
    for (int i = 0; i < 150; i++) {
      byte[] some = bytes.clone();
      int at = random.nextInt(random.nextBoolean() ? 200 : bytes.length);
      switch (random.nextInt(3)) {
        case 0 -> some = Arrays.copyOf(some, at);
        case 1 -> some[at] = (byte) random.nextInt(256);
        default -> Arrays.fill(some, at, Math.min(some.length, at + 4), (byte) 0x7f);
      }
      Files.write(bad, some);
      try {
        reader.read(bad);
      } catch (GmeException e) {
        assertThat(e.getMessage()).startsWith(bad.toString()).doesNotContain("\n");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("damage " + i + " of seed " + seed + " of " + good, e);
      }
    }
  }
}
