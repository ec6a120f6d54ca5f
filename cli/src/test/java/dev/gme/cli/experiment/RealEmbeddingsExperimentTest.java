package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.formats.table.ListReader;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipe for folders on real speech: every set of vectors of the shared data that has lists.
 * The README has the table of one of them.
 */
@Tag("slow")
class RealEmbeddingsExperimentTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everySetOfTheSharedData() throws IOException {
    Path embeddings = SharedData.part("embeddings");
    try (Stream<Path> all = Files.list(embeddings)) {
      List<Path> sets =
          all.filter(set -> Files.exists(set.resolve("vectors.scp")))
              .filter(set -> Files.exists(lists(set).resolve("trials")))
              .sorted()
              .toList();
      if (sets.isEmpty()) {
        return Stream.of(SharedData.none("vectors with a list of trials in embeddings"));
      }
      return sets.stream()
          .map(set -> DynamicTest.dynamicTest(set.getFileName().toString(), () -> run(set)));
    }
  }

  /**
   * The recipe with fewer systems: that {@code auto} is in the list when none are named, the README
   * shows on one set.
   */
  private Path recipe() throws IOException {
    String text = Files.readString(Path.of("..", "recipes", "folder.yaml"));
    return Files.writeString(
        folder.resolve("folder.yaml"),
        text + "systems: [cosine, gplda-ln, gplda, gme-inf, gme, gme-bxe, vb, gme+cal]\n");
  }

  private static Path lists(Path set) {
    return set.resolveSibling(set.getFileName().toString().replaceFirst("-[^-]*$", "-lists"));
  }

  /**
   * Cosine needs no training and must agree to the digit with the figures that come with the data.
   * Trained models may differ by about a point of EER, as their README says.
   */
  private void run(Path set) throws IOException {
    for (String list : List.of("train.utt", "utt2spk", "utt2dur")) {
      SharedData.present(lists(set).resolve(list));
    }
    String name = set.getFileName().toString();
    Path out = folder.resolve(name);
    Result result =
        InProcess.run(
            "experiment",
            recipe(),
            "--set",
            "vectors=" + SharedData.script(set.resolve("vectors.scp")),
            "--set",
            "lists=" + lists(set),
            "--out",
            out);
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonNode trials =
        new ObjectMapper().readTree(Files.readString(out.resolve("results.json"))).at("/sets/0");
    Map<String, Double> eer =
        StreamSupport.stream(trials.path("results").spliterator(), false)
            .collect(
                Collectors.toMap(
                    r -> r.path("system").asText(), r -> 100 * r.path("eer_rocch").asDouble()));
    assertThat(eer).containsKeys("GME, nu = 2, BXE", "GME, nu = 2, VB", "GME, nu = 2, calibrated");
    // Chance would be 50 %.
    assertThat(eer.values()).allMatch(e -> e >= 0 && e < 40);
    // Both are made in double by formulas of their own, and rounded to floats.
    assertThat(result.out()).contains("GME with nu = infinity against Gaussian PLDA: equal,");
    assertThat(trials.has("gaussian_plda_against_gme_nu_infinity")).isTrue();
    Map<String, Double> published = published(set.resolveSibling("README.md"), name);
    NAMES.forEach(
        (system, theirs) -> {
          if (published.containsKey(theirs)) {
            double tolerance = system.equals("cosine") ? 0.005 : 1.0;
            assertThat(eer.get(system))
                .as("%s of %s", system, name)
                .isCloseTo(published.get(theirs), within(tolerance));
          }
        });
    useTheScores(out, lists(set));
  }

  /** Our systems, and what the README of the data calls them. */
  private static final Map<String, String> NAMES =
      Map.of(
          "cosine", "cosine",
          "Gaussian PLDA", "GPLDA (nu = infinity)",
          "Gaussian PLDA, length norm", "GPLDA whiten+LN",
          "GME, nu = 2", "GME nu=2");

  /** The EER on all trials, from the first column of the table below the heading of the set. */
  private static Map<String, Double> published(Path readme, String set) throws IOException {
    Map<String, Double> out = new HashMap<>();
    if (!Files.exists(readme)) {
      return out;
    }
    boolean here = false;
    for (String line : Files.readAllLines(readme)) {
      if (line.startsWith("#")) {
        here = letters(line).startsWith(letters(set));
      }
      Matcher row = Pattern.compile("\\| ([^|]+) \\| ([0-9.]+) / .*").matcher(line);
      if (here && row.matches()) {
        out.put(row.group(1), Double.parseDouble(row.group(2)));
      }
    }
    return out;
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }

  /** The commands that the README goes on with. */
  private static void useTheScores(Path work, Path lists) throws IOException {
    Path scores = work.resolve("scores").resolve("trials");
    Path key = lists.resolve("trials");
    Path speakers = lists.resolve("utt2spk");
    String quality = "log:" + lists.resolve("utt2dur");
    Path gme = scores.resolve("gme.txt");
    // As many names as the set's list has columns, the last of which the README evaluates by.
    List<String> names =
        ListReader.read(key).unnamedConditions().stream().map(c -> "the-" + c.name()).toList();
    if (!names.isEmpty()) {
      Result parts =
          InProcess.run(
              "evaluate",
              gme,
              "--key",
              key,
              "--enrol-spk",
              speakers,
              "--conditions",
              String.join(",", names),
              "--by",
              names.get(names.size() - 1));
      assertThat(parts.exitCode()).as(parts.err()).isZero();
      assertThat(parts.out()).contains(names.get(names.size() - 1) + "=");
    }
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
        work.resolve("calibration.gme"));
    succeeds(
        "decide",
        scores.resolve("gme+cal.txt"),
        "--prior",
        "0.01",
        "--cmiss",
        "10",
        "--out",
        work.resolve("decisions.txt"));
  }

  private static void succeeds(Object... args) {
    Result result = InProcess.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }
}
