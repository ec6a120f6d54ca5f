package dev.gme.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoint;
import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.formats.Mutations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArtefactTest {
  private static final Provenance PROVENANCE =
      new Provenance(
          "sha256:00", "gme train \"x\"", Map.of("seed", "7"), "gme 0.1.0", "2026-01-01T00:00:00Z");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("x.safetensors");
  }

  private <T> T thereAndBack(ArtefactKind<T> kind, T value) throws IOException {
    Artefact.write(file(), kind, value, PROVENANCE);
    Artefact<T> read = Artefact.read(file(), kind);
    assertThat(read.provenance()).isEqualTo(PROVENANCE);
    assertThat(StoredArtefact.read(file()).kind()).isEqualTo(kind.name());
    byte[] first = Files.readAllBytes(file());
    Artefact.write(file(), kind, read.value(), PROVENANCE);
    assertThat(Files.readAllBytes(file())).isEqualTo(first);
    return read.value();
  }

  private static DoubleMatrix random(int rows, int cols, long seed) {
    return DoubleMatrix.wrap(
        rows, cols, new Random(seed).doubles((long) rows * cols, -1, 1).toArray());
  }

  private static HtPlda model(double nu) {
    return HtPlda.of(new double[] {1, 2, 3}, random(3, 2, 1), DoubleMatrix.identity(3), nu);
  }

  @ParameterizedTest
  @CsvSource({"2", "Infinity"})
  void models(double nu) throws IOException {
    HtPlda read = thereAndBack(ArtefactKind.PLDA, model(nu));
    assertThat(read.f()).isEqualTo(model(nu).f());
    assertThat(read.nu()).isEqualTo(nu);
    TwoCovariance two = thereAndBack(ArtefactKind.TWO_COVARIANCE, model(nu).twoCovariance());
    assertThat(two.between()).isEqualTo(model(nu).twoCovariance().between());
  }

  @Test
  void pipelinesGiveTheSameEmbeddings() throws IOException {
    GmeExtractor extractor = model(2).extractor();
    List<PreprocessingStep> steps =
        List.of(
            new PreprocessingStep.Centre(new double[] {1, 0, -1, 2}),
            new PreprocessingStep.Linear("lda 3", random(3, 4, 2)),
            new PreprocessingStep.Length(3));
    DoubleMatrix x = random(5, 4, 3);
    Pipeline pipeline = Pipeline.of(Preprocessing.of(steps), extractor);
    Pipeline read = thereAndBack(ArtefactKind.EXTRACTOR, pipeline);
    assertThat(read.extract(x).a()).isEqualTo(pipeline.extract(x).a());
    assertThat(read).hasToString(pipeline.toString());
    Preprocessing chain = thereAndBack(ArtefactKind.PREPROCESSING, pipeline.preprocessing());
    assertThat(chain.apply(x)).isEqualTo(pipeline.preprocessing().apply(x));
    Pipeline bare =
        thereAndBack(ArtefactKind.EXTRACTOR, Pipeline.of(Preprocessing.of(List.of()), extractor));
    assertThat(bare.extractor().p()).isEqualTo(extractor.p());
    assertThat(bare.preprocessing().steps()).isEmpty();
    // d = D: a matrix without rows.
    GmeExtractor full = GmeExtractor.splitVector(new double[] {2, 1}, 2, Double.POSITIVE_INFINITY);
    Pipeline noRest = Pipeline.of(Preprocessing.of(List.of()), full);
    assertThat(thereAndBack(ArtefactKind.EXTRACTOR, noRest).extractor().h().cols()).isEqualTo(2);
  }

  @Test
  void embeddings() throws IOException {
    var e = model(2).extractor().extract(random(2, 3, 4));
    IdentifiedEmbeddings read =
        thereAndBack(
            ArtefactKind.META_EMBEDDINGS, new IdentifiedEmbeddings(List.of("a", "größer"), e));
    assertThat(read.ids()).containsExactly("a", "größer");
    assertThat(read.embeddings().a()).isEqualTo(e.a());
    assertThat(read.embeddings().b()).containsExactly(e.b());
    assertThatThrownBy(() -> new IdentifiedEmbeddings(List.of("a"), e))
        .hasMessageContaining("1 ids");
  }

  @Test
  void calibrations() throws IOException {
    Calibration linear = LinearCalibration.of(0.5, 2, 3);
    assertThat(thereAndBack(ArtefactKind.CALIBRATION, linear).apply(1, 1)).isEqualTo(5.5);
    Calibration quality = QualityCalibration.of(2, 0.5, 0.25);
    assertThat(thereAndBack(ArtefactKind.CALIBRATION, quality).apply(1, 1)).isEqualTo(2.75);
    double inf = Double.POSITIVE_INFINITY;
    Calibration pav = PavCalibration.of(new double[] {0}, new double[] {-inf, 1});
    assertThat(thereAndBack(ArtefactKind.CALIBRATION, pav).apply(-1)).isEqualTo(-inf);
  }

  @Test
  void checkpoints() throws IOException {
    Checkpoint c =
        new Checkpoint(
            "EM d = 2",
            Map.of("F", random(3, 2, 5), "n", random(1, 1, 6)),
            List.of(-3.5, -2.0),
            List.of("note"));
    assertThat(thereAndBack(ArtefactKind.CHECKPOINT, c)).isEqualTo(c);
    FileCheckpoints kept = new FileCheckpoints(folder.resolve("c"), Provenance.NONE);
    assertThat(kept.last()).isEmpty();
    kept.save(c);
    assertThat(kept.last()).contains(c);
  }

  @Test
  void otherKindsAndNewerFormats() throws IOException {
    Artefact.write(file(), ArtefactKind.PLDA, model(2), PROVENANCE);
    assertThatThrownBy(() -> Artefact.read(file(), ArtefactKind.EXTRACTOR))
        .hasMessageContaining("expected extractor, found 'plda'");
    String text = Files.readString(file(), StandardCharsets.ISO_8859_1);
    String newer = text.replace("\\\"version\\\":1", "\\\"version\\\":2");
    Files.writeString(file(), newer, StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> StoredArtefact.read(file()).kind())
        .hasMessageContaining("expected a format up to 1, found 2");
    SafeTensors.write(file(), Map.of(), Map.of());
    assertThatThrownBy(() -> StoredArtefact.read(file()).kind())
        .hasMessageContaining("other safetensors");
  }

  @Test
  void aChangedElementIsNoticed() throws IOException {
    Artefact.write(file(), ArtefactKind.PLDA, model(2), PROVENANCE);
    byte[] bytes = Files.readAllBytes(file());
    bytes[bytes.length - 3] ^= 1;
    Files.write(file(), bytes);
    assertThatThrownBy(() -> Artefact.read(file(), ArtefactKind.PLDA))
        .hasMessageContaining("checksum is not that of the content");
  }

  @Test
  void otherTypesOfTensors() throws IOException {
    Map<String, Tensor> one = Map.of("x", Tensor.of(FloatMatrix.wrap(1, 2, new float[] {1, -2})));
    SafeTensors.write(file(), one, Map.of("a", "b"));
    assertThat(SafeTensors.read(file()).metadata()).isEqualTo(Map.of("a", "b"));
    assertThat(SafeTensors.read(file()).tensors()).isEqualTo(one);
    write("{\"h\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]}}", 0x3f80, 0xc000);
    assertThat(SafeTensors.read(file()).tensors().get("h").values().array()).containsExactly(1, -2);
    write("{\"h\":{\"dtype\":\"F16\",\"shape\":[2,1],\"data_offsets\":[0,4]}}", 0x3c00, 0xc000);
    assertThat(SafeTensors.read(file()).tensors().get("h").values().array()).containsExactly(1, -2);
  }

  private void write(String header, int... shorts) throws IOException {
    ByteBuffer out =
        ByteBuffer.allocate(8 + header.length() + 2 * shorts.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (int s : shorts) {
      out.putShort((short) s);
    }
    Files.write(file(), out.array());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "I64|[1]|[0,4]|is not of type",
        "F16|[1,1,2]|[0,4]|is not a vector or matrix",
        "F16|[99999999,99999999]|[0,4]|does not have the bytes",
        "F16|[3]|[0,4]|does not have the bytes",
        "F16|[1]|[2,4]|does not begin where",
        "F16|[1]|[0,2]|expected 2 bytes for the tensors, found 4",
      })
  void headersThatLie(String type, String shape, String offsets, String sentence)
      throws IOException {
    String quoted =
        "{'h': {'dtype': '" + type + "', 'shape': " + shape + ", 'data_offsets': " + offsets + "}}";
    write(quoted.replace('\'', '"'), 0, 0);
    assertThatThrownBy(() -> SafeTensors.read(file())).hasMessageContaining(sentence);
  }

  /** Draws with the random seed 50. */
  @Test
  void damagedFiles() throws IOException {
    Artefact.write(file(), ArtefactKind.PLDA, model(2), PROVENANCE);
    Mutations.test(file(), 1000, 50, f -> Artefact.read(f, ArtefactKind.PLDA));
    Artefact.write(file(), ArtefactKind.CALIBRATION, LinearCalibration.of(1, 2), Provenance.NONE);
    Mutations.test(file(), 1000, 51, f -> Artefact.read(f, ArtefactKind.CALIBRATION));
  }

  /** Maps that reach a file keep their order, so that two runs write the same bytes. */
  @Test
  void theSameRunWritesTheSameBytes() throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : "seed nu iterations tolerance labels only vectors".split(" ", -1)) {
      parameters.put(name, "x");
    }
    Provenance provenance = new Provenance("data", "command", parameters, "gme", "now");
    assertThat(provenance.parameters().keySet()).containsExactlyElementsOf(parameters.keySet());
    HtPlda model = ModelRecipe.of(4, 2, 2).draw(1);
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Artefact.write(first, ArtefactKind.PLDA, model, provenance);
    Artefact<HtPlda> read = Artefact.read(first, ArtefactKind.PLDA);
    assertThat(read.provenance().parameters().keySet())
        .containsExactlyElementsOf(parameters.keySet());
    Artefact.write(second, ArtefactKind.PLDA, read.value(), read.provenance());
    assertThat(second).hasSameBinaryContentAs(first);
    ArtefactNpz.write(first, ArtefactKind.PLDA, model, provenance);
    ArtefactNpz.write(second, ArtefactKind.PLDA, read.value(), read.provenance());
    assertThat(second).hasSameBinaryContentAs(first);
  }

  /** A million names need no million objects to be refused. */
  @Test
  void headersOfTooManyNames() throws IOException {
    StringBuilder header = new StringBuilder("{\"a\":{}");
    for (int i = 0; i < 500_000; i++) {
      header.append(",\"").append(i).append("\":0");
    }
    byte[] text = header.append('}').toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(8 + text.length).order(ByteOrder.LITTLE_ENDIAN);
    Path file = Files.write(folder.resolve("names"), bytes.putLong(text.length).put(text).array());
    assertThatThrownBy(() -> SafeTensors.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("at most 500000 names");
  }
}
