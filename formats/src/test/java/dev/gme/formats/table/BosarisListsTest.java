package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.formats.FolderTest;
import dev.gme.formats.Mutations;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Trials, keys and scores as matrices in HDF5, under the names of those who write them. */
class BosarisListsTest extends FolderTest {
  @Test
  void keyOfBosaris() throws IOException {
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      WritableGroup id = out.putGroup("ID");
      id.putDataset("row_ids", new String[] {"m1", "m2"});
      id.putDataset("column_ids", new String[] {"a", "b", "c"});
      out.putDataset("trial_mask", new byte[][] {{1, 0, -1}, {-1, 1, 0}});
    }
    assertThat(ListRecognizer.recognize(hdf5())).isEqualTo(ListLayout.BOSARIS);
    TrialList key = ListReader.read(hdf5());
    assertThat(lines(key)).containsExactly("m1 a true", "m1 c false", "m2 a false", "m2 b true");
    assertThat(key.line(3)).isZero();
    assertThatThrownBy(() -> key.require(id -> true, id -> !id.equals("c")))
        .hasMessage(hdf5() + ": there is no vector or model 'c'");
    // An option cannot make text of it.
    assertThat(ListReader.read(hdf5(), ListLayout.KALDI).size()).isEqualTo(4);
  }

  private static List<String> lines(TrialList trials) {
    return IntStream.range(0, trials.size())
        .mapToObj(
            i ->
                trials.enrolIds().get(trials.enrol(i))
                    + " "
                    + trials.testIds().get(trials.test(i))
                    + (trials.hasLabels() ? " " + trials.isTarget(i) : "")
                    + (trials.hasScores() ? " " + trials.score(i) : ""))
        .toList();
  }

  @Test
  void namesOfOthers() throws IOException {
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("modelset", new String[] {"m"});
      out.putDataset("segset", new String[] {"a", "b"});
      out.putDataset("score_mask", new int[][] {{1, 0}});
      out.putDataset("scores", new double[][] {{1.5, Double.NaN}});
    }
    assertThat(lines(ListReader.read(hdf5()))).containsExactly("m a 1.5");
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("enroll_ids", new String[] {"m"});
      out.putDataset("test_ids", new String[] {"a", "b"});
      out.putDataset("scores", new float[][] {{1.5f, -2}});
    }
    assertThat(lines(ListReader.read(hdf5()))).containsExactly("m a 1.5", "m b -2.0");
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("train_ids", new String[] {"m"});
      out.putDataset("test_ids", new String[] {"a", "b"});
      out.putDataset("trial_mask", new byte[][] {{1, 1}});
    }
    // Without a non-target a mask is no key.
    assertThat(lines(ListReader.read(hdf5()))).containsExactly("m a", "m b");
  }

  @Test
  void thereAndBack() throws IOException {
    TrialList trials =
        TrialList.of(
            List.of("m1", "m2"), List.of("a", "b"), new int[] {0, 1, 1}, new int[] {0, 0, 1});
    ListWriter.write(hdf5(), trials, ListLayout.BOSARIS);
    assertThat(lines(ListReader.read(hdf5()))).containsExactly("m1 a", "m2 a", "m2 b");
    TrialList key = trials.withLabels(new boolean[] {true, false, true});
    ListWriter.write(hdf5(), key, ListLayout.BOSARIS);
    assertThat(lines(ListReader.read(hdf5()))).isEqualTo(lines(key));
    TrialList scores = key.withScores(new double[] {0.5, Double.NEGATIVE_INFINITY, -3});
    ListWriter.write(hdf5(), scores, ListLayout.BOSARIS);
    assertThat(lines(ListReader.read(hdf5()))).isEqualTo(lines(scores));
    Mutations.test(hdf5(), 500, 75, ListReader::read);
  }

  @Test
  void whatDoesNotFit() throws IOException {
    TrialList twice = TrialList.of(List.of("m"), List.of("a"), new int[2], new int[2]);
    assertThatThrownBy(() -> ListWriter.write(hdf5(), twice, ListLayout.BOSARIS))
        .hasMessageContaining("line 2: the trial m a comes twice");
    TrialList none = TrialList.of(List.of("m"), List.of("a"), new int[0], new int[0]);
    assertThatThrownBy(() -> ListWriter.write(hdf5(), none, ListLayout.BOSARIS))
        .hasMessageContaining("without trials");
    assertThat(folder).isEmptyDirectory();
    put(new String[] {"a", "a"}, new String[] {"b"}, "trial_mask", new byte[][] {{1}, {1}});
    assertThatThrownBy(() -> ListReader.read(hdf5())).hasMessageContaining("'a' comes twice");
    put(new String[] {"a", "b"}, new String[] {"b"}, "trial_mask", new byte[][] {{1, 1}});
    assertThatThrownBy(() -> ListReader.read(hdf5()))
        .hasMessageContaining("expected 2 x 1, found [1, 2]");
    put(new String[] {"a"}, new String[] {"b"}, "other", new byte[][] {{1}});
    assertThatThrownBy(() -> ListReader.read(hdf5()))
        .hasMessageContaining("expected trial_mask or scores");
    put(new String[] {"a"}, new String[] {"b"}, "scores", new double[][] {{Double.NaN}});
    assertThatThrownBy(() -> ListReader.read(hdf5())).hasMessageContaining("of a b is NaN");
    put(new String[] {"a"}, new String[] {"b"}, "trial_mask", new double[][] {{Double.NaN}});
    assertThatThrownBy(() -> ListReader.read(hdf5())).hasMessageContaining("the mask has NaN");
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("lda", new double[] {1});
    }
    assertThatThrownBy(() -> ListReader.read(hdf5()))
        .hasMessageContaining("expected ids of rows and columns");
    Path text = Files.writeString(folder.resolve("text"), "a b 1\n");
    assertThatThrownBy(() -> ListReader.read(text, ListLayout.BOSARIS))
        .hasMessageContaining("expected an HDF5 file");
  }

  private void put(String[] rows, String[] columns, String name, Object matrix) {
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("enroll_ids", rows);
      out.putDataset("test_ids", columns);
      out.putDataset(name, matrix);
    }
  }
}
