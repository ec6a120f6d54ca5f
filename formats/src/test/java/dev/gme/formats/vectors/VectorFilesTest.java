package dev.gme.formats.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.Mutations;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorFilesTest {
  private static final LabelledVectors SET =
      LabelledVectors.of(
              "here",
              List.of("spk1/a.wav", "b"),
              FloatMatrix.wrap(2, 2, new float[] {0.1f, -2, 3e-7f, 4e10f}))
          .withSpeakers(Map.of("spk1/a.wav", "s", "b", "t"));

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "NPY, x.npy",
    "NPZ, x.npz",
    "SAFETENSORS, x.safetensors",
    "HDF5, x.h5",
    "KALDI, x.ark",
    "KALDI, x.scp",
    "TABLE, x.csv",
    "TABLE, x.tsv",
    "TABLE, x.tsv.gz"
  })
  void thereAndBackByContent(VectorFormat format, String name) throws IOException {
    VectorFiles.write(folder.resolve(name.replace(".scp", ".ark")), SET, format);
    Path file = folder.resolve(name);
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

  @Test
  void realVectorsWithTheirList() throws IOException {
    Path npy = SharedData.part("embeddings", "librispeech-ivector", "vectors.npy");
    Path utt = SharedData.part("embeddings", "librispeech-lists", "utt");
    LabelledVectors read = VectorFiles.readNpy(npy, utt);
    LabelledVectors kaldi = VectorFiles.read(npy.resolveSibling("vectors.scp"));
    assertThat(read.ids()).isEqualTo(kaldi.ids());
    assertThat(read.vectors()).isEqualTo(kaldi.vectors());
  }

  @Test
  void tablesOfText() throws IOException {
    assertThat(VectorFiles.read(text("id,v1,v2\na,1,2\n")).vectors().get(0, 1)).isEqualTo(2);
    assertThat(VectorFiles.read(text("a 1 2\nb 3 4\n")).vectors().get(1, 0)).isEqualTo(3);
    assertThat(VectorFiles.read(text("a\t1\n")).vectors().get(0, 0)).isEqualTo(1);
    assertThatThrownBy(() -> VectorFiles.read(text("a 1 2\nb 3\n")))
        .hasMessageContaining("line 2: expected an id and 2 numbers, found 2 fields");
    assertThatThrownBy(() -> VectorFiles.read(text("a 1 2\nb 3 x\n")))
        .hasMessageContaining("line 2: expected a number in field 3, found 'x'");
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
    assertThatThrownBy(() -> VectorFiles.read(npz)).hasMessageContaining("found shape [1]");
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
}
