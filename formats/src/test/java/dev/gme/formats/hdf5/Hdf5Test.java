package dev.gme.formats.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.Mutations;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.kaldi.KaldiVectors;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.testkit.SharedData;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.DatasetCreationOptions;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Hdf5Test {
  private static final DatasetCreationOptions PACKED =
      DatasetCreationOptions.builder().chunkDimensions(2, 2).deflate().build();

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("x.h5");
  }

  @Test
  void vectorsOfDcaPlda() throws IOException {
    try (WritableHdfFile out = HdfFile.write(file())) {
      out.putDataset("ids", new String[] {"a", "b/ü"});
      out.putDataset("data", new float[][] {{1, 2, 3}, {4, 5, 6}});
    }
    LabelledVectors read = Hdf5Vectors.read(file());
    assertThat(read.ids()).containsExactly("a", "b/ü");
    assertThat(read.vectors().array()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(read.speakers()).isEmpty();
  }

  /** Slashes in ids are groups in the file. */
  @Test
  void aDatasetForEachId() throws IOException {
    try (WritableHdfFile out = HdfFile.write(file())) {
      WritableGroup speaker = out.putGroup("id10270");
      speaker.putDataset("00001.wav", new double[] {1, 2});
      speaker.putDataset("00002.wav", new double[][] {{3, 4}});
      out.putDataset("other", new float[] {5, 6});
    }
    LabelledVectors read = Hdf5Vectors.read(file());
    assertThat(read.ids())
        .containsExactlyInAnyOrder("id10270/00001.wav", "id10270/00002.wav", "other");
    assertThat(read.vectors().get(read.row("id10270/00002.wav"), 1)).isEqualTo(4);
    try (WritableHdfFile out = HdfFile.write(file())) {
      out.putDataset("a", new double[] {1, 2});
      out.putDataset("b", new double[] {1, 2, 3});
    }
    assertThatThrownBy(() -> Hdf5Vectors.read(file()))
        .hasMessageContaining("expected a vector of dimension 2, found shape [3]");
  }

  @Test
  void whatCannotBeAsked() throws IOException {
    Files.writeString(file(), "nothing of the kind");
    assertThatThrownBy(() -> Hdf5File.open(file())).hasMessageContaining("expected an HDF5 file");
    try (WritableHdfFile out = HdfFile.write(file())) {
      out.putDataset("text", new String[] {"a"});
      out.putDataset("integers", new long[] {1, 2});
      out.putDataset("bytes", new byte[][] {{1, -1}});
      out.putDataset("single", 3.5);
    }
    try (Hdf5File in = Hdf5File.open(file())) {
      assertThat(in.shape("bytes")).containsExactly(1, 2);
      assertThat(in.read("bytes").doubles()).containsExactly(1, -1);
      assertThat(in.read("integers").number(1)).isEqualTo(2);
      assertThatThrownBy(() -> in.read("other")).hasMessageContaining("no dataset 'other'");
      assertThatThrownBy(() -> in.read("single")).hasMessageContaining("expected an array");
      assertThatThrownBy(() -> in.numbers("text", 1)).hasMessageContaining("found text");
      assertThatThrownBy(() -> in.numbers("integers", 2)).hasMessageContaining("found shape [2]");
      assertThat(in).hasToString(file() + " with datasets [bytes, integers, single, text]");
    }
    LabelledVectors none = LabelledVectors.of("x", List.of(), FloatMatrix.wrap(0, 2, new float[0]));
    assertThatThrownBy(() -> Hdf5Vectors.write(file(), none))
        .hasMessageContaining("without vectors");
  }

  /** Chunked and compressed, as WeSpeaker writes it. */
  @Test
  void pldaOfWeSpeaker() throws IOException {
    try (WritableHdfFile out = HdfFile.write(file())) {
      out.putDataset("mu", new double[] {1, 2, 3});
      out.putDataset("transform", new double[][] {{2, 0, 0}, {1, 2, 0}, {0, 0, 4}}, PACKED);
      out.putDataset("psi", new double[] {3, 2, 1});
      out.putDataset("offset", new double[] {-2, -5, -12});
    }
    KaldiPlda plda = Hdf5Models.weSpeakerPlda(file());
    assertThat(plda.mean()).containsExactly(1, 2, 3);
    assertThat(plda.psi()).containsExactly(3, 2, 1);
    assertThat(plda.transform().array()).containsExactly(2, 0, 0, 1, 2, 0, 0, 0, 4);
    try (Hdf5File in = Hdf5File.open(file())) {
      assertThat(Hdf5Models.isWeSpeakerPlda(in)).isTrue();
      assertThat(Hdf5Models.isVbxTransform(in)).isFalse();
    }
    Mutations.test(file(), 300, 70, Hdf5Models::weSpeakerPlda);
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
    try (WritableHdfFile out = HdfFile.write(file())) {
      out.putDataset("ids", ids);
      out.putDataset("data", data, chunks);
    }
    assertThat(Hdf5Vectors.read(file()).vectors().get(39, 7)).isEqualTo(data[39][7]);
    Mutations.test(file(), 700, 72, Hdf5Vectors::read);
    Path single = folder.resolve("single.h5");
    try (WritableHdfFile out = HdfFile.write(single)) {
      WritableGroup group = out.putGroup("spk");
      for (int i = 0; i < n; i++) {
        group.putDataset(ids[i], data[i]);
      }
    }
    Mutations.test(single, 500, 73, Hdf5Vectors::read);
  }

  /** The file as published, made by the HDF5 library itself, in its older format. */
  @Test
  void damagedFilesOfTheHdf5Library() throws IOException {
    Path published = SharedData.part("embeddings", "ami-es2005a", "transform.h5");
    Path copy = Files.copy(published, folder.resolve("transform.h5"));
    Mutations.test(copy, 150, 74, Hdf5Models::vbxTransform);
  }

  /** VBx's chain and Kaldi's model on real x-vectors: the README's formulas, step by step. */
  @Test
  void transformOfVbx() throws IOException {
    Path ami = SharedData.part("embeddings", "ami-es2005a");
    Preprocessing chain = Hdf5Models.vbxTransform(ami.resolve("transform.h5"));
    LabelledVectors x = KaldiVectors.read(ami.resolve("xvectors.scp"));
    Map<String, NpyArray> parts = Npz.read(ami.resolve("models.npz"));
    DoubleMatrix some = x.vectors().doubles(0, 50);
    DoubleMatrix first = unit(some.minusFromRows(parts.get("mean1").doubles()));
    DoubleMatrix expected =
        unit(
            first
                .times(parts.get("lda").doubleMatrix())
                .minusFromRows(parts.get("mean2").doubles()));
    assertThat(chain.apply(some).minus(expected).maxAbs()).isLessThan(1e-12);

    KaldiPlda plda = KaldiPlda.read(ami.resolve("plda"));
    assertThat(plda.psi()).containsExactly(parts.get("plda_psi").doubles());
    Pipeline pipeline =
        Pipeline.of(chain, plda.twoCovariance().extractor(128, Double.POSITIVE_INFINITY));
    MetaEmbeddings e = pipeline.extract(x.vectors());
    assertThat(e.size()).isEqualTo(1025);
    assertThat(e.llr(0, e, 1)).isFinite();
  }

  private static DoubleMatrix unit(DoubleMatrix x) {
    double[] scale = new double[x.rows()];
    for (int i = 0; i < x.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < x.cols(); j++) {
        sum += x.get(i, j) * x.get(i, j);
      }
      scale[i] = 1 / Math.sqrt(sum);
    }
    return x.scaleRows(scale);
  }
}
