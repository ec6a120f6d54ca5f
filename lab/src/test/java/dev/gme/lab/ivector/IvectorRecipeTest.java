package dev.gme.lab.ivector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Metrics;
import dev.gme.formats.artefact.Artefact;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.UbmTrainer.Covariances;
import dev.gme.lab.cache.Store;
import dev.gme.lab.evaluate.PageOptions;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.ivector.RecipeOptions.Backend;
import dev.gme.lab.ivector.RecipeOptions.Extractor;
import dev.gme.lab.ivector.RecipeOptions.Lengths;
import dev.gme.lab.ivector.RecipeOptions.Mixture;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipe as a library, on simulated speech. */
class IvectorRecipeTest {
  private static final FeatureSpec SPEC = FeatureSpec.paper(8000).with(Normalization.NONE);

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();
  private SimulatedSpeech speech;

  @BeforeEach
  void writeRecordings() throws IOException {
    speech = new SimulatedSpeech(folder);
    Files.write(
        folder.resolve("trials"),
        speech.trials().stream()
            .map(t -> t + (t.matches(".*-[01] (non)?target") ? " early" : " late"))
            .toList());
  }

  private RecordingList recordings() {
    return RecordingList.of(folder, RecordingList.Options.DEFAULT);
  }

  private static RecipeOptions options(boolean full, int dimension, double maxSkipped) {
    return new RecipeOptions(
        SPEC,
        new Mixture(4, full ? Covariances.FULL : Covariances.DIAGONAL, 3, 100_000),
        new Extractor(dimension, 3),
        new Backend(0, 2, full ? Lengths.NORMALIZED : Lengths.KEPT),
        1,
        maxSkipped);
  }

  private IvectorRecipe.Result run(RecipeOptions options, IvectorRecipe.Trials... trials)
      throws IOException {
    said.clear();
    IvectorRecipe.Data data =
        new IvectorRecipe.Data(
            recordings(), speech.speakers(), speech.train(), speech.eval(), List.of(trials));
    Store store = new Store(folder.resolve("exp"), Store.Reuse.ALL, "test", "");
    return new IvectorRecipe(data, store, options, said::add, Progress.NONE).run();
  }

  private IvectorRecipe.Trials trials() {
    return new IvectorRecipe.Trials(folder.resolve("trials"), Optional.empty());
  }

