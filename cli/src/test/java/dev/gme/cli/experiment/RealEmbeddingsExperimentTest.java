package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.testkit.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The recipe for folders on real speech; its table for the i-vectors is in the README. */
@Tag("slow")
class RealEmbeddingsExperimentTest {
  @TempDir Path folder;

  /**
   * Cosine needs no training and must agree to the digit with the figures that come with the data.
   * Trained models may differ by about a point of EER, as their README says.
   */
  @ParameterizedTest
  @CsvSource({
    "audiomnist-ivector,  23.45, 21.22, 16.46, 16.80",
    "audiomnist-xvector,  26.32, 27.98, 22.83, 22.26",
    "librispeech-ivector, 21.73, 21.18, 21.30, 22.35",
    "librispeech-xvector, 20.60, 19.19, 18.04, 18.52",
  })
  void theTableOfTheReadme(String set, double cosine, double gplda, double lengthNorm, double gme)
      throws Exception {
    Path vectors = SharedData.part("embeddings", set, "vectors.scp");
    Path lists = SharedData.part("embeddings", set.replaceFirst("-.*", "-lists"));
    Result result =
        InProcess.run(
            "experiment",
            Path.of("..", "recipes", "folder.yaml"),
            "--set",
            "vectors=" + vectors,
            "--set",
            "lists=" + lists,
            "--out",
            folder);
    assertThat(result.exitCode()).as(result.err()).isZero();
    System.out.println(set + "\n" + result.out());
    JsonNode trials =
        new ObjectMapper().readTree(Files.readString(folder.resolve("results.json"))).at("/sets/0");
    Map<String, Double> eer =
        StreamSupport.stream(trials.path("results").spliterator(), false)
            .collect(
                Collectors.toMap(
                    r -> r.path("system").asText(), r -> 100 * r.path("eer_rocch").asDouble()));
    assertThat(eer.get("cosine")).isCloseTo(cosine, within(0.005));
    assertThat(eer.get("Gaussian PLDA")).isCloseTo(gplda, within(1.0));
    assertThat(eer.get("Gaussian PLDA, length norm")).isCloseTo(lengthNorm, within(1.0));
    assertThat(eer.get("GME, nu = 2")).isCloseTo(gme, within(1.0));
    assertThat(eer).containsKeys("GME, nu = 2, BXE", "GME, nu = 2, VB", "GME, nu = 2, calibrated");
    assertThat(trials.path("gaussian_plda_against_gme_nu_infinity").asDouble(1)).isLessThan(1e-9);
    useTheScores(lists);
  }

  /** The commands that the README goes on with. */
  private void useTheScores(Path lists) {
    Path scores = folder.resolve("scores").resolve("trials");
    Path key = lists.resolve("trials");
    Path speakers = lists.resolve("utt2spk");
    String quality = "log:" + lists.resolve("utt2dur");
    Path gme = scores.resolve("gme.txt");
    succeeds("evaluate", gme, "--key", key, "--enrol-spk", speakers, "--by", "condition2");
    succeeds("compare", scores.resolve("gplda.txt"), gme, "--key", key, "--enrol-spk", speakers);
    succeeds(
        "calibrate",
        "train",
        gme,
        "--key",
        key,
        "--quality",
        quality,
        "--out",
        folder.resolve("calibration.gme"));
    succeeds(
        "decide",
        scores.resolve("gme+cal.txt"),
        "--prior",
        "0.01",
        "--cmiss",
        "10",
        "--out",
        folder.resolve("decisions.txt"));
  }

  private static void succeeds(Object... args) {
    Result result = InProcess.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }
}
