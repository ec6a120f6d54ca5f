package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.ArtefactNpz;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every two kinds of files that can be confused. */
class FileKindTest extends FolderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        // Ids in digits look like vectors of one or two dimensions.
        "LIST    ^ 1001 2001/1001 2002",
        "LIST    ^ 1001 2001 -3.5/1001 2002 1e-3",
        "LIST    ^ 1 1001 2001/0 1001 2002",
        "VECTORS ^ 1001 0.5 1.5 2/1002 1 2 3",
        "VECTORS ^ 1001,2001/1002,3",
        "VECTORS ^ 1001~2001~7/1002~3~4",
        // A header may name columns of vectors or of trials.
        "LIST    ^ enrol,test,score/a,b,1",
        "VECTORS ^ id,x,y/a,1,2",
        // The second word of a script is a place, a file, or the start of a command.
        "VECTORS ^ a x.ark:17/b x.ark:99",
        "VECTORS ^ a x.ark:17[0:3]",
        "VECTORS ^ a my folder.ark:17",
        "LIST    ^ a b target f 10:20/a c nontarget m 3:8",
        "VECTORS ^ a there",
        "VECTORS ^ a sph2pipe -f wav x.sph |",
        "LIST    ^ a elsewhere",
        "VECTORS ^ a  [ 1 2 ]",
        // Turns and segments have words and numbers too.
        "TURNS   ^ SPEAKER m 1 0.5 1.25 <NA> <NA> Ann <NA> <NA>/",
        "TURNS   ^ ;; made by hand/SPKR-INFO m 1 <NA> <NA> <NA> unknown Ann <NA> <NA>/",
        "LIST    ^ SPEAKER m 1.5/SPEAKER n 2.5",
        "SEGMENTS ^ a m 0 1.44/b m 0.24 1.68/",
        "SEGMENTS ^ a m 0 1.44/b m 1.44 -1/",
        "VECTORS ^ a 1 0 1.44/b 1 0.24 1.68/",
        "LIST    ^ a m 0.5 3/a n 1.5 4/",
        "LIST    ^ a m -0.5 3/b n 1.5 4/",
        "LIST    ^ a m 0.5 3/b n 5.5 4/",
      })
  void textIsTold(FileKind expected, String content) throws IOException {
    Files.writeString(folder.resolve("there"), "");
    assertThat(FileKind.of(lines(content))).isEqualTo(expected);
  }

  /** A line of a UEM file is a vector of three numbers, were it not for its name. */
  @Test
  void regionsAreToldByTheirName() throws IOException {
    Path uem = Files.writeString(folder.resolve("all.uem"), "m 1 0 306.6\n");
    assertThat(FileKind.of(uem)).isEqualTo(FileKind.REGIONS);
    Path lab = Files.writeString(folder.resolve("m.lab"), "0 1.5 sp\n1.5 2 sil\n");
    assertThat(FileKind.of(lab)).isEqualTo(FileKind.REGIONS);
    Path other = Files.writeString(folder.resolve("all.txt"), "m 1 0 306.6\n");
    assertThat(FileKind.of(other)).isEqualTo(FileKind.VECTORS);
  }

  @Test
  void commandsAreRefusedAsWhatTheyAre() throws IOException {
    Path scp = lines("a copy-vector ark:x ark:- |/");
    assertThatThrownBy(() -> VectorFiles.read(scp))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("line 1: expected a path, found the command");
  }

  /** The first line is longer than what is looked at, and is cut within a number. */
  @Test
  void longLinesOfVectors() throws IOException {
    String line = "id" + " 1.25e-10".repeat(3000) + "\n";
    Path file = Files.writeString(folder.resolve("long"), line);
    assertThat(FileKind.of(file)).isEqualTo(FileKind.VECTORS);
    assertThat(VectorFiles.read(file).vectors().cols()).isEqualTo(3000);
  }

  /** Not one blank in what is looked at. */
  @Test
  void aLongWordIsRefusedAsNoLayout() throws IOException {
    Path file = Files.writeString(folder.resolve("long"), "x".repeat(100_000));
    assertThatThrownBy(() -> FileKind.of(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("line 1: no layout of trials or scores fits");
  }

  @ParameterizedTest
  @EnumSource(VectorFormat.class)
  void vectorsOfEveryFormat(VectorFormat format) throws IOException {
    Path file = folder.resolve(format == VectorFormat.NPY ? "x.npy" : "x");
    VectorFiles.write(
        file,
        LabelledVectors.of("x", List.of("a"), FloatMatrix.wrap(1, 3, new float[] {1, 2, 3})),
        format);
    assertThat(FileKind.of(file)).isEqualTo(FileKind.VECTORS);
  }

  @Test
  void arraysOfModelsAreNoVectors() throws IOException {
    Path npz = folder.resolve("x.npz");
    HtPlda model =
        HtPlda.of(
            new double[2], DoubleMatrix.of(new double[][] {{1}, {2}}), DoubleMatrix.identity(2), 2);
    ArtefactNpz.write(npz, ArtefactKind.PLDA, model, Provenance.NONE);
    assertThat(FileKind.of(npz)).isEqualTo(FileKind.MODEL);
  }

  @Test
  void matricesOfTrialsAreNoVectors() throws IOException {
    Path h5 = folder.resolve("x.h5");
    ListWriter.write(h5, ListReader.read(lines("a b 1.5/")), ListLayout.BOSARIS);
    assertThat(FileKind.of(h5)).isEqualTo(FileKind.LIST);
    // Whatever an option says, it is no text.
    assertThat(ListReader.read(h5, ListLayout.KALDI).score(0)).isEqualTo(1.5);
  }

  @Test
  void idsBesideAMatrixMakeItScores() throws IOException {
    Path npy = folder.resolve("x.npy");
    VectorFiles.write(
        npy,
        LabelledVectors.of("x", List.of("a"), FloatMatrix.wrap(1, 1, new float[1])),
        VectorFormat.NPY);
    Files.writeString(folder.resolve("x.rows"), "a\n");
    assertThat(FileKind.of(npy)).isEqualTo(FileKind.SCORE_MATRIX);
  }
}
