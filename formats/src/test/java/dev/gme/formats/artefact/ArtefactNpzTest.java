package dev.gme.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models for others: .npz and Kaldi's form; and kinds that other modules add. */
class ArtefactNpzTest {
  private static final Provenance PROVENANCE =
      new Provenance("sha256:00", "gme train", Map.of("seed", "7"), "gme 0.1.0", "2026-01-01");

  private static final DoubleMatrix F = DoubleMatrix.of(new double[][] {{1, 0}, {0, 2}, {1, 1}});
  private static final HtPlda MODEL =
      HtPlda.of(
          new double[] {1, 2, 3}, F, DoubleMatrix.diagonal(1, 2, 4), Double.POSITIVE_INFINITY);

  @TempDir Path folder;

  @Test
  void modelsByTheirLetters() throws IOException {
    Path file = folder.resolve("plda.npz");
    ArtefactNpz.write(file, ArtefactKind.PLDA, MODEL.withNu(2), PROVENANCE);
    Map<String, NpyArray> read = Npz.read(file);
    assertThat(read.keySet()).containsExactly("kind", "mean", "F", "W", "nu", "readme");
    assertThat(read.get("mean").shape()).containsExactly(3);
    assertThat(read.get("F").doubleMatrix()).isEqualTo(F);
    assertThat(read.get("nu").shape()).isEmpty();
    assertThat(read.get("nu").number(0)).isEqualTo(2);
    JsonNode readme = new ObjectMapper().readTree(read.get("readme").word(0));
    assertThat(read.get("kind").word(0)).isEqualTo("plda");
    assertThat(readme.path("arrays").path("F").asText()).contains("loading matrix");
    assertThat(readme.path("provenance").path("parameters").path("seed").asText()).isEqualTo("7");
  }

  @Test
  void pipelinesWithTheirSteps() throws IOException {
    Path file = folder.resolve("extractor.npz");
    Preprocessing chain =
        Preprocessing.of(
            List.of(
                new PreprocessingStep.Centre(new double[] {1, 1, 1}),
                new PreprocessingStep.Length(3)));
    ArtefactNpz.write(
        file, ArtefactKind.EXTRACTOR, Pipeline.of(chain, MODEL.extractor()), PROVENANCE);
    Map<String, NpyArray> read = Npz.read(file);
    assertThat(read.get("steps").words()).containsExactly("centre", "length");
    assertThat(read.get("step0").doubles()).containsExactly(1, 1, 1);
    assertThat(read.get("P").shape()).containsExactly(2, 3);
    assertThat(read.get("H").shape()).containsExactly(1, 3);
  }

  @Test
  void pipelinesWithAHead() throws IOException {
    PrecisionHead head =
        new PrecisionHead(
            List.of("log:speech", "snr"),
            new double[] {1, 20},
            new double[] {0.1, 0.5, 0.7, 0.01},
            new PrecisionHead.Origin(-0.4));
    Pipeline model =
        Pipeline.of(
                Preprocessing.of(List.of(new PreprocessingStep.Length(3))),
                MODEL.withNu(2).extractor())
            .withHead(head);
    for (ModelFormat format : List.of(ModelFormat.GME, ModelFormat.NPZ)) {
      Path file = folder.resolve("head." + format);
      ModelFiles.write(file, model, format, PROVENANCE);
      Pipeline read = ModelFiles.open(file).pipeline();
      assertThat(read).hasToString(model.toString());
      assertThat(read.head().orElseThrow().weights()).containsExactly(0.1, 0.5, 0.7, 0.01);
      assertThat(read.head().orElseThrow().origin().meanLogB()).isEqualTo(-0.4);
      DoubleMatrix vectors = DoubleMatrix.of(new double[][] {{1, 2, 3}});
      DoubleMatrix side = DoubleMatrix.of(new double[][] {{2, 10}});
      assertThat(read.extract(vectors, side).b()).containsExactly(model.extract(vectors, side).b());
      assertThatThrownBy(() -> read.extract(vectors))
          .hasMessageContaining("which needs log:speech, snr of every recording");
      // What is read of the chain alone has no head.
      assertThat(ModelFiles.readPreprocessing(file).steps()).hasSize(1);
      ArtefactKind<CalibratedModel> kind = ArtefactKind.CALIBRATED_MODEL;
      CalibratedModel whole = new CalibratedModel(model, LinearCalibration.of(1, 2));
      assertThat(kind.make(kind.take(whole))).hasToString(whole.toString());
    }
    assertThatThrownBy(() -> KaldiPlda.of(model.withExtractor(MODEL.extractor()).withHead(head)))
        .hasMessage("Kaldi's <Plda> cannot hold a precision head");
  }

