package dev.gme.frontend.kaldi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.KaldiExtractor;
import dev.gme.frontend.ivector.KaldiStatistics;
import dev.gme.testkit.KaldiIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The samples' files, read and written again; damaged ones. */
class KaldiFilesTest {
  @TempDir Path folder;

  /** The first file of a format and mode, if there is one. */
  private static Optional<Path> sample(String folder, String format, KaldiMode mode)
      throws IOException {
    for (Path file : KaldiIndex.of(folder).files(format)) {
      if (mode(file) == mode) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
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

  /** Does something with a file. */
  @FunctionalInterface
  private interface Check {
    void of(Path file) throws IOException;
  }

  private static List<DynamicTest> each(String folder, String format, Check check)
      throws IOException {
    return KaldiIndex.of(folder).files(format).stream()
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> check.of(f)))
        .toList();
  }

  private static boolean isText(Path file) throws IOException {
    return !new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("\0B");
  }

  private static KaldiMode mode(Path file) throws IOException {
    return isText(file) ? KaldiMode.TEXT : KaldiMode.BINARY;
  }

  @TestFactory
  List<DynamicTest> diagonalMixtures() throws IOException {
    return each("ubm", "diag-gmm", this::diagonalMixture);
  }

  private void diagonalMixture(Path file) throws IOException {
    DiagonalGmm mixture = KaldiMixtures.readDiagonal(file);
    KaldiMixtures.write(out(), mixture, mode(file));
    if (isText(file)) {
      assertThat(lines(out())).isEqualTo(lines(file));
    } else {
      // Behind the tokens and the size of the constants, and these.
      int start = 22 + 8 + 4 * mixture.components();
      byte[] expected = Files.readAllBytes(file);
      byte[] got = Files.readAllBytes(out());
      assertThat(got).hasSameSizeAs(expected);
      assertThat(Arrays.copyOfRange(got, start, got.length))
          .isEqualTo(Arrays.copyOfRange(expected, start, got.length));
    }
    assertThat(KaldiMixtures.read(out())).isInstanceOf(DiagonalGmm.class);
  }

  @TestFactory
  List<DynamicTest> fullMixtures() throws IOException {
    return each("ubm", "full-gmm", this::fullMixture);
  }

  /** Files have inverses of covariances, as floats or with seven digits. */
  private void fullMixture(Path file) throws IOException {
    FullGmm mixture = KaldiMixtures.readFull(file);
    for (KaldiMode mode : KaldiMode.values()) {
      KaldiMixtures.write(out(), mixture, mode);
      FullGmm again = (FullGmm) KaldiMixtures.read(out());
      assertThat(again.components()).isEqualTo(mixture.components());
      for (int c = 0; c < mixture.components(); c++) {
        DoubleMatrix inverse = Cholesky.of(mixture.covariance(c)).inverse();
        DoubleMatrix found = Cholesky.of(again.covariance(c)).inverse();
        assertThat(found.minus(inverse).maxAbs()).isLessThan(1e-6 * inverse.maxAbs());
        double[] expected = inverse.times(mixture.means().row(c));
        double largest = DoubleMatrix.wrap(1, expected.length, expected).maxAbs();
        assertThat(found.times(again.means().row(c)))
            .containsExactly(expected, Offset.offset(1e-6 * largest));
      }
    }
  }

  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private interface Writer<T> {
    void write(Path file, T value, KaldiMode mode) throws IOException;
  }

  /** Writes what a file holds to the same bytes, and in the other mode; reads that again. */
  private <T> T again(Path file, Reader<T> reader, Writer<T> writer) throws IOException {
    T value = reader.read(file);
    writer.write(out(), value, mode(file));
    assertThat(out()).hasSameBinaryContentAs(file);
    writer.write(out(), value, isText(file) ? KaldiMode.BINARY : KaldiMode.TEXT);
    return reader.read(out());
  }

  @TestFactory
  List<DynamicTest> mixtureStatistics() throws IOException {
    return each(
        "ubm",
        "gmm-acc",
        file -> {
          GmmStatistics statistics = KaldiAccumulators.readMixture(file);
          GmmStatistics again =
              again(file, KaldiAccumulators::readMixture, KaldiAccumulators::write);
          assertThat(again.sums().minus(statistics.sums()).maxAbs())
              .isLessThan(1e-6 * statistics.sums().maxAbs());
        });
  }

  @TestFactory
  List<DynamicTest> extractors() throws IOException {
    return each("ivec", "ivector-extractor", this::extractor);
  }

  private void extractor(Path file) throws IOException {
    KaldiExtractor extractor = KaldiExtractors.read(file);
    if (isText(file)) {
      KaldiExtractors.write(out(), extractor, KaldiMode.TEXT);
      assertThat(out()).hasSameBinaryContentAs(file);
    }
    KaldiExtractors.write(out(), extractor, KaldiMode.BINARY);
    KaldiExtractor again = KaldiExtractors.read(out());
    assertThat(again.m()).isEqualTo(extractor.m());
    assertThat(again.weights()).isEqualTo(extractor.weights());
    // What came from Kaldi is of its form, and goes back as it was.
    KaldiExtractor back = KaldiExtractor.of(extractor.weights(), extractor.standard());
    assertThat(back.m()).isEqualTo(extractor.m());
    assertThat(back.priorOffset())
        .isCloseTo(extractor.priorOffset(), Offset.offset(1e-9 * extractor.priorOffset()));
    for (int c = 0; c < extractor.weights().length; c++) {
      assertThat(again.covariance(c).minus(extractor.covariance(c)).maxAbs())
          .isLessThan(1e-9 * extractor.covariance(c).maxAbs());
    }
  }

