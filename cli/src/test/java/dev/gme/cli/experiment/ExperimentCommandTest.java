package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        .contains("parity=odd")
        .contains("Intervals: 95 %, bootstrap over speakers with 50 replicates.");
    Path work = folder.resolve("small.work");
    assertThat(work.resolve("report-singles.html")).isNotEmptyFile();
    assertThat(work.resolve("plots")).doesNotExist();
    assertThat(work.resolve("scores/models/gme+cal.txt")).isNotEmptyFile();
    assertThat(work.resolve("models/gme-bxe.gme")).isNotEmptyFile();
    String results = Files.readString(work.resolve("results.json"));
    for (JsonNode set : json(work.resolve("results.json")).path("sets")) {
      assertThat(set.path("gaussian_plda_against_gme_nu_infinity").asDouble(1)).isLessThan(1e-9);
    }

    Result second = InProcess.run("experiment", file, "--plots");
    // What trainings and the choice among them said is kept with the models, and said again.
    assertThat(second.err())
        .contains("Models and scores made: 0;")
        .contains("note on auto: auto takes ");
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(work.resolve("plots/singles/det.svg")).isNotEmptyFile();
    assertThat(work.resolve("plots/models/det.png")).isNotEmptyFile();
    assertThat(Files.readString(work.resolve("results.json"))).isEqualTo(results);

    // Another nu needs no other Gaussian model, but everything heavy-tailed anew.
    Files.writeString(
        file, Files.readString(file).replace("dimension: 4", "dimension: 4\n  nu: 5"));
    Result third = InProcess.run("experiment", file);
    assertThat(third.out()).contains("GME, nu = 5");
    assertThat(third.err()).doesNotContain("Models and scores made: 0;");
    Result fresh = InProcess.run("experiment", file, "--fresh", "--json");
    assertThat(new ObjectMapper().readTree(fresh.out()))
        .isEqualTo(json(work.resolve("results.json")));
  }

  @Test
  void saysWhatIsOddAboutTheTrainingData() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [cosine]\n");
    Path vectors = folder.resolve("vectors.npz");
    LabelledVectors good = VectorFiles.read(vectors);
    float[] rows = good.vectors().array().clone();
    int d = good.vectors().cols();
    System.arraycopy(rows, 0, rows, 40 * d, d);
    FloatMatrix odd = FloatMatrix.wrap(good.ids().size(), d, rows);
    VectorFiles.write(vectors, LabelledVectors.of("odd", good.ids(), odd), VectorFormat.NPZ);
    Result result = InProcess.run("experiment", file);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err())
        .contains("warning: recordings that have the vector of another speaker's: 1")
        .contains("check their labels");
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

  /** {@code ~} stands for the end of a line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Keys.
        "labels: utt2spk        | lables: utt2spk        | 4  | there is no key 'lables' here",
        "trials: model-trials   | trial: model-trials    | 15 | there is no key 'trial' here",
        "evaluation:            | evaluaton:             | 6  | there is no key 'evaluaton' here",
        "metrics:               | metric:                | 24 | there is no key 'metric' here",
        "labels: utt2spk        | vectors: vectors.npz   | 4  | 'vectors' comes twice",
        "vectors: vectors.npz~  labels | labels          | 2  | the key 'vectors' is missing here",
        "train:                 | test:                  | 2  | there is no key 'test' here",
        // Files.
        "only: train.utt        | only: train.list       | 5  | there is no file",
        "only: train.utt        | only: .                | 5  | there is no file",
        "only: train.utt        | only: \"a\\0b\"        | 5  | cannot be the name of a file",
        // Values of the wrong kind.
        "dimension: 4           | dimension: four        | 20 | expected a whole number",
        "dimension: 4           | dimension: 4.5         | 20 | expected a whole number",
        "dimension: 4           | dimension: [4]         | 20 | found something nested",
        "dimension: 4           | dimension:             | 20 | found nothing",
        "by: parity         | by: {a: b}             | 12 | expected a list",
        "model:~  dimension: 4  | model: 4               | 19 | expected keys and values, found '4'",
        // Bad values.
        "dimension: 4           | dimension: 0           | 20 | a whole number from 1 to 100000",
        "dimension: 4           | nu: -1                 | 20 | expected a number above 0.0",
        "dimension: 4           | preprocessing: [lda]   | 20 | there is no step 'lda'",
        "title: Small           | seed: -1               | 1  | a whole number from 0",
        "steps: 20              | prior: 1               | 23 | expected a prior below 1",
        "replicates: 50         | confidence: 95         | 25 | above 0.0 and up to 1.0, found '95'",
        "replicates: 50         | dcf: 0.01:1            | 25 | expected prior:cost:cost",
        "replicates: 50         | dcf: 1.5:1:1           | 25 | 1.5 as the prior of a target",
        "replicates: 50         | preset: sre99          | 25 | no operating points named 'sre99'",
        "enrolment: pooled      | enrolment: polled      | 18 | there is no enrolment 'polled'",
        "name: models           | name: singles          | 13 | two sets are called 'singles'",
        "name: models           | name: ../models        | 13 | cannot be a file's name",
        "name: models           | name: ..               | 13 | cannot be a file's name",
        "title: Small           | title: ${nothing}      | 1  | names something that has no value",
        // What is no YAML, or more of it than is read here.
        "batch: 100             | batch: 100: 3          | 22 | this is no YAML: mapping values",
        "`  batch: 100`         | `\tbatch: 100`         | 22 | this is no YAML: found character",
        "batch: 100             | batch: [100            | 23 | this is no YAML: ",
        "title: Small           | title: *other          | 1  | found the alias *other",
      })
  void aMistakeIsNamedWithItsLine(String right, String wrong, int line, String sentence)
      throws Exception {
    Path file = SmallExperiment.write(folder, "");
    String text = Files.readString(file);
    assertThat(text).contains(right.replace('~', '\n'));
    Files.writeString(file, text.replace(right.replace('~', '\n'), wrong));
    Result result = InProcess.run("experiment", file, "--check");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("gme: " + file + ", line " + line + ": ")
        .contains(sentence)
        .contains("\nhelp: ");
    assertThat(result.err().lines()).hasSize(2);
  }

  /** What only the lists can tell is told before anything is trained. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "by: parity     | by: gender        | 12 | has no column 'gender'",
        "by: parity         | by: condition1    | 12 | has no column 'condition1'",
        "conditions: parity | conditions: [a, b] | 11 | expected names for 1 conditions, found 2",
        "enrolment: pooled  | equalize: [x]     | 18 | it has no columns beside ids and labels",
        "speakers: utt2spk  | enrolment: pooled | 7  | evaluation-folds need the speakers",
      })
  void aMistakeThatListsTellIsNamedBeforeTraining(
      String right, String wrong, int line, String sentence) throws Exception {
    Path file = SmallExperiment.write(folder, "development: {evaluation-folds: 3}\n");
    Files.writeString(file, Files.readString(file).replaceFirst(Pattern.quote(right), wrong));
    Result result = InProcess.run("experiment", file);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("gme: " + file + ", line " + line + ": ")
        .contains(sentence);
    assertThat(folder.resolve("small.work")).doesNotExist();
  }

  @Test
  void vectorsOfAnotherDimensionAreRefusedBeforeTraining() throws Exception {
    Path file = SmallExperiment.write(folder, "");
    Path other = folder.resolve("other.txt");
    List<String> ids = Files.readAllLines(folder.resolve("utt2spk"));
    Files.write(other, ids.stream().map(l -> l.replaceFirst(" .*", "  [ 1 2 3 ]")).toList());
    Files.writeString(
        file,
        Files.readString(file)
            .replace(
                "vectors: vectors.npz\n    trials: model",
                "vectors: other.txt\n    trials: model"));
    Result result = InProcess.run("experiment", file);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains("line 14: expected vectors of dimension 12 as in training, found 3");
    assertThat(folder.resolve("small.work")).doesNotExist();
  }

  @Test
  void namesStandForValues() throws Exception {
    Path file = SmallExperiment.write(folder, "set:\n  a: utt\n  b: ${a}2spk\n");
    Files.writeString(file, Files.readString(file).replace("labels: utt2spk", "labels: ${b}"));
    assertThat(InProcess.run("experiment", file, "--check").exitCode()).isZero();
    Result other = InProcess.run("experiment", file, "--check", "--set", "a=x");
    assertThat(other.err()).contains("line 4: there is no file " + folder.resolve("x2spk"));
    Result unknown = InProcess.run("experiment", file, "--check", "--set", "c=x");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("there is no ${c} in it").contains("a, b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "systems: [gme, gmee]",
        "systems: [gme+cal]",
        "systems: [gme, gme]",
        "systems: []"
      })
  void aWrongSystemIsNamed(String systems) throws Exception {
    Path file = SmallExperiment.write(folder, systems + "\n");
    Result result = InProcess.run("experiment", file, "--check");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).startsWith("gme: " + file + ", line 26: ");
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
    List<Object> args = new ArrayList<>(List.of("experiment", recipe, "--check"));
    for (String value :
        name.equals("folder")
            ? List.of("lists=" + folder, "vectors=" + folder.resolve("vectors.scp"))
            : List.of("data=" + folder)) {
      args.addAll(List.of("--set", value));
    }
    for (int files = 0; files < 20; files++) {
      Result result = InProcess.run(args.toArray());
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
