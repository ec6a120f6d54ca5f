package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.formats.FileKind;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scores are is kept with them, in files whose names say how they are laid out. */
class ScoreAboutTest {
  private static final ScoreAbout COSINES =
      ScoreAbout.of(ScoreAbout.Kind.COSINE, "cosines normalized by s", "gme 1")
          .withModel("m.gme", "abc")
          .withPipeline("centre, length");

  @TempDir Path folder;

  private final TrialList list =
      TrialList.of(
              List.of("e1", "e2"),
              List.of("t1", "t2", "t3"),
              new int[] {1, 0, 1},
              new int[] {2, 0, 1})
          .withScores(new double[] {0.5, -1.25, Double.POSITIVE_INFINITY})
          .withAbout(COSINES);

  private final TrialList all =
      TrialList.allPairs(List.of("e1", "e2"), List.of("t1", "t2", "t3"))
          .withScores(new double[] {1, 2, 3, 4, 5, 6})
          .withAbout(COSINES);

  private static List<String> lines(TrialList trials) {
    return IntStream.range(0, trials.size())
        .mapToObj(i -> trials.describe(i) + " " + trials.score(i))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s.txt", "s.csv", "s.tsv", "s.csv.gz", "s.tsv.gz", "s.npz", "s.h5"})
  void isReadBack(String name) throws IOException {
    Path file = folder.resolve(name);
    ListLayout layout = ListLayout.ofName(file).orElse(ListLayout.SCORES);
    layout.requireName(file);
    for (TrialList scores : List.of(list, all)) {
      ListWriter.write(file, scores, layout);
      TrialList read = ListReader.read(file);
      assertThat(lines(read)).containsExactlyInAnyOrderElementsOf(lines(scores));
      assertThat(read.about()).contains(COSINES);
      assertThat(read.about().orElseThrow().isLlr()).isFalse();
      assertThat(FileKind.of(file)).isEqualTo(FileKind.LIST);
      assertThat(ListRecognizer.recognize(file)).isEqualTo(layout);
    }
    // Scores that nothing is known of do not keep what was said of others.
    ListWriter.write(file, list.withScores(new double[] {1, 2, 3}), layout);
    assertThat(ListReader.read(file).about()).isEmpty();
  }

  @Test
  void tablesHaveHeadersAndTheSeparatorOfTheirName() throws IOException {
    Path csv = folder.resolve("s.csv");
    ListWriter.write(csv, list, ListLayout.TABLE);
    assertThat(csv).hasContent("enrol,test,score\ne2,t3,0.5\ne1,t1,-1.25\ne2,t2,Infinity\n");
    Path tsv = folder.resolve("s.tsv");
    ListWriter.write(tsv, list, ListLayout.TABLE);
    assertThat(tsv)
        .hasContent("enrol\ttest\tscore\ne2\tt3\t0.5\ne1\tt1\t-1.25\ne2\tt2\tInfinity\n");
    TrialList comma =
        TrialList.of(List.of("a,b"), List.of("t"), new int[1], new int[1])
            .withScores(new double[1]);
    assertThatThrownBy(() -> ListWriter.write(csv, comma, ListLayout.TABLE))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("'a,b' cannot be written");
  }

  @Test
  void numpySeesAMatrixOrAList() throws IOException {
    Path file = folder.resolve("s.npz");
    ListWriter.write(file, all, ListLayout.NPZ);
    assertThat(Npz.read(file).get("scores").shape()).containsExactly(2, 3);
    ListWriter.write(file, list.withLabels(new boolean[] {true, false, false}), ListLayout.NPZ);
    Map<String, NpyArray> arrays = Npz.read(file);
    assertThat(arrays.get("scores").shape()).containsExactly(3);
    assertThat(arrays.get("test").doubles()).containsExactly(2, 0, 1);
    TrialList read = ListReader.read(file);
    assertThat(read.isTarget(0)).isTrue();
    assertThat(read.isTarget(1)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "test, expected whole numbers from 0 to 2",
    "labels, expected whole numbers from 0 to 1",
    "enrol_ids, expected a vector of texts",
    "about, expected one text"
  })
  void badArraysAreNamed(String array, String sentence) throws IOException {
    Path file = folder.resolve("s.npz");
    ListWriter.write(file, list, ListLayout.NPZ);
    Map<String, NpyArray> arrays = new LinkedHashMap<>(Npz.read(file));
    arrays.put(array, NpyArray.of(1.0, 7, 0.5));
    Npz.write(file, arrays);
    assertThatThrownBy(() -> ListReader.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(sentence);
  }

  /** Beside a matrix of NumPy and beside text it lies in a file, which may be left behind. */
  @Test
  void doesNotCountBesideOtherScores() throws IOException {
    Path npy = folder.resolve("m.npy");
    Npy.write(npy, NpyArray.of(1.0, 2));
    ScoreMatrixFiles.writeIds(npy, List.of("a"), List.of("b"));
    Npy.write(npy, NpyArray.ofShape(List.of(1, 1), new double[] {3}));
    ScoreMatrixFiles.writeAbout(npy, Optional.of(COSINES));
    assertThat(ScoreMatrixFiles.read(npy).about()).contains(COSINES);
    Path text = folder.resolve("s.txt");
    ListWriter.write(text, list, ListLayout.SCORES);
    assertThat(ScoreAbout.beside(text)).hasFileName("s.txt.about.json").exists();
    Files.writeString(text, "e1 t1 0.25\n");
    assertThat(ListReader.read(text).about()).isEmpty();
    Files.writeString(ScoreAbout.beside(text), "{\"scores\": \"odds\"}");
    assertThatThrownBy(() -> ListReader.read(text))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("s.txt.about.json: expected 'scores' to be llr")
        .hasMessageEndingWith("found 'odds'");
    Files.writeString(ScoreAbout.beside(text), "no");
    assertThatThrownBy(() -> ListReader.read(text)).isInstanceOf(GmeException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "SCORES, s.npz",
    "SCORES, s.csv",
    "SCORES, s.npy",
    "SCORES, s.json",
    "SCORES, s.npz.gz",
    "WESPEAKER, s.tsv",
    "NIST, s.csv",
    "TABLE, s.h5",
    "BOSARIS, s.npz"
  })
  void namesOfOtherLayoutsAreRefused(ListLayout layout, String name) {
    assertThatThrownBy(() -> layout.requireName(folder.resolve(name)))
        .isInstanceOf(GmeException.class)
        .hasMessage("layout " + layout.label() + " is not what the name " + name + " says");
  }

  @ParameterizedTest
  @CsvSource({"SCORES, s.txt", "SCORES, s", "NIST, s.tsv", "TABLE, s", "SCORES, s.txt.gz"})
  void otherNamesAreFree(ListLayout layout, String name) {
    layout.requireName(folder.resolve(name));
  }

  /** CN-Celeb writes its labels as numbers behind the ids. */
  @Test
  void zerosAndOnesAreLabelsWhereAKeyIsExpected() throws IOException {
    Path key = Files.writeString(folder.resolve("key"), "a x 1\na y 0\nb x 0\n");
    TrialList read = ListReader.read(key);
    assertThat(read.hasScores()).isTrue();
    TrialList asKey = read.asKey();
    assertThat(asKey.hasScores()).isFalse();
    assertThat(asKey.isTarget(0)).isTrue();
    assertThat(asKey.isTarget(2)).isFalse();
    TrialList scores = ListReader.read(Files.writeString(key, "a x 1\na y 0\nb x 0.5\n"));
    assertThat(scores.asKey()).isSameAs(scores);
  }
}
