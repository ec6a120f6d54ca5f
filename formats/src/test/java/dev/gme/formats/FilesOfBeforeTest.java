package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Checkpoint;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of an earlier gme open, and hold what that gme printed. */
class FilesOfBeforeTest {
  private static final Path FILES = Path.of("src", "test", "resources", "before-lab");
  private static final Offset<Double> CLOSE = within(1e-12);

  /** Log-likelihood ratios of three pairs of recordings, a precision, and an element of a mean. */
  @ParameterizedTest
  @CsvSource({
    "plda.gme, extractor, 'centre, whiten total, length, centre', -0.2823308171337404,"
        + " -1.2136928433903285, -0.5058137378376535, 1.0, 2.616547992416905",
    "htplda.gme, extractor, none, 0.7617159244548897, -0.9412278801472002, -0.9993928542394606,"
        + " 1.8732015198656644, -1.8792864100248325",
    "htplda.npz, extractor, none, 0.7617159244548897, -0.9412278801472002, -0.9993928542394606,"
        + " 1.8732015198656644, -1.8792864100248325",
    "calibrated.gme, calibrated-model, none, 0.7617159244548897, -0.9412278801472002,"
        + " -0.9993928542394606, 1.8732015198656644, -1.8792864100248325",
    "plda.kaldi, two-covariance, none, 0.9684274345355277, -0.38072727062702694,"
        + " 0.14701141416448427, 1.0, -0.9235190632512374",
  })
  void models(
      String name,
      String kind,
      String preprocessing,
      double first,
      double second,
      double third,
      double b,
      double a)
      throws IOException {
    ModelFile model = ModelFiles.open(FILES.resolve(name));
    assertThat(model.kind()).isEqualTo(kind);
    assertThat(model.uncalibrated().preprocessing()).hasToString(preprocessing);
    LabelledVectors eval = VectorFiles.read(FILES.resolve("eval.scp"));
    MetaEmbeddings embeddings = model.uncalibrated().extract(eval.vectors());
    DoubleMatrix llr = embeddings.llr(embeddings);
    assertThat(llr.get(0, 1)).isCloseTo(first, CLOSE);
    assertThat(llr.get(0, 4)).isCloseTo(second, CLOSE);
    assertThat(llr.get(17, 3)).isCloseTo(third, CLOSE);
    assertThat(embeddings.b()[5]).isCloseTo(b, CLOSE);
    // A direction has no sign, which Kaldi's form does not keep.
    assertThat(Math.abs(embeddings.a().get(2, 1))).isCloseTo(Math.abs(a), CLOSE);
  }

  @Test
  void provenance() throws IOException {
    Provenance made = ModelFiles.open(FILES.resolve("plda.gme")).provenance();
    assertThat(made.tool()).isEqualTo("gme 0.1.0-SNAPSHOT");
    assertThat(made.date()).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(made.parameters()).containsEntry("speaker-dim", "2").containsEntry("seed", "1");
    assertThat(made.parameters().keySet()).startsWith("arrays", "labels", "VECTORS", "raw");
  }

  @Test
  void calibrations() throws IOException {
    var alone = Artefact.read(FILES.resolve("calibration.gme"), ArtefactKind.CALIBRATION).value();
    var appended = ModelFiles.open(FILES.resolve("calibrated.gme")).calibration().orElseThrow();
    for (var calibration : new Object[] {alone, appended}) {
      LinearCalibration linear = (LinearCalibration) calibration;
      assertThat(linear.coefficients()).hasSize(1);
      assertThat(linear.coefficients()[0]).isCloseTo(0.8162229394497965, CLOSE);
      assertThat(linear.offset()).isCloseTo(0.18944058333742841, CLOSE);
    }
  }

  @Test
  void embeddingsAndTheModelTheyAreDrawnFrom() throws IOException {
    IdentifiedEmbeddings read =
        Artefact.read(FILES.resolve("embeddings.gme"), ArtefactKind.META_EMBEDDINGS).value();
    assertThat(read.ids()).hasSize(18).element(3).isEqualTo("e00002-001");
    assertThat(read.embeddings().a().get(3, 0)).isCloseTo(3.713065709676111, CLOSE);
    assertThat(read.embeddings().b()[17]).isCloseTo(2.8064150710343787, CLOSE);
    assertThat(read.embeddings().lambda()[1]).isCloseTo(1.086874645374032, CLOSE);
    HtPlda truth = Artefact.read(FILES.resolve("truth.gme"), ArtefactKind.PLDA).value();
    assertThat(truth.f().get(0, 0)).isCloseTo(1.0605957168771911, CLOSE);
    assertThat(truth.nu()).isEqualTo(2);
  }

  @Test
  void aCheckpoint() throws IOException {
    Checkpoint read =
        Artefact.read(FILES.resolve("em.checkpoint"), ArtefactKind.CHECKPOINT).value();
    assertThat(read.method()).startsWith("Gaussian PLDA by EM, D = 6, d = 2, 30 speakers");
    assertThat(read.objective()).hasSize(5);
    assertThat(read.objective().get(4)).isCloseTo(-695.7612509508057, within(1e-9));
    assertThat(read.state()).containsOnlyKeys("dropped", "covariance", "trace", "whitened");
    assertThat(read.state().get("covariance").get(0, 0)).isCloseTo(1.1501950092442557, CLOSE);
  }

  @Test
  void lists() throws IOException {
    TrialList key = ListReader.read(FILES.resolve("trials"));
    TrialList scores = ListReader.read(FILES.resolve("htplda.txt"));
    TrialList calibrated = ListReader.read(FILES.resolve("calibrated.txt"));
    assertThat(key.hasLabels()).isTrue();
    assertThat(scores.size()).isEqualTo(key.size()).isEqualTo(calibrated.size()).isEqualTo(72);
    assertThat(scores.score(0)).isCloseTo(0.761715949, CLOSE);
    assertThat(calibrated.score(2)).isCloseTo(-0.578811169, CLOSE);
  }
}
