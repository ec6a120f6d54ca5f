package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.OpenedFiles;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file is opened once, by whatever recognizes it and by whatever reads it then. */
class OpensTest {
  /** A zip archive is opened by its name, after a look at what the file is. */
  private static final int ZIP = 2;

  @TempDir Path folder;

  private final OpenedFiles opened = OpenedFiles.watch();

  @AfterEach
  void close() {
    opened.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelFormat.class,
      names = {"GME", "NPZ", "KALDI", "KALDI_TEXT"})
  void aModel(ModelFormat format) throws IOException {
    Pipeline model =
        Pipeline.of(
            Preprocessing.of(List.of()),
            ModelRecipe.of(4, 2, Double.POSITIVE_INFINITY).draw(1).extractor());
    Path file = folder.resolve("model");
    ModelFiles.write(file, model, format, Provenance.NONE);
    ModelFile read = ModelFiles.open(file);
    assertThat(read.format()).isEqualTo(format);
    assertThat(read.calibration()).isEmpty();
    assertThat(opened.count(file)).isEqualTo(format == ModelFormat.NPZ ? ZIP : 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelFormat.class,
      names = {"GME", "NPZ"})
  void aCalibrationComesWithItsModel(ModelFormat format) throws IOException {
    Pipeline model =
        Pipeline.of(Preprocessing.of(List.of()), ModelRecipe.of(4, 2, 2).draw(1).extractor());
    Path file = folder.resolve("model");
    CalibratedModel whole = new CalibratedModel(model, LinearCalibration.of(2, 1));
    ModelFiles.write(file, whole, format, Provenance.NONE);
    ModelFile read = ModelFiles.open(file);
    assertThat(read.kind()).isEqualTo("calibrated-model");
    assertThat(read.calibration()).isPresent();
    assertThat(read.uncalibrated().speakerDimension()).isEqualTo(2);
    assertThat(opened.count(file)).isEqualTo(format == ModelFormat.NPZ ? ZIP : 1);
  }

  @ParameterizedTest
  @EnumSource(VectorFormat.class)
  void vectors(VectorFormat format) throws IOException {
    LabelledVectors set =
        LabelledVectors.of(
            "set", List.of("a", "b", "c"), FloatMatrix.wrap(3, 2, new float[] {1, 2, 3, 4, 5, 6}));
    Path file = folder.resolve("x.npy");
    VectorFiles.write(file, set, format);
    assertThat(VectorFiles.read(file).vectors()).isEqualTo(set.vectors());
    assertThat(opened.count(file)).isEqualTo(format == VectorFormat.NPZ ? ZIP : 1);
    if (format == VectorFormat.NPY) {
      assertThat(opened.counts()).isEqualTo(Map.of(file, 1, folder.resolve("x.ids"), 1));
    }
  }

  @Test
  void aScriptAndItsArchive() throws IOException {
    LabelledVectors set =
        LabelledVectors.of(
            "set", List.of("a", "b", "c"), FloatMatrix.wrap(3, 2, new float[] {1, 2, 3, 4, 5, 6}));
    VectorFiles.write(folder.resolve("x.ark"), set, VectorFormat.KALDI);
    assertThat(VectorFiles.read(folder.resolve("x.scp")).ids()).isEqualTo(set.ids());
    assertThat(opened.counts())
        .isEqualTo(Map.of(folder.resolve("x.scp"), 1, folder.resolve("x.ark"), 1));
  }

  @ParameterizedTest
  @EnumSource(value = ListLayout.class, names = "SRE10", mode = EnumSource.Mode.EXCLUDE)
  void aList(ListLayout layout) throws IOException {
    TrialList trials =
        TrialList.allPairs(List.of("m", "n"), List.of("x", "y"))
            .withScores(new double[] {1.5, 2, 3, 4})
            .withLabels(new boolean[] {true, false, false, true});
    Path file = folder.resolve("list");
    ListWriter.write(file, trials, layout);
    assertThat(ListReader.read(file).size()).isEqualTo(4);
    assertThat(opened.counts()).isEqualTo(Map.of(file, layout == ListLayout.NPZ ? ZIP : 1));
  }
}
