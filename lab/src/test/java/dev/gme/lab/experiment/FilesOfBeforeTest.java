package dev.gme.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.lists.ModelList;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.cache.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder of an experiment of an earlier gme opens, and is worked on further. */
class FilesOfBeforeTest {
  private static final Path FILES = Path.of("src", "test", "resources", "before-lab");

  @TempDir Path folder;

  /** The models give the scores that lie beside them, and those of the cache to the last digit. */
  @ParameterizedTest
  @ValueSource(strings = {"gplda", "gme"})
  void modelsScoresAndCache(String system) throws IOException {
    Path work = FILES.resolve("work");
    ModelFile model = ModelFiles.open(work.resolve("models").resolve(system + ".gme"));
    LabelledVectors eval = VectorFiles.read(FILES.resolve("data").resolve("eval.scp"));
    EnrolmentModels models =
        EnrolmentModels.of(eval, ModelList.read(FILES.resolve("data").resolve("enrol.spk2utt")));
    var recordings = model.pipeline().extract(eval.vectors());
    DoubleMatrix llr = recordings.pool(models.rows()).llr(recordings);
    Path sets = work.resolve("scores").resolve("simulated");
    TrialList scores = ListReader.read(sets.resolve(system + ".txt"));
    assertThat(scores.size()).isEqualTo(72);
    assertThat(ListReader.read(sets.resolve("key.tsv")).hasLabels()).isTrue();
    double[] exact = new double[scores.size()];
    for (int i = 0; i < exact.length; i++) {
      int e = models.number(scores.enrolIds().get(scores.enrol(i)));
      int t = eval.row(scores.testIds().get(scores.test(i)));
      exact[i] = llr.get(e, t);
      assertThat(scores.score(i)).isCloseTo(exact[i], within(1e-7));
    }
    try (Stream<Path> kept = Files.list(work.resolve("cache"))) {
      List<double[]> cached =
          kept.filter(f -> f.toString().endsWith(".npz")).map(FilesOfBeforeTest::scores).toList();
      assertThat(cached)
          .anySatisfy(values -> assertThat(values).containsExactly(exact, within(1e-12)));
    }
  }

  private static double[] scores(Path npz) {
    try {
      return Npz.read(npz).get("scores").doubles();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void results() throws IOException {
    JsonNode tree =
        new ObjectMapper().readTree(FILES.resolve("work").resolve("results.json").toFile());
    assertThat(tree.at("/sets/0/results/0/eer_rocch").asDouble())
        .isCloseTo(0.21296296296296297, within(1e-12));
    assertThat(tree.at("/sets/0/results/1/cllr").asDouble())
        .isCloseTo(0.6531519806852653, within(1e-12));
  }

  /** The file is understood and the folder is worked on further, with what its cache has or not. */
  @Test
  void anotherRun() throws IOException {
    try (Stream<Path> all = Files.walk(FILES)) {
      for (Path file : all.toList()) {
        Files.copy(file, folder.resolve("run").resolve(FILES.relativize(file).toString()));
      }
    }
    Path run = folder.resolve("run");
    ExperimentPlan plan =
        ExperimentFile.read(run.resolve("experiment.yaml"), Map.of()).plan(Progress.NONE);
    Store store =
        new Store(run.resolve("work").resolve("cache"), Store.Reuse.ALL, "gme", "this build");
    assertThat(new Experiment(plan, store, stage -> Progress.NONE).run()).hasSize(1);
  }
}