  @Test
  void eachSystemHasFiguresOfAllTrialsAndOfEachCondition() throws IOException {
    IvectorRecipe.Result result = run(options(false, 5, 0), trials());
    assertThat(result.skipped()).isEmpty();
    assertThat(result.figures())
        .extracting(f -> f.system() + ", " + f.trials().replaceFirst(".*=", ""))
        .containsExactly(
            "cosine, all",
            "cosine, early",
            "cosine, late",
            "Gaussian PLDA, all",
            "Gaussian PLDA, early",
            "Gaussian PLDA, late",
            "GME, nu = 2, all",
            "GME, nu = 2, early",
            "GME, nu = 2, late");
    SystemFigures gaussian = result.figures().get(3);
    assertThat(gaussian.evaluation().targets()).isEqualTo(12);
    assertThat(gaussian.evaluation().nontargets()).isEqualTo(24);
    assertTargetsScoreHigher(result);
    RecipeOutput output = new RecipeOutput(result);
    assertThat(output.write(folder.resolve("exp"), "here", PageOptions.DEFAULT))
        .containsExactly(folder.resolve("exp/report.html"));
    assertNamesOfBefore(result, output);
    assertThat(
            List.of(
                "models/cosine.gme",
                "models/gplda.gme",
                "models/gme.gme",
                "scores/trials/gme.txt",
                "scores/trials/key.tsv",
                "results.json"))
        .allSatisfy(file -> assertThat(folder.resolve("exp").resolve(file)).exists());
    try (var files = Files.list(folder.resolve("exp"))) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".checkpoint"));
    }
  }

  /** Scripts read the table and the JSON by the names that they had at first. */
  private void assertNamesOfBefore(IvectorRecipe.Result result, RecipeOutput output)
      throws IOException {
    Metrics m = result.figures().get(5).evaluation().metrics();
    List<String> lines = Files.readAllLines(folder.resolve("exp/figures.tsv"));
    assertThat(lines)
        .hasSize(10)
        .startsWith("trials\tcondition\ttargets\tnontargets\tsystem\teer\tcprm_min\tcllr\tmin_cllr")
        .anyMatch(line -> line.startsWith("trials\tall\t12\t24\tcosine\t"));
    assertThat(lines.get(6))
        .startsWith("trials\tlate\t")
        .endsWith(
            String.format(
                "\tgaussian\t%s\t%s\t%s\t%s",
                m.eerRocch(), m.minCost(CostPreset.SRE16), m.cllr(), m.minCllr()));
    JsonNode row = new ObjectMapper().readTree(ResultJson.text(output.json())).at("/figures/6");
    assertThat(row.path("system").asText()).isEqualTo("heavy-tailed");
    assertThat(row.path("condition").asText()).isEmpty();
    assertThat(row.has("cllr")).isTrue();
  }

  /** On average: five speakers train no good model. How good it gets, real speech shows. */
  private static void assertTargetsScoreHigher(IvectorRecipe.Result result) {
    ScoredSet set = result.sets().get(0);
    for (int k = 0; k < set.systems().size(); k++) {
      assertThat(mean(set, k, true)).as(set.systems().get(k)).isGreaterThan(mean(set, k, false));
    }
  }

  private static double mean(ScoredSet set, int system, boolean targets) {
    double[] scores = set.trials().scores(system);
    return IntStream.range(0, scores.length)
        .filter(i -> set.trials().key().isTarget(i) == targets)
        .mapToDouble(i -> scores[i])
        .average()
        .orElseThrow();
  }

  @Test
  void stagesAreDoneOnce() throws IOException {
    run(options(false, 5, 0));
    assertThat(said).noneMatch(s -> s.endsWith("(unchanged)"));
    run(options(false, 5, 0));
    assertThat(said).hasSize(6).allMatch(s -> s.endsWith("(unchanged)"));
    run(options(false, 4, 0));
    assertThat(said.stream().filter(s -> s.endsWith("(unchanged)")).map(s -> s.split(":", 2)[0]))
        .containsExactly("features", "ubm", "statistics");
  }

  @Test
  void covariancesMayBeFull() throws IOException {
    IvectorRecipe.Result result = run(options(true, 4, 0), trials());
    assertTargetsScoreHigher(result);
    IvectorSystem system =
        Artefact.read(
                folder.resolve("exp/extractor.safetensors"), FrontendArtefacts.IVECTOR_EXTRACTOR)
            .value();
    assertThat(system.ubm()).isInstanceOf(FullGmm.class);
    assertThat(system.features()).contains(SPEC);
  }

  @Test
  void badRecordingsAreLeftOutOrRefused() throws IOException {
    byte[] whole = Files.readAllBytes(folder.resolve("s5-1.wav"));
    Files.write(folder.resolve("s5-1.wav"), Arrays.copyOf(whole, 1000));
    Files.delete(folder.resolve("s6-1.wav"));
    assertThatThrownBy(() -> run(options(false, 4, Skipped.ALLOWED), trials()))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("2 of 40 recordings (5.0 %) could not be used")
        .hasMessageContaining("s5-1.wav");
    IvectorRecipe.Result result = run(options(false, 4, 1), trials());
    assertThat(result.skipped()).containsOnlyKeys("s5-1", "s6-1");
    assertThat(said).contains("trials: 6 trials of missing recordings are left out");
    assertThat(result.sets().get(0).trials().size()).isEqualTo(30);
  }

  @Test
  void modelsAreOfSeveralRecordings() throws IOException {
    Path models = Files.writeString(folder.resolve("m"), "a s5-0\na s5-1\nb s6-0\nb s6-1\n");
    Path list = Files.writeString(folder.resolve("t"), "a s5-2 target\nb s5-2 nontarget\n");
    IvectorRecipe.Trials t = new IvectorRecipe.Trials(list, Optional.of(models));
    double[] scores = run(options(false, 4, 0), t).sets().get(0).trials().scores(1);
    assertThat(scores[0]).isGreaterThan(scores[1]);
    assertThatThrownBy(
            () -> run(options(false, 4, 0), new IvectorRecipe.Trials(list, Optional.empty())))
        .hasMessageContaining("there is no vector or model 'a'");
  }
}