  @TestFactory
  List<DynamicTest> extractorStatistics() throws IOException {
    return each(
        "ivec",
        "ivector-acc",
        file -> {
          KaldiStatistics again =
              again(file, KaldiAccumulators::readExtractor, KaldiAccumulators::write);
          assertThat(again.sum()).hasSameSizeAs(KaldiAccumulators.readExtractor(file).sum());
        });
  }

  @TestFactory
  List<DynamicTest> selections() throws IOException {
    return each(
        "ubm",
        "gselect-archive",
        file -> copied(file, (in, writer) -> writer.write(in.key(), in.selections())));
  }

  @TestFactory
  List<DynamicTest> posteriors() throws IOException {
    return each(
        "ubm",
        "posterior-archive",
        file ->
            copied(
                file,
                (in, writer) ->
                    writer.write(
                        in.key(), KaldiAlignments.kaldi(KaldiAlignments.frames(in.posteriors())))));
  }

  /** Writes an entry of an archive again. */
  @FunctionalInterface
  private interface Copy {
    void entry(KaldiTable in, KaldiTableWriter out) throws IOException;
  }

  private void copied(Path file, Copy copy) throws IOException {
    try (KaldiTable in = KaldiTable.open(file);
        KaldiTableWriter writer =
            KaldiTableWriter.create((isText(file) ? "ark,t:" : "ark:") + out())) {
      while (in.next()) {
        copy.entry(in, writer);
      }
      writer.commit();
    }
    assertThat(out()).hasSameBinaryContentAs(file);
  }

  @Test
  void otherKinds() throws IOException {
    Path mixture = KaldiIndex.of("ubm").first("diag-gmm");
    assertThatThrownBy(() -> KaldiMixtures.readFull(mixture))
        .hasMessageContaining("expected <FullGMM>, found '<DiagGMM>'");
    Path extractor = KaldiIndex.of("ivec").first("ivector-extractor");
    assertThatThrownBy(() -> KaldiMixtures.read(extractor))
        .hasMessageContaining("expected <DiagGMM> or <FullGMM>");
  }

  @Test
  void statisticsOfFirstOrderAreNotWritten() {
    GmmStatistics first = GmmStatistics.of(new double[1], DoubleMatrix.zeros(1, 2), null);
    assertThatThrownBy(() -> KaldiAccumulators.write(out(), first, KaldiMode.TEXT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder).isEmptyDirectory();
  }

  /** Of two components, the second without frames. */
  @Test
  void statisticsOfFullMixtures() throws IOException {
    DoubleMatrix f = DoubleMatrix.of(new double[][] {{6, -3}, {0, 0}});
    DoubleMatrix s = DoubleMatrix.of(new double[][] {{20, -4, -4, 12}, {0, 0, 0, 0}});
    GmmStatistics full = GmmStatistics.of(new double[] {3, 0}, f, s);
    for (KaldiMode mode : KaldiMode.values()) {
      KaldiAccumulators.write(out(), full, mode);
      GmmStatistics again = KaldiAccumulators.readMixture(out());
      assertThat(again.counts()).containsExactly(3, 0);
      assertThat(again.sums()).isEqualTo(f);
      assertThat(again.secondMoments().minus(s).maxAbs()).isLessThan(1e-6);
    }
    KaldiAccumulators.write(out(), full, KaldiMode.TEXT);
    // Kaldi's file has 20 − 6·6/3 and so on.
    assertThat(Files.readString(out())).contains("<FULLVARACCS>").contains("8", "2 9");
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

  /** Seeds 80 to 93: a reader gives something or a sentence. */
  @TestFactory
  List<DynamicTest> damaged() {
    return List.of(
        damaged("ubm", "diag-gmm", 80, KaldiMixtures::read),
        damaged("ubm", "full-gmm", 82, KaldiMixtures::read),
        damaged("ubm", "gmm-acc", 84, KaldiAccumulators::readMixture),
        damaged("ivec", "ivector-extractor", 86, KaldiExtractors::read),
        damaged("ivec", "ivector-acc", 88, KaldiAccumulators::readExtractor),
        damaged("ubm", "gselect-archive", 90, KaldiFilesTest::selectionsOf),
        damaged("ubm", "posterior-archive", 92, KaldiFilesTest::posteriorsOf));
  }

  private DynamicTest damaged(String part, String format, long seed, Check reader) {
    return DynamicTest.dynamicTest(
        format,
        () -> {
          KaldiIndex.of(part).first(format);
          for (KaldiMode mode : KaldiMode.values()) {
            Optional<Path> good = sample(part, format, mode);
            if (good.isPresent()) {
              damage(good.get(), mode == KaldiMode.TEXT ? seed + 1 : seed, reader);
            }
          }
        });
  }

  private void damage(Path good, long seed, Check reader) throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    Random random = new Random(seed);
    Path bad = folder.resolve("bad");
    for (int i = 0; i < 150; i++) {
      byte[] some = bytes.clone();
      int at = random.nextInt(random.nextBoolean() ? Math.min(200, bytes.length) : bytes.length);
      switch (random.nextInt(3)) {
        case 0 -> some = Arrays.copyOf(some, at);
        case 1 -> some[at] = (byte) random.nextInt(256);
        default -> Arrays.fill(some, at, Math.min(some.length, at + 4), (byte) 0x7f);
      }
      Files.write(bad, some);
      try {
        reader.of(bad);
      } catch (GmeException e) {
        assertThat(e.getMessage()).startsWith(bad.toString()).doesNotContain("\n");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("damage " + i + " of seed " + seed + " of " + good, e);
      }
    }
  }
}
