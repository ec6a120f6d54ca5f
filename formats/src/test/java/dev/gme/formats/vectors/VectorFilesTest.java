package dev.gme.formats.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.Mutations;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class VectorFilesTest {
  private static final LabelledVectors SET =
      LabelledVectors.of(
              "here",
              List.of("spk1/a.wav", "b"),
              FloatMatrix.wrap(2, 2, new float[] {0.1f, -2, 3e-7f, 4e10f}))
          .withSpeakers(Map.of("spk1/a.wav", "s", "b", "t"));

  /** What a list names is looked for in its folder's parent too, where nothing else may be. */
  @TempDir Path parent;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(parent.resolve("folder"));
  }

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(VectorFormat.NPY, "x.npy"),
        Arguments.of(VectorFormat.NPZ, "x.npz"),
        Arguments.of(VectorFormat.SAFETENSORS, "x.safetensors"),
        Arguments.of(VectorFormat.HDF5, "x.h5"),
        Arguments.of(VectorFormat.KALDI, "x.ark"),
        Arguments.of(VectorFormat.KALDI, "x.scp"),
        Arguments.of(VectorFormat.TABLE, "x.csv"),
        Arguments.of(VectorFormat.TABLE, "x.tsv"),
        Arguments.of(VectorFormat.TABLE, "x.tsv.gz"));
  }

  /** Writes vectors to a file, a script with its archive, and names the file. */
  private Path written(LabelledVectors set, VectorFormat format, String name) throws IOException {
    VectorFiles.write(folder.resolve(name.replace(".scp", ".ark")), set, format);
    return folder.resolve(name);
  }

  @ParameterizedTest
  @MethodSource("files")
  void thereAndBackByContent(VectorFormat format, String name) throws IOException {
    Path file = written(SET, format, name);
    assertThat(VectorFiles.recognize(file)).isEqualTo(format);
    LabelledVectors read = VectorFiles.read(file);
    assertThat(read.ids()).isEqualTo(SET.ids());
    assertThat(read.vectors()).isEqualTo(SET.vectors());
    boolean keepsSpeakers =
        Set.of(VectorFormat.NPZ, VectorFormat.SAFETENSORS, VectorFormat.HDF5).contains(format);
    assertThat(read.speakers()).isEqualTo(keepsSpeakers ? SET.speakers() : Optional.empty());
    if (format == VectorFormat.NPY) {
      Files.copy(folder.resolve("x.ids"), folder.resolve("damaged-x.ids"));
    }
    Mutations.test(file, 300, 60, VectorFiles::read);
  }

  private Path text(String content) throws IOException {
    return Files.writeString(folder.resolve("x"), content);
  }

  /** A sign of two bytes, of three, beyond the basic plane, a blank that is none of ASCII. */
  @ParameterizedTest
  @MethodSource("files")
  void idsOfAnySign(VectorFormat format, String name) throws IOException {
    List<String> ids = List.of("é", "日本/語", "😀", "a\u00a0b", "c\u3000d");
    LabelledVectors set =
        LabelledVectors.of("here", ids, FloatMatrix.wrap(5, 1, new float[] {1, 2, 3, 4, 5}));
    Path file = written(set, format, name);
    assertThat(VectorFiles.read(file, format).ids()).isEqualTo(ids);
    if (name.endsWith(".scp")) {
      assertThat(VectorFiles.read(file).ids()).isEqualTo(ids);
    }
  }

  /** What is written is read back the same, or refused. */
  @ParameterizedTest
  @EnumSource(VectorFormat.class)
  void idsWithBlanksAreKeptOrRefused(VectorFormat format) throws IOException {
    LabelledVectors set =
        LabelledVectors.of("here", List.of("a b"), FloatMatrix.wrap(1, 1, new float[1]));
    Path file = folder.resolve("x.npy");
    try {
      VectorFiles.write(file, set, format);
    } catch (GmeException e) {
      assertThat(e).hasMessageContaining("'a b'");
      assertThat(folder).isEmptyDirectory();
      return;
    }
    assertThat(VectorFiles.read(file, format).ids()).containsExactly("a b");
  }

  @ParameterizedTest
  @CsvSource({"NPY, x.npy.gz", "NPZ, x.npz.gz", "SAFETENSORS, x.gz", "HDF5, x.h5.gz"})
  void gzipOfArraysIsRefused(VectorFormat format, String name) {
    assertThatThrownBy(() -> VectorFiles.write(folder.resolve(name), SET, format))
        .hasMessageContaining("gzip is written for text and Kaldi archives only");
    assertThat(folder).isEmptyDirectory();
  }

  /** An archive that is gzipped gets no script, since nobody can go to a place in it. */
  @Test
  void gzippedArchives() throws IOException {
    Path file = folder.resolve("x.ark.gz");
    VectorFiles.write(file, SET, VectorFormat.KALDI);
    assertThat(VectorFiles.read(file).vectors()).isEqualTo(SET.vectors());
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void arraysOfOtherNames() throws IOException {
    Path npz = folder.resolve("x.npz");
    NpyArray ids = NpyArray.of(SET.ids());
    Npz.write(npz, Map.of("emb", NpyArray.of(SET.vectors()), "utts", ids, "spk", ids));
    LabelledVectors read = VectorFiles.readNpz(npz, Map.of("X", "emb", "ids", "utts", "y", "spk"));
    assertThat(read.vectors()).isEqualTo(SET.vectors());
    assertThat(read.speakers()).contains(SET.ids());
    assertThatThrownBy(() -> VectorFiles.readNpz(npz, Map.of("X", "x", "ids", "utts")))
        .hasMessageContaining("has no array 'x'");
    assertThatThrownBy(() -> VectorFiles.readNpz(npz, Map.of("Z", "emb")))
        .hasMessageContaining("usually called 'Z'");
  }

  /** As a list of ids in one text they are longer than JSON's readers usually allow. */
  @Test
  void manyIdsInSafetensors() throws IOException {
    List<String> ids =
        IntStream.range(0, 220_000).mapToObj(i -> String.format("%0100d", i)).toList();
    LabelledVectors set =
        LabelledVectors.of("here", ids, FloatMatrix.wrap(ids.size(), 1, new float[ids.size()]));
    Path file = folder.resolve("x.safetensors");
    VectorFiles.write(file, set, VectorFormat.SAFETENSORS);
    assertThat(VectorFiles.read(file).ids()).isEqualTo(ids);
  }

  @Test
  void tablesOfText() throws IOException {
    assertThat(VectorFiles.read(text("\ufeffa, 1, 2\r\nb, 3, 4\r\n\r\n")).ids())
        .containsExactly("a", "b");
    assertThat(VectorFiles.read(text("id,v1,v2\na,1,2\n")).vectors().get(0, 1)).isEqualTo(2);
    assertThat(VectorFiles.read(text("a 1 2\nb 3 4\n")).vectors().get(1, 0)).isEqualTo(3);
    assertThat(VectorFiles.read(text("a\t1\n")).vectors().get(0, 0)).isEqualTo(1);
  }

  /** In the third, one field of the first line is a number, so that it is no header. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a 1 2/b 3      | line 2: expected an id and 2 numbers, found 2 fields",
        "a 1 2/b 3 x    | line 2: expected a number in field 3, found 'x'",
        "a,x,2/b,3,4    | line 1: expected a number in field 2, found 'x'",
        "a 1 2//b 3 4   | line 3: expected no blank line before this one",
      },
      quoteCharacter = '^')
  void tablesThatAreRefused(String table, String message) {
    assertThatThrownBy(() -> VectorFiles.read(text(table.replace("/", "\n") + "\n")))
        .hasMessageContaining(message);
  }

  @Test
  void partsThatAreMissing() throws IOException {
    Path npz = folder.resolve("x.npz");
    Npz.write(npz, Map.of("X", NpyArray.of(SET.vectors())));
    assertThatThrownBy(() -> VectorFiles.read(npz)).hasMessageContaining("has no array 'ids'");
    // DCA-PLDA's name of X.
    Npz.write(npz, Map.of("data", NpyArray.of(SET.vectors()), "ids", NpyArray.of(SET.ids())));
    assertThat(VectorFiles.read(npz).vectors()).isEqualTo(SET.vectors());
    Npz.write(npz, Map.of("X", NpyArray.of(1.0), "ids", NpyArray.of(List.of("a"))));
    assertThatThrownBy(() -> VectorFiles.read(npz)).hasMessageContaining("found shape (1,)");
    Npz.write(
        npz,
        Map.of(
            "X", NpyArray.of(SET.vectors()), "ids", NpyArray.of(SET.ids()), "y", NpyArray.of(1L)));
    assertThatThrownBy(() -> VectorFiles.read(npz))
        .hasMessageContaining("expected 2 speakers in y");
    Path npy = folder.resolve("x.npy");
    VectorFiles.write(npy, SET, VectorFormat.NPY);
    Npy.write(npy, NpyArray.of(FloatMatrix.wrap(1, 1, new float[1])));
    assertThatThrownBy(() -> VectorFiles.read(npy))
        .hasMessageContaining("expected an id for each of 1 vectors, found 2");
    Files.delete(folder.resolve("x.ids"));
    assertThatThrownBy(() -> VectorFiles.read(npy)).hasMessageContaining("expected a list of ids");
  }

  /** As numpy.savez(file, **vectors) writes them. */
  @Test
  void anArrayForEachId() throws IOException {
    Path file = folder.resolve("x.npz");
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("spk1/a.wav", NpyArray.of(new double[] {1, 2}));
    arrays.put("b", NpyArray.ofShape(List.of(1, 2), new double[] {3, 4}));
    Npz.write(file, arrays);
    LabelledVectors read = VectorFiles.read(file);
    assertThat(read.ids()).containsExactly("spk1/a.wav", "b");
    assertThat(read.vectors().array()).containsExactly(1, 2, 3, 4);
    assertThat(FileKind.of(file)).isEqualTo(FileKind.VECTORS);
    arrays.put("c", NpyArray.of(new double[] {1, 2, 3}));
    Npz.write(file, arrays);
    assertThatThrownBy(() -> VectorFiles.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("a vector of dimension 2 for each id, found the array 'c' of shape")
        .extracting(e -> ((GmeException) e).help())
        .asString()
        .contains("which arrays are X and ids");
  }

  @Test
  void idsOfANpyFromAnotherList() throws IOException {
    Path file = written(SET, VectorFormat.NPY, "x.npy");
    Path ids = Files.move(folder.resolve("x.ids"), folder.resolve("other"));
    assertThat(VectorFiles.readNpy(file, ids).ids()).isEqualTo(SET.ids());
    Path ark = written(SET, VectorFormat.KALDI, "x.ark");
    assertThatThrownBy(() -> VectorFiles.readNpy(ark, ids))
        .hasMessageContaining("x.ark: expected a .npy file");
  }
}
