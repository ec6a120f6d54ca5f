package dev.gme.formats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.formats.FileKind;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModelFilesTest {
  @TempDir Path folder;
  private final HtPlda gaussian = ModelRecipe.of(6, 2, Double.POSITIVE_INFINITY).draw(4);
  private final DoubleMatrix vectors =
      DoubleMatrix.of(new double[][] {{1, 2, 0, -1, 3, 1}, {0, 1, 1, 2, -2, 0.5}});

  private static Preprocessing none() {
    return Preprocessing.of(List.of());
  }

  /** Scores do not depend on the form in which the model was kept. */
  @ParameterizedTest
  @EnumSource(names = {"GME", "NPZ", "KALDI", "KALDI_TEXT"})
  void aModelScoresTheSameInEveryFormat(ModelFormat format) throws IOException {
    Pipeline model = Pipeline.of(none(), gaussian.extractor());
    Path file = folder.resolve("model");
    ModelFiles.write(file, model, format, Provenance.NONE);
    assertThat(ModelFiles.recognize(file)).contains(format);
    assertThat(FileKind.of(file)).isEqualTo(FileKind.MODEL);
    Pipeline read = ModelFiles.open(file).pipeline();
    double expected = model.extract(vectors).llr(0, model.extract(vectors), 1);
    double found = read.extract(vectors).llr(0, read.extract(vectors), 1);
    // Text has 6 digits.
    double tolerance = format == ModelFormat.KALDI_TEXT ? 1e-3 : 1e-9;
    assertThat(found).isCloseTo(expected, within(tolerance));
  }

  /** Whoever reads a calibrated model scores calibrated, or says that it is to be left out. */
  @Test
  void aCalibrationIsNotLost() throws IOException {
    Pipeline pipeline = Pipeline.of(none(), gaussian.extractor());
    Path file = folder.resolve("model");
    CalibratedModel whole = new CalibratedModel(pipeline, LinearCalibration.of(-3, 0.25));
    ModelFiles.write(file, whole, ModelFormat.GME, Provenance.NONE);
    ModelFile read = ModelFiles.open(file);
    int[] first = {0};
    int[] second = {1};
    double raw = pipeline.extract(vectors).llr(0, pipeline.extract(vectors), 1);
    double scored = read.model().scorer(vectors, vectors).list(first, second).scores()[0];
    assertThat(scored).isCloseTo(-3 + 0.25 * raw, within(1e-3));
    MetaEmbeddings bare = read.uncalibrated().extract(vectors);
    assertThat(bare.llr(0, bare, 1)).isCloseTo(raw, within(1e-9));
    assertThatThrownBy(read::pipeline)
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("the model has a calibration");
    assertThatThrownBy(() -> Artefact.read(file, ArtefactKind.EXTRACTOR))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("calibrated-model");
  }

  @Test
  void otherKindsAreReadAsPipelines() throws IOException {
    Path plda = folder.resolve("plda");
    Artefact.write(plda, ArtefactKind.PLDA, gaussian, Provenance.NONE);
    assertThat(ModelFiles.open(plda).pipeline().speakerDimension()).isEqualTo(2);
    Path two = folder.resolve("two");
    Artefact.write(two, ArtefactKind.TWO_COVARIANCE, gaussian.twoCovariance(), Provenance.NONE);
    assertThat(ModelFiles.open(two).pipeline().speakerDimension()).isEqualTo(2);
    Path chain = folder.resolve("chain");
    Preprocessing length = Preprocessing.of(List.of(new PreprocessingStep.Length(6)));
    Artefact.write(chain, ArtefactKind.PREPROCESSING, length, Provenance.NONE);
    assertThat(ModelFiles.readPreprocessing(chain)).hasToString("length");
    assertThatThrownBy(() -> ModelFiles.open(chain))
        .hasMessage(chain + ": expected a model that scores, found preprocessing");
  }

  @Test
  void whatKaldiCannotHoldIsRefused() {
    Path file = folder.resolve("plda");
    Pipeline heavy = Pipeline.of(none(), gaussian.withNu(2).extractor());
    assertThatThrownBy(() -> ModelFiles.write(file, heavy, ModelFormat.KALDI, Provenance.NONE))
        .hasMessageContaining("nu = 2.0");
    Pipeline chained =
        Pipeline.of(none(), gaussian.extractor())
            .after(Preprocessing.of(List.of(new PreprocessingStep.Length(6))));
    assertThatThrownBy(() -> ModelFiles.write(file, chained, ModelFormat.KALDI, Provenance.NONE))
        .hasMessageContaining("cannot hold the preprocessing step 'length'");
    assertThatThrownBy(() -> ModelFiles.write(file, heavy, ModelFormat.HDF5, Provenance.NONE))
        .hasMessageContaining("not written as HDF5");
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VECTORS | a 1 2 3",
        "VECTORS | a,1,2,3",
        "VECTORS | a [ 1 2 3 ]",
        "VECTORS | a x.ark:17",
        "LIST | a b",
        "LIST | a b target",
        "LIST | a b 0.5",
        "LIST | a b 0.5 nontarget",
        "LIST | 1 a/x.wav b/y.wav",
        "LIST | a b x",
      })
  void textIsToldByItsFirstLine(FileKind kind, String line) throws IOException {
    assertThat(FileKind.of(Files.writeString(folder.resolve("file"), line + "\n"))).isEqualTo(kind);
  }
}
