package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFiles;
import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import dev.gme.lab.model.ModelAdapter;
import dev.gme.lab.model.TargetVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptJobTest {
  /** Three leaves of 1,024 vectors. */
  private static final SimulatedDatabase DATA = SmallCluster.recordings(750, 8);

  @TempDir Path folder;

  private String model(double nu) throws IOException {
    Path file = folder.resolve("model-" + nu + ".gme");
    Artefact.write(file, ArtefactKind.EXTRACTOR, pipeline(nu), Provenance.NONE);
    return file.toString();
  }

  private static Pipeline pipeline(double nu) {
    Pipeline usual = SmallCluster.model();
    return usual.withExtractor(usual.extractor().withNu(nu));
  }

  private JobResult adapt(String table, String model, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("--model", model, "--vectors", table, "--out", folder.resolve(out).toString()));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = AdaptJob.of(arguments);
    arguments.requireAllKnown("adapt");
    return job.run(SmallCluster.get());
  }

  /** What 'gme adapt' does with the same vectors, in another order. */
  private static GmeExtractor plain(String method, double nu) {
    int n = DATA.vectors().rows();
    double[] all = SmallCluster.vectors(DATA).array();
    float[] rows = new float[all.length];
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int row = n - 1 - i;
      ids.add(SmallCluster.id(row));
      for (int k = 0; k < SmallCluster.DIMENSION; k++) {
        rows[i * SmallCluster.DIMENSION + k] = (float) all[row * SmallCluster.DIMENSION + k];
      }
    }
    LabelledVectors vectors =
        LabelledVectors.of("vectors", ids, FloatMatrix.wrap(n, SmallCluster.DIMENSION, rows));
    AdaptationOptions options = AdaptationOptions.DEFAULT.with(AdaptationMethod.parse(method));
    return new ModelAdapter(options)
        .adapt(pipeline(nu), TargetVectors.of(vectors), Progress.NONE)
        .model()
        .extractor();
  }

  @ParameterizedTest
  @CsvSource({"auto, Infinity, 1", "kaldi, Infinity, 7", "coral+, 3, 2"})
  void modelsAreThoseOfOneComputerToTheBit(String method, double nu, int parts) throws IOException {
    assertThat(DATA.vectors().rows()).isGreaterThan(2048);
    String table = SmallCluster.table(folder, SmallCluster.rows(DATA), parts);
    JobResult result = adapt(table, model(nu), "adapted.gme", "--method", method);
    GmeExtractor found = ModelFiles.open(folder.resolve("adapted.gme")).uncalibrated().extractor();
    GmeExtractor expected = plain(method, nu);
    assertThat(found.mean()).isEqualTo(expected.mean());
    assertThat(found.nu()).isEqualTo(expected.nu());
    assertThat(found.lambda()).isEqualTo(expected.lambda());
    assertThat(found.model().f().array()).isEqualTo(expected.model().f().array());
    assertThat(found.model().w().array()).isEqualTo(expected.model().w().array());
    assertThat(found.mean()).isNotEqualTo(pipeline(nu).extractor().mean());
    assertThat(result.figures()).containsEntry("vectors", (long) DATA.vectors().rows());
    assertThat(result.lines().stream().anyMatch(l -> l.startsWith("note: ")))
        .isEqualTo(method.equals("auto"));
  }

  @Test
  void aWayThatNeedsMoreThanSumsIsRefused() throws IOException {
    String model = model(3);
    assertThatThrownBy(() -> adapt("none", model, "adapted.gme", "--method=tail"))
        .isInstanceOf(GmeException.class)
        .hasMessage("the way 'tail' needs more of the vectors than their sums");
    String few =
        SmallCluster.table(
            folder, IntStream.of(4).mapToObj(SmallCluster.rows(DATA)::get).toList(), 1);
    assertThatThrownBy(() -> adapt(few, model, "adapted.gme"))
        .isInstanceOf(GmeException.class)
        .hasMessage("adaptation needs at least 2 vectors, found 1");
  }
}