  /** Σb of rank 2 in 3 dimensions: scores stay the same, psi of the third direction is 0. */
  @Test
  void kaldiTakesGaussianModels() {
    KaldiPlda plda = KaldiPlda.of(MODEL);
    assertThat(plda.psi()[2]).isZero();
    DoubleMatrix between = plda.twoCovariance().between();
    assertThat(between.minus(F.outerGram()).maxAbs()).isLessThan(1e-12);
    assertThatThrownBy(() -> KaldiPlda.of(MODEL.withNu(2)))
        .hasMessageContaining("cannot hold nu = 2.0");
  }

  @Test
  void kaldiTakesCentringOnly() {
    GmeExtractor extractor = MODEL.extractor();
    PreprocessingStep centre = new PreprocessingStep.Centre(new double[] {1, 1, 1});
    Pipeline centred = Pipeline.of(Preprocessing.of(List.of(centre)), extractor);
    assertThat(KaldiPlda.of(centred).mean()).containsExactly(2, 3, 4);
    Pipeline length =
        Pipeline.of(Preprocessing.of(List.of(centre, new PreprocessingStep.Length(3))), extractor);
    assertThatThrownBy(() -> KaldiPlda.of(length)).hasMessageContaining("step 'length'");
  }

  @Test
  void kindsOfOthers() throws IOException {
    ArtefactKind<DoubleMatrix> kind =
        ArtefactKind.of(
            "some-matrix",
            m -> ArtefactParts.empty().put("M", m),
            p -> {
              if (p.matrix("M").rows() != 3) {
                throw new IllegalArgumentException("three rows are wanted");
              }
              return p.matrix("M");
            });
    Path file = folder.resolve("x");
    Artefact.write(file, kind, F, PROVENANCE);
    assertThat(StoredArtefact.read(file).kind()).isEqualTo("some-matrix");
    assertThat(Artefact.read(file, kind).value()).isEqualTo(F);
    Artefact.write(file, kind, F.transpose(), PROVENANCE);
    assertThatThrownBy(() -> Artefact.read(file, kind))
        .hasMessageContaining("three rows are wanted");
    assertThatThrownBy(() -> ArtefactKind.<ArtefactParts>of("Not so", p -> p, p -> p))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A calibrated model is a model everywhere, and keeps its calibration. */
  @Test
  void calibratedModels() throws IOException {
    Pipeline pipeline = Pipeline.of(Preprocessing.of(List.of()), MODEL.extractor());
    List<Calibration> calibrations =
        List.of(
            LinearCalibration.of(0.5, 2),
            QualityCalibration.of(2, 0.5, 0.25),
            PavCalibration.of(new double[] {0}, new double[] {-1, 1}),
            PavCalibration.of(new double[0], new double[] {0}));
    for (ModelFormat format : List.of(ModelFormat.GME, ModelFormat.NPZ)) {
      for (Calibration c : calibrations) {
        Path file = folder.resolve(format + ".model");
        ModelFiles.write(file, new CalibratedModel(pipeline, c), format, PROVENANCE);
        assertThat(ModelFiles.recognize(file)).contains(format);
        assertThat(ModelFiles.open(file).kind()).isEqualTo("calibrated-model");
        assertThat(ModelFiles.open(file).uncalibrated().extractor().p())
            .isEqualTo(MODEL.extractor().p());
        Calibration read = ModelFiles.open(file).calibration().orElseThrow();
        assertThat(read).hasToString(c.toString());
        double[] trial = c.inputs() == 2 ? new double[] {1, 3} : new double[] {1};
        assertThat(read.apply(trial)).isEqualTo(c.apply(trial));
      }
    }
    Path plain = folder.resolve("plain");
    ModelFiles.write(plain, pipeline, ModelFormat.GME, PROVENANCE);
    assertThat(ModelFiles.open(plain).calibration()).isEmpty();
    assertThatThrownBy(
            () ->
                ModelFiles.write(
                    plain,
                    new CalibratedModel(pipeline, calibrations.get(0)),
                    ModelFormat.KALDI,
                    PROVENANCE))
        .hasMessageContaining("only gme's own formats");
  }
}
