package dev.gme.formats.numpy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.Mutations;
import dev.gme.formats.io.Half;
import dev.gme.formats.io.RowSequence;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  @TempDir Path folder;

  private static final DoubleMatrix SMALL_INTEGERS =
      DoubleMatrix.of(new double[][] {{1, 2, 3}, {40, 50, 60}});

  /** Every type, both byte orders, both orders of elements: numbers that all of them hold. */
  @ParameterizedTest
  @CsvSource({
    "<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8",
    "|u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8"
  })
  void everyTypeAndOrder(String descr) throws IOException {
    NpyType type = NpyType.parse(descr).orElseThrow();
    assertThat(type.descr()).isEqualTo(descr);
    for (NpyOrder order : NpyOrder.values()) {
      Path file = folder.resolve("x.npy");
      Npy.write(file, NpyArray.of(SMALL_INTEGERS), type, order);
      assertThat(Npy.read(file).doubleMatrix()).isEqualTo(SMALL_INTEGERS);
      try (NpyRows rows = NpyRows.open(file)) {
        assertThat(rows.doubles(0, 2)).isEqualTo(SMALL_INTEGERS);
        assertThat(rows.doubles(1, 2)).isEqualTo(SMALL_INTEGERS.rowRange(1, 2));
        assertThatThrownBy(() -> rows.doubles(1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  /** What numpy.save writes for these arrays, byte by byte. */
  @Test
  void bytesAreThoseOfNumpy() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpyArray.of(FloatMatrix.wrap(1, 2, new float[] {1, -2})));
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).hasSize(128 + 8).startsWith(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0x76, 0);
    assertThat(new String(bytes, 10, 118, StandardCharsets.US_ASCII))
        .isEqualTo(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }" + " ".repeat(58) + "\n");
    assertThat(Arrays.copyOfRange(bytes, 128, 136))
        .containsExactly(0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0);
  }

  @Test
  void valuesThatOnlyFloatsHave() throws IOException {
    float[] values = {
      0f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY, 0.1f
    };
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpyArray.of(FloatMatrix.wrap(1, values.length, values)));
    assertThat(Npy.read(file).floatMatrix().array()).containsExactly(values);
  }

  /** All 65536 halves there and back; and rounding to the nearest, ties to even. */
  @Test
  void halves() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float value = Half.toFloat((short) bits);
      if (!Float.isNaN(value)) {
        assertThat(Half.ofFloat(value)).isEqualTo((short) bits);
      }
    }
    assertThat(Float.isNaN(Half.toFloat(Half.ofFloat(Float.NaN)))).isTrue();
    assertThat(Half.toFloat(Half.ofFloat(1 + 0x1p-11f))).isEqualTo(1f);
    assertThat(Half.toFloat(Half.ofFloat(1 + 0x3p-11f))).isEqualTo(1 + 0x1p-9f);
    assertThat(Half.toFloat(Half.ofFloat(65519.996f))).isEqualTo(65504f);
    assertThat(Half.toFloat(Half.ofFloat(65520f))).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Half.toFloat(Half.ofFloat(-1e-10f))).isEqualTo(-0f);
  }

  @Test
  void wordsAndOtherShapes() throws IOException {
    Path file = folder.resolve("x.npy");
    List<String> words = List.of("id-1", "", "größer 😀");
    Npy.write(file, NpyArray.of(words));
    assertThat(Npy.read(file).words()).isEqualTo(words);
    Npy.write(file, NpyArray.of(List.of()));
    assertThat(Npy.read(file).words()).isEmpty();
    Npy.write(file, NpyArray.of(7L, -1L));
    assertThat(Npy.read(file).words()).containsExactly("7", "-1");
    Npy.write(file, new NpyArray(List.of(), new double[] {2.5}));
    assertThat(Npy.read(file).doubles()).containsExactly(2.5);
    double[] cube = new Random(1).doubles(24).toArray();
    for (NpyOrder order : NpyOrder.values()) {
      Npy.write(file, new NpyArray(List.of(2, 3, 4), cube), NpyType.FLOAT64, order);
      assertThat(Npy.read(file).doubles()).containsExactly(cube);
    }
    NpyArray wordMatrix = new NpyArray(List.of(2, 2), new String[] {"a", "b", "c", "d"});
    Npy.write(file, wordMatrix, wordMatrix.naturalType().bigEndian(), NpyOrder.FORTRAN);
    assertThat(Npy.read(file).words()).containsExactly("a", "b", "c", "d");
  }

  private Path withHeader(String header, int bytes) throws IOException {
    String text = header + " ".repeat(117 - header.length()) + "\n";
    byte[] all = new byte[128 + bytes];
    byte[] start = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0};
    System.arraycopy(start, 0, all, 0, 10);
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, all, 10, 118);
    return Files.write(folder.resolve("bad.npy"), all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<f4|(1000000000, 1000)|bad.npy: expected 4000000000000 bytes for an array of shape",
        "<f4|(9223372036854775807, 9223372036854775807)|beyond any memory",
        "<f4|(99999999999999999999,)|beyond any memory",
        "<f4|(0, 9999999999)|fits in memory",
        "<O8|(3,)|found elements of type",
        "<U0|(3,)|found elements of type",
        "<f3|(3,)|found elements of type",
        "<f4|(-3,)|expected a header with descr, fortran_order and shape",
      })
  void impossibleHeaders(String descr, String shape, String sentence) throws IOException {
    Path file =
        withHeader("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + "}", 8);
    assertThatThrownBy(() -> Npy.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void unsignedBeyondLongIsRefused() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpyArray.of(-1L), NpyType.parse("<u8").orElseThrow(), NpyOrder.C);
    assertThatThrownBy(() -> Npy.read(file)).hasMessageContaining("below 2^63");
  }

  @Test
  void rowsOfSomethingElseAreRefused() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpyArray.of(1.0, 2.0));
    assertThatThrownBy(() -> NpyRows.open(file)).hasMessageContaining("shape (2,)");
    Npy.write(file, new NpyArray(List.of(1, 1), new String[] {"a"}));
    assertThatThrownBy(() -> NpyRows.open(file)).hasMessageContaining("<U1");
  }

  @Test
  void npzKeepsNamesAndOrder() throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("z", NpyArray.of(SMALL_INTEGERS));
    arrays.put("ids", NpyArray.of(List.of("a", "b")));
    Path file = folder.resolve("x.npz");
    Npz.write(file, arrays);
    Map<String, NpyArray> read = Npz.read(file);
    assertThat(read.keySet()).containsExactly("z", "ids");
    assertThat(read.get("z").doubleMatrix()).isEqualTo(SMALL_INTEGERS);
    assertThat(read.get("ids").words()).containsExactly("a", "b");
    try (Npz open = Npz.open(file)) {
      assertThatThrownBy(() -> open.array("X"))
          .hasMessageEndingWith("has no array 'X', only 'z, ids'");
    }
    byte[] first = Files.readAllBytes(file);
    Npz.write(file, arrays);
    assertThat(Files.readAllBytes(file)).isEqualTo(first);
  }

  private static byte[] header(String shape) {
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }\n";
    ByteBuffer out = ByteBuffer.allocate(10 + text.length()).order(ByteOrder.LITTLE_ENDIAN);
    out.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    return out.putShort((short) text.length()).put(text.getBytes(UTF_8)).array();
  }

  /** A file of a few bytes that declares 16 GB, where compression hides how much there can be. */
  @Test
  void hugeSizesInCompressedFiles() throws IOException {
    Path gz = folder.resolve("x.npy.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
      out.write(header("2000, 1000000"));
    }
    Mutations.test(gz, 20, 22, Npy::read);
    assertThatThrownBy(() -> Npy.read(gz)).hasMessageContaining("bytes for elements 0 to");
    assertThatThrownBy(
            () -> {
              try (RowSequence rows = Npy.rows(gz)) {
                rows.next(2000);
              }
            })
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("bytes for rows");
    Path npz = folder.resolve("x.npz");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(npz))) {
      out.putNextEntry(new ZipEntry("X.npy"));
      out.write(header("1000, 1000"));
    }
    assertThatThrownBy(() -> Npz.read(npz)).hasMessageContaining("an array of shape (1000, 1000)");
  }

  /** So many that a recursive expression would overflow the stack. */
  @Test
  void manyDimensions() throws IOException {
    Path file = folder.resolve("x.npy");
    Files.write(file, header("1,".repeat(15_000)));
    assertThatThrownBy(() -> Npy.read(file)).hasMessageContaining("expected a shape such as");
    Files.write(file, header("1 2, 3"));
    assertThatThrownBy(() -> Npy.read(file)).hasMessageContaining("expected a shape such as");
  }

  @Test
  void doubleQuotesInHeaders() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpyArray.of(1.0, 2));
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 10; i < 128; i++) {
      bytes[i] = bytes[i] == '\'' ? (byte) '"' : bytes[i];
    }
    Files.write(file, bytes);
    assertThat(Npy.read(file).doubles()).containsExactly(1, 2);
  }

  /** The rows of compressed files come one after the other, whatever the order of the elements. */
  @ParameterizedTest
  @EnumSource
  void rowsOfCompressedFiles(NpyOrder order) throws IOException {
    Path plain = folder.resolve("x.npy");
    Npy.write(plain, NpyArray.of(SMALL_INTEGERS), NpyType.FLOAT16.bigEndian(), order);
    Path gz = folder.resolve("x.npy.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
      Files.copy(plain, out);
    }
    for (Path file : List.of(plain, gz)) {
      try (RowSequence rows = Npy.rows(file)) {
        assertThat(rows.form().type()).isEqualTo(">f2");
        assertThat(rows.form().isSingle()).isTrue();
        for (int i = 0; i < rows.rows(); i++) {
          assertThat(rows.next(1)).isEqualTo(SMALL_INTEGERS.rowRange(i, i + 1));
        }
      }
    }
  }

  /** Seed 20: 500 damaged files of each kind. */
  @ParameterizedTest
  @ValueSource(strings = {"c.npy", "fortran.npy", "words.npy", "x.npz"})
  void damagedFiles(String name) throws IOException {
    Path file = folder.resolve(name);
    switch (name) {
      case "c.npy" -> Npy.write(file, NpyArray.of(SMALL_INTEGERS));
      case "fortran.npy" ->
          Npy.write(file, NpyArray.of(SMALL_INTEGERS), NpyType.FLOAT16, NpyOrder.FORTRAN);
      case "words.npy" -> Npy.write(file, NpyArray.of(List.of("one", "two")));
      default -> Npz.write(file, Map.of("X", NpyArray.of(SMALL_INTEGERS)));
    }
    if (name.endsWith(".npz")) {
      Mutations.test(file, 500, 20, Npz::read);
    } else {
      Mutations.test(file, 500, 20, Npy::read);
      Mutations.test(
          file,
          500,
          21,
          bad -> {
            try (NpyRows rows = NpyRows.open(bad)) {
              rows.doubles(0, Math.min(2, rows.rows()));
            }
          });
    }
  }

  @Test
  void rowsOutOfAStream() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpyArray.of(FloatMatrix.wrap(3, 2, new float[] {1, 2, 3, 4, 5, 6})));
    long size = Files.size(file);
    try (RowSequence rows = Npy.rows("x", Files.newInputStream(file), size)) {
      assertThat(rows.next(2).array()).containsExactly(1, 2, 3, 4);
      assertThat(rows.next(1).array()).containsExactly(5, 6);
    }
    assertThatThrownBy(() -> Npy.rows("x", Files.newInputStream(file), size - 1))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("x: expected");
  }
}
