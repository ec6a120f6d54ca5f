package dev.gme.formats.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.FolderTest;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.Mutations;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.DatasetCreationOptions;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Hdf5Test extends FolderTest {
  @Test
  void vectorsOfDcaPlda() throws IOException {
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("ids", new String[] {"a", "b/ü"});
      out.putDataset("data", new float[][] {{1, 2, 3}, {4, 5, 6}});
    }
    LabelledVectors read = Hdf5Vectors.read(hdf5());
    assertThat(read.ids()).containsExactly("a", "b/ü");
    assertThat(read.vectors().array()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(read.speakers()).isEmpty();
  }

  /** Slashes in ids are groups in the file. */
  @Test
  void aDatasetForEachId() throws IOException {
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      WritableGroup speaker = out.putGroup("id10270");
      speaker.putDataset("00001.wav", new double[] {1, 2});
      speaker.putDataset("00002.wav", new double[][] {{3, 4}});
      out.putDataset("other", new float[] {5, 6});
    }
    LabelledVectors read = Hdf5Vectors.read(hdf5());
    assertThat(read.ids())
        .containsExactlyInAnyOrder("id10270/00001.wav", "id10270/00002.wav", "other");
    assertThat(read.vectors().get(read.row("id10270/00002.wav"), 1)).isEqualTo(4);
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("a", new double[] {1, 2});
      out.putDataset("b", new double[] {1, 2, 3});
    }
    assertThatThrownBy(() -> Hdf5Vectors.read(hdf5()))
        .hasMessageContaining("expected a vector of dimension 2, found shape [3]");
  }

  @Test
  void whatCannotBeAsked() throws IOException {
    Files.writeString(hdf5(), "nothing of the kind");
    assertThatThrownBy(() -> Hdf5File.open(hdf5())).hasMessageContaining("expected an HDF5 file");
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("text", new String[] {"a"});
      out.putDataset("integers", new long[] {1, 2});
      out.putDataset("bytes", new byte[][] {{1, -1}});
      out.putDataset("single", 3.5);
    }
    try (Hdf5File in = Hdf5File.open(hdf5())) {
      assertThat(in.shape("bytes")).containsExactly(1, 2);
      assertThat(in.read("bytes").doubles()).containsExactly(1, -1);
      assertThat(in.read("integers").number(1)).isEqualTo(2);
      assertThatThrownBy(() -> in.read("other")).hasMessageContaining("no dataset 'other'");
      assertThatThrownBy(() -> in.read("single")).hasMessageContaining("expected an array");
      assertThatThrownBy(() -> in.numbers("text", 1)).hasMessageContaining("found text");
      assertThatThrownBy(() -> in.numbers("integers", 2)).hasMessageContaining("found shape [2]");
      assertThat(in).hasToString(hdf5() + " with datasets [bytes, integers, single, text]");
    }
    LabelledVectors none = LabelledVectors.of("x", List.of(), FloatMatrix.wrap(0, 2, new float[0]));
    assertThatThrownBy(() -> Hdf5Vectors.write(hdf5(), none))
        .hasMessageContaining("without vectors");
  }

  @Test
  void damagedFiles() throws IOException {
    Random random = new Random(71);
    int n = 40;
    float[][] data = new float[n][8];
    String[] ids = new String[n];
    for (int i = 0; i < n; i++) {
      ids[i] = "utterance" + i;
      for (int j = 0; j < 8; j++) {
        data[i][j] = random.nextFloat();
      }
    }
    DatasetCreationOptions chunks =
        DatasetCreationOptions.builder().chunkDimensions(16, 8).shuffle().deflate().build();
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("ids", ids);
      out.putDataset("data", data, chunks);
    }
    assertThat(Hdf5Vectors.read(hdf5()).vectors().get(39, 7)).isEqualTo(data[39][7]);
    Mutations.test(hdf5(), 700, 72, Hdf5Vectors::read);
    Path single = folder.resolve("single.h5");
    try (WritableHdfFile out = HdfFile.write(single)) {
      WritableGroup group = out.putGroup("spk");
      for (int i = 0; i < n; i++) {
        group.putDataset(ids[i], data[i]);
      }
    }
    Mutations.test(single, 500, 73, Hdf5Vectors::read);
  }
}
