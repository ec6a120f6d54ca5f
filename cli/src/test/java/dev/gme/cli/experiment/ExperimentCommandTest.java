package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentCommandTest {
  @TempDir Path folder;

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(file));
  }

  @Test
  void runsEverySystemAndMakesNothingTwice() throws Exception {
    Path file = SmallExperiment.write(folder, "development: {training-folds: 3}\n");
    Result first = InProcess.run("experiment", file);
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out())
        .contains("singles:")
        .contains("models:")
        .contains("\ncosine ")
        .contains("\nGaussian PLDA, length norm ")
        .contains("\nGME, nu = 2, BXE ")
        .contains("\nGME, nu = 2, VB, calibrated ")
        .contains("condition1=odd")
        .contains("Intervals: 95 %, by 50 draws of the speakers.");
    Path work = folder.resolve("small.work");
    assertThat(work.resolve("report-singles.html")).isNotEmptyFile();
    assertThat(work.resolve("scores/models/gme+cal.txt")).isNotEmptyFile();
    assertThat(work.resolve("models/gme-bxe.gme")).isNotEmptyFile();
    String results = Files.readString(work.resolve("results.json"));
    for (JsonNode set : json(work.resolve("results.json")).path("sets")) {
      assertThat(set.path("gaussian_plda_against_gme_nu_infinity").asDouble(1)).isLessThan(1e-9);
    }

    Result second = InProcess.run("experiment", file);
    assertThat(second.err()).startsWith("0 models and sets of scores were made");
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(Files.readString(work.resolve("results.json"))).isEqualTo(results);

    // Another nu needs no other Gaussian model, but everything heavy-tailed anew.
    Files.writeString(
        file, Files.readString(file).replace("dimension: 4", "dimension: 4\n  nu: 5"));
    Result third = InProcess.run("experiment", file);
    assertThat(third.out()).contains("GME, nu = 5");
    assertThat(third.err()).doesNotStartWith("0 models");
    Result fresh = InProcess.run("experiment", file, "--fresh", "--json");
    assertThat(new ObjectMapper().readTree(fresh.out()))
        .isEqualTo(json(work.resolve("results.json")));
  }

  /** Gaussian PLDA and meta-embeddings with ν = ∞ agree to the digit in every figure. */
  @Test
  void nuInfinityIsGaussianPlda() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [gplda, gme-inf]\n");
    Result result = InProcess.run("experiment", file);
    assertThat(result.exitCode()).as(result.err()).isZero();
    List<String> rows =
        result.out().lines().filter(l -> l.startsWith("G") && l.contains("[")).toList();
    assertThat(rows).hasSize(8);
    List<String> gaussian = rows.stream().filter(l -> l.startsWith("Gaussian PLDA ")).toList();
    List<String> gme = rows.stream().filter(l -> l.startsWith("GME, nu = infinity ")).toList();
    assertThat(gme.stream().map(l -> l.replaceFirst("^GME, nu = infinity +", "")))
        .containsExactlyElementsOf(
            gaussian.stream().map(l -> l.replaceFirst("^Gaussian PLDA +", "")).toList());
  }

  @Test
  void checkReadsNoDataAndWritesNothing() throws Exception {
    Path file = SmallExperiment.write(folder, "");
    Result result = InProcess.run("experiment", file, "--check");
    assertThat(result.err()).isEqualTo(file + " is in order.\n");
    assertThat(folder.resolve("small.work")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: utt2spk        | lables: utt2spk        | 4  | there is no 'lables' here",
        "only: train.utt        | only: train.list       | 5  | there is no file",
        "dimension: 4           | dimension: four        | 19 | expected a whole number",
        "enrolment: pooled      | enrolment: polled      | 17 | there is no enrolment 'polled'",
        "trials: model-trials   | trial: model-trials    | 14 | there is no 'trial' here",
        "name: models           | name: singles          | 12 | two sets are called 'singles'",
        "title: Small           | title: ${nothing}      | 1  | names something that has no value",
        "batch: 100             | batch: 100: 3          | 21 | this is no YAML",
        "replicates: 50         | preset: sre99          | 24 | no operating points named 'sre99'",
      })
  void aMistakeIsNamedWithItsLine(String right, String wrong, int line, String sentence)
      throws Exception {
    Path file = SmallExperiment.write(folder, "");
    String text = Files.readString(file);
    assertThat(text).contains(right);
    Files.writeString(file, text.replace(right, wrong));
    Result result = InProcess.run("experiment", file, "--check");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("gme: " + file + ", line " + line + ": ")
        .contains(sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"systems: [gme, gmee]", "systems: [gme+cal]", "systems: [gme, gme]"})
  void aWrongSystemIsNamed(String systems) throws Exception {
    Path file = SmallExperiment.write(folder, systems + "\n");
    Result result = InProcess.run("experiment", file, "--check");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).startsWith("gme: " + file + ", line 25: ");
  }

  @Test
  void whatIsNoYamlIsRefused() throws Exception {
    Path file = folder.resolve("x.yaml");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(InProcess.run("experiment", file).err()).contains("expected text in UTF-8");
    Files.writeString(file, "");
    assertThat(InProcess.run("experiment", file).err()).contains("found nothing");
    Files.writeString(file, "train: [a");
    assertThat(InProcess.run("experiment", file).err()).contains("this is no YAML");
    assertThat(InProcess.run("experiment", folder).err()).contains("expected a YAML file");
  }

  @Test
  void aTrialOfAnUnknownRecordingIsNamedWithItsLine() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [gplda]\n");
    Path trials = folder.resolve("trials");
    Files.writeString(trials, Files.readString(trials).replaceFirst("e000 e007", "e000 x007"));
    Result result = InProcess.run("experiment", file);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains(trials + ", line ").contains("'x007'");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aDamagedCacheIsNamed() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [gplda]\n");
    assertThat(InProcess.run("experiment", file).exitCode()).isZero();
    Path damaged;
    try (Stream<Path> files = Files.list(folder.resolve("small.work/cache"))) {
      damaged = files.filter(f -> f.toString().endsWith(".gme")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length - 3] ^= 1;
    Files.write(damaged, bytes);
    Result result = InProcess.run("experiment", file);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("remove " + damaged);
  }

  /** All that the recipes lack is the user's data: made up here, file by file. */
  @ParameterizedTest
  @ValueSource(strings = {"folder", "sre10-c5-female", "sre16", "voxceleb1-o"})
  void recipesAreInOrder(String name) throws Exception {
    Path recipe = Path.of("..", "recipes", name + ".yaml");
    Pattern lacking =
        Pattern.compile("there is no file (" + Pattern.quote(folder.toString()) + ".*)");
    for (int files = 0; files < 20; files++) {
      Result result =
          InProcess.run(
              "experiment",
              recipe,
              "--check",
              "--set",
              "data=" + folder,
              "--set",
              "lists=" + folder,
              "--set",
              "vectors=" + folder.resolve("vectors.scp"));
      if (result.exitCode() == 0) {
        assertThat(files).isGreaterThan(3);
        return;
      }
      Matcher path = lacking.matcher(result.err());
      assertThat(path.find()).as(result.err()).isTrue();
      Files.createFile(Path.of(path.group(1).trim()));
    }
    throw new AssertionError("the recipe names no end of files");
  }
}
