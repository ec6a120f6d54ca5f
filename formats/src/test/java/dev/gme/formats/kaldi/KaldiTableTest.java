package dev.gme.formats.kaldi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.Mutations;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KaldiTableTest {
  /** What a list names is looked for in its folder's parent too, where nothing else may be. */
  @TempDir Path parent;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(parent.resolve("folder"));
  }

  private static final LabelledVectors SMALL =
      LabelledVectors.of(
          "here", List.of("a", "b"), FloatMatrix.wrap(2, 3, new float[] {1, 2, 3, 4, 5, 6.5f}));

  private Path file(String name, String text) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    return Files.writeString(folder.resolve(name), text, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ark:", "ark,t:", "ark,scp:", "scp,t,ark:", "b,ark:"})
  void vectorsThereAndBack(String options) throws IOException {
    Path ark = folder.resolve("x.ark");
    Path scp = folder.resolve("x.scp");
    boolean both = options.contains("scp");
    boolean scpFirst = options.startsWith("scp");
    String files = !both ? ark.toString() : scpFirst ? scp + "," + ark : ark + "," + scp;
    KaldiVectors.write(options + files, SMALL);
    for (Path path : both ? List.of(ark, scp) : List.of(ark)) {
      LabelledVectors read = KaldiVectors.read(path);
      assertThat(read.ids()).isEqualTo(SMALL.ids());
      assertThat(read.vectors()).isEqualTo(SMALL.vectors());
    }
    assertThat(both).isEqualTo(Files.exists(scp));
  }

  /** The list's folder, then its parent, then the working folder. */
  @Test
  void pathsOfAList() throws IOException {
    file("top/v.ark", "a [ 1 ]\n");
    Path scp = file("top/lists/x.scp", "a v.ark:2\n");
    assertThat(KaldiVectors.read(scp).vectors().get(0, 0)).isEqualTo(1);
    file("top/lists/v.ark", "a [ 2 ]\n");
    assertThat(KaldiVectors.read(scp).vectors().get(0, 0)).isEqualTo(2);
    Files.createDirectories(folder.resolve("top/below/v.ark"));
    assertThat(KaldiVectors.read(file("top/below/x.scp", "a v.ark:2\n")).vectors().get(0, 0))
        .as("a folder hides no file")
        .isEqualTo(1);
    Path gone = file("x.scp", "a gone.ark:2\n");
    assertThatThrownBy(() -> KaldiVectors.read(gone))
        .hasMessageContaining("the file 'gone.ark' of key 'a' is not there")
        .extracting(e -> ((GmeException) e).help())
        .asString()
        .startsWith("paths start from the list's folder");
    Path absolute = file("y.scp", "a " + folder.resolve("gone.ark") + ":2\n");
    assertThatThrownBy(() -> KaldiVectors.read(absolute))
        .extracting(e -> ((GmeException) e).help())
        .asString()
        .startsWith("correct the path");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a copy-vector ark:x ark:- |~line 1: expected a path, found the command",
        "a v.ark:2[0:9~line 1: the file 'v.ark:2[0' of key 'a' is not there",
        "a /gone.ark:2~line 1: the file '/gone.ark' of key 'a' is not there",
        "a v.ark/x:2~line 1: the file 'v.ark/x' of key 'a' cannot be opened",
        "a .~expected a file, found a folder",
        "a v.ark:2[x]~expected a range such as",
        "a v.ark:2[3:1]~ends before it begins",
        "a v.ark:2[0:9]~the range 0:9 of key 'a' is beyond the 3",
        "a v.ark:2[0:1,0:0]~key 'a' has a range of columns, but its value is a vector",
        "a v.ark:999~expected an object at byte 999, but the file has",
        "a v.ark:0~expected '[' and numbers",
      })
  void scriptsThatCannotBeUsed(String line, String sentence) throws IOException {
    file("v.ark", "a [ 1 2 3 ]\n");
    Path scp = file("x.scp", line + "\n");
    assertThatThrownBy(() -> KaldiVectors.read(scp))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a [ 1 2@b [ 1 ]~key 'b': expected a vector of dimension 2, found 1 x 1",
        "a [ 1 2@~expected a number or ']', found the end",
        "a [ 1 x ]@~expected a number or ']', found 'x'",
        "a [@ 1 2@ 3 ]@~expected 2 columns in every row, found 1",
        "a [ 1 ]@a [ 2 ]@~the id 'a' comes twice, as vector 1 and 2",
        "a [ 1 ]@bcd~expected a key and a blank at byte 8",
      })
  void archivesThatCannotBeUsed(String text, String sentence) throws IOException {
    String shown = text.replace("2@b", "2 ]@b");
    Path ark = file("x.ark", shown.replace('@', '\n'));
    assertThatThrownBy(() -> KaldiVectors.read(ark))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void hugeSizesAreRefusedBeforeMemoryIsTaken() throws IOException {
    Path ark = file("x.ark", "a \0BFM \4\u00ff\u00ff\u00ff\u007f\4\u00ff\u00ff\u00ff\u007f");
    assertThatThrownBy(() -> KaldiVectors.read(ark))
        .hasMessageContaining("bytes for a 2147483647 x");
    Path noColumns = file("z.ark", "a \0BFM \4\0\0\0 \4\0\0\0\0");
    assertThatThrownBy(() -> KaldiVectors.read(noColumns))
        .hasMessageContaining("impossible size 536870912 x 0");
    Path negative = file("y.ark", "a \0BFV \4\u00ff\u00ff\u00ff\u00ff");
    assertThatThrownBy(() -> KaldiVectors.read(negative)).hasMessageContaining("found -1");
    Path other = file("z.ark", "a \0BSM \4\0\0\0\0");
    assertThatThrownBy(() -> KaldiVectors.read(other)).hasMessageContaining("found 'SM'");
  }

  @Test
  void specifiers() {
    assertThatThrownBy(() -> KaldiTable.open("ark:gunzip -c x |"))
        .hasMessageContaining("a command");
    assertThatThrownBy(() -> KaldiTable.open("ark,scp:x,y")).hasMessageContaining("is for writing");
    assertThatThrownBy(() -> KaldiTable.open("ark,q:x")).hasMessageContaining("unknown option 'q'");
    assertThatThrownBy(() -> KaldiTableWriter.create("scp:x")).hasMessageContaining("no archive");
    assertThatThrownBy(() -> KaldiTableWriter.create("ark,scp:x"))
        .hasMessageContaining("names one file");
    assertThatThrownBy(() -> KaldiTableWriter.create("ark,scp:x.gz,y"))
        .hasMessageContaining("gzipped archive");
  }

  @Test
  void valuesAreReadOnce() throws IOException {
    KaldiVectors.write("ark:" + folder.resolve("x.ark.gz"), SMALL);
    try (KaldiTable table = KaldiTable.open("ark:" + folder.resolve("x.ark.gz"))) {
      assertThatThrownBy(table::array).isInstanceOf(IllegalStateException.class);
      assertThat(table.next()).isTrue();
      assertThatThrownBy(table::next).hasMessageContaining("value of a was not read");
      assertThat(table.array().elements()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void unwritableKeysLeaveNothing() throws IOException {
    LabelledVectors bad =
        LabelledVectors.of("here", List.of("a b"), FloatMatrix.wrap(1, 1, new float[1]));
    assertThatThrownBy(() -> KaldiVectors.write("ark:" + folder.resolve("x"), bad))
        .hasMessageContaining("has blanks");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void listsOfWords() throws IOException {
    assertThatThrownBy(() -> KaldiLists.readPairs(file("u", "a s\na t\n")))
        .hasMessageContaining("line 2: 'a' comes twice");
    assertThatThrownBy(() -> KaldiLists.readPairs(file("u", "a s t\n")))
        .hasMessageContaining("line 1: expected 2 fields, found 3");
    assertThatThrownBy(() -> KaldiLists.readPairs(file("u", "a s\n\nb t\n")))
        .hasMessageContaining("line 2: expected words, found a blank line");
    assertThat(KaldiLists.readPairs(file("u", "\u00ef\u00bb\u00bfa s\r\nb t\r\n\r\n")))
        .isEqualTo(Map.of("a", "s", "b", "t"));
    assertThatThrownBy(
            () -> KaldiLists.writePairs(folder.resolve("x"), Map.of("a", "of two words")))
        .hasMessageContaining("the word 'of two words' is empty or has blanks");
    assertThat(KaldiLists.readGroups(file("m", "m u1\nm u2\n")))
        .isEqualTo(Map.of("m", List.of("u1", "u2")));
    Path out = folder.resolve("out");
    KaldiLists.writePairs(out, Map.of("b", "2", "B", "1", "é", "3"));
    assertThat(out).hasContent("B 1\nb 2\né 3");
    // UTF-16 would put the character beyond the basic plane first.
    assertThat(KaldiLists.BYTE_ORDER.compare("\uFF5E", "😀")).isNegative();
  }

  @Test
  void speakersOfVectors() {
    LabelledVectors labelled = SMALL.withSpeakers(Map.of("a", "s", "b", "t"));
    assertThat(labelled.speakers()).contains(List.of("s", "t"));
    assertThat(labelled.row("b")).isEqualTo(1);
    assertThat(labelled.row("c")).isEqualTo(-1);
    assertThat(labelled).hasToString("2 vectors of dimension 3");
    assertThatThrownBy(() -> SMALL.withSpeakers(Map.of("a", "s"))).hasMessageContaining("'b'");
    assertThatThrownBy(() -> LabelledVectors.of("here", List.of("a"), SMALL.vectors()))
        .hasMessageContaining("an id for each of 2 vectors, found 1");
  }

  /** A blank line would else end the list, and the vectors after it would be lost in silence. */
  @Test
  void blankLinesInAScript() throws IOException {
    file("v.ark", "a [ 1 ]\nb [ 2 ]\n");
    assertThat(KaldiVectors.read(file("x.scp", "a v.ark:2\r\nb v.ark:10\r\n\n")).size())
        .isEqualTo(2);
    Path gap = file("x.scp", "a v.ark:2\n\nb v.ark:10\n");
    assertThatThrownBy(() -> KaldiVectors.read(gap))
        .hasMessageContaining("line 2: expected words, found a blank line");
  }

  @Test
  void namesOfFilesMayHaveAnySign() throws IOException {
    Path ark = folder.resolve("a, b|.ark");
    Path scp = folder.resolve("a, b|.scp");
    try (KaldiTableWriter out = KaldiTableWriter.create(ark, scp, KaldiMode.BINARY)) {
      out.write("ü\u3000x", KaldiArray.vector(1, 2));
      out.commit();
    }
    LabelledVectors read = KaldiVectors.read(scp);
    assertThat(read.ids()).containsExactly("ü\u3000x");
    assertThat(read.vectors().array()).containsExactly(1, 2);
  }

  @Test
  void modelsThatCannotBeUsed() throws IOException {
    Path plda = folder.resolve("plda");
    KaldiPlda.of(new double[2], DoubleMatrix.zeros(2, 2), new double[] {2, 1})
        .write(plda, KaldiMode.TEXT);
    assertThatThrownBy(() -> KaldiPlda.read(plda).twoCovariance())
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("has no inverse");
    for (double bad : new double[] {Double.NaN, -1}) {
      KaldiPlda.of(new double[2], DoubleMatrix.identity(2), new double[] {2, bad})
          .write(plda, KaldiMode.BINARY);
      assertThatThrownBy(() -> KaldiPlda.read(plda))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("psi of at least 0");
    }
  }

  /** Seeds 40 to 46. */
  @Test
  void damagedFiles() throws IOException {
    Path x = folder.resolve("x.ark");
    KaldiVectors.write("ark:" + x, SMALL);
    Mutations.test(x, 600, 40, KaldiVectors::read);
    KaldiVectors.write("ark,t:" + x, SMALL);
    Mutations.test(x, 600, 41, KaldiVectors::read);
    Path gz = folder.resolve("x.ark.gz");
    KaldiVectors.write("ark:" + gz, SMALL);
    Mutations.test(gz, 600, 42, KaldiVectors::read);
    DoubleMatrix m = DoubleMatrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}});
    for (int method : new int[] {2, 3, 5}) {
      try (KaldiTableWriter out = KaldiTableWriter.create("ark:" + x)) {
        out.writeCompressed("m", m, CompressionMethod.of(method));
        out.commit();
      }
      Mutations.test(x, 400, 42 + method, KaldiTableTest::readAll);
    }
    Path plda = folder.resolve("plda");
    KaldiPlda model = KaldiPlda.of(new double[2], DoubleMatrix.identity(2), new double[] {2, 1});
    for (KaldiMode mode : KaldiMode.values()) {
      model.write(plda, mode);
      Mutations.test(plda, 600, 46, KaldiPlda::read);
    }
    Path scp = file("x.scp", "m x.ark:2[0:1,0:0]\n");
    Mutations.test(scp, 600, 48, KaldiTableTest::readAll);
    Path list = file("utt2spk", "a s\nb t\n");
    Mutations.test(list, 300, 49, KaldiLists::readPairs);
  }

  private static void readAll(Path file) throws IOException {
    try (KaldiTable table = KaldiTable.open(file)) {
      while (table.next()) {
        table.array();
      }
    }
  }

  @Test
  void compressionNeedsFiniteElements() {
    DoubleMatrix nan = DoubleMatrix.of(new double[][] {{1, Double.NaN}});
    assertThatThrownBy(() -> CompressedMatrix.write(nan, CompressionMethod.AUTOMATIC))
        .hasMessageContaining("NaN or infinite");
    assertThatThrownBy(() -> CompressionMethod.of(8)).hasMessageContaining("method 8");
  }

  @Test
  void scriptsAreToldFromArchives() throws IOException {
    try (InputFile script = InputFile.of("x.scp", "a x.ark:5\n".getBytes(StandardCharsets.UTF_8));
        InputFile text = InputFile.of("x.ark", "a [ 1 2 ]\n".getBytes(StandardCharsets.UTF_8))) {
      assertThat(KaldiTable.isScript(script)).isTrue();
      assertThat(KaldiTable.isScript(text)).isFalse();
    }
  }
}
