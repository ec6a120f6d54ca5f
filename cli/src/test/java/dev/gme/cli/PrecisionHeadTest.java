package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess.Result;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings whose seconds tell how noisy they are (seed 4), from the files to the scores. */
class PrecisionHeadTest {
  private static final int DIM = 8;
  private static final int SPEAKERS = 80;
  private static final int TRAINING = 40;
  private static final int EACH = 6;

  @TempDir static Path folder;

  private static Path file(String name) {
    return folder.resolve(name);
  }

  private static Result ok(Object... words) {
    Result result = InProcess.run(words);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  private static void refused(String sentence, String help, Object... words) {
    Result result = InProcess.run(words);
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains(sentence).contains("help: ").contains(help);
  }

  @BeforeAll
  static void draw() throws IOException {
    SeededRandom random = new SeededRandom(4);
    List<String> ids = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<String> train = new ArrayList<>();
    List<String> eval = new ArrayList<>();
    List<String> side = new ArrayList<>(List.of("id\tspeech\tdice"));
    float[] x = new float[SPEAKERS * EACH * DIM];
    for (int s = 0; s < SPEAKERS; s++) {
      double[] z = random.gaussians(3);
      for (int r = 0; r < EACH; r++) {
        String id = String.format("s%02d-%d", s, r);
        double logNoise = 1.5 * random.gaussians(1)[0];
        double[] noise = random.gaussians(DIM);
        for (int i = 0; i < DIM; i++) {
          x[ids.size() * DIM + i] =
              (float) ((i < 3 ? 1.5 * z[i] : 0) + Math.exp(logNoise / 2) * noise[i]);
        }
        ids.add(id);
        (s < TRAINING ? train : eval).add(id);
        labels.add(id + " s" + s);
        side.add(id + "\t" + Math.exp(-logNoise) + "\t" + random.gaussians(1)[0]);
      }
    }
    LabelledVectors all = LabelledVectors.of("noisy", ids, FloatMatrix.wrap(ids.size(), DIM, x));
    VectorFiles.write(file("train.npz"), all.only(train), VectorFormat.NPZ);
    VectorFiles.write(file("eval.npz"), all.only(eval), VectorFormat.NPZ);
    Files.write(file("utt2spk"), labels);
    Files.write(file("side.tsv"), side);
    List<String> trials = new ArrayList<>();
    for (String a : eval) {
      for (String b : eval) {
        if (a.compareTo(b) < 0) {
          boolean same = a.substring(0, 3).equals(b.substring(0, 3));
          trials.add(a + " " + b + (same ? " target" : " nontarget"));
        }
      }
    }
    Files.write(file("trials"), trials);
    ok(
        "train",
        "plda",
        file("train.npz"),
        "--labels",
        file("utt2spk"),
        "--raw",
        "-d",
        "3",
        "--out",
        file("plda.gme"));
  }

  private static void train(String columns, String out) {
    ok(
        "train",
        "precision",
        file("train.npz"),
        "--labels",
        file("utt2spk"),
        "--from",
        file("plda.gme"),
        "--side",
        file("side.tsv") + ":" + columns,
        "--out",
        file(out));
  }

  private static double eer(String scores) throws IOException {
    String json = ok("evaluate", file(scores), "--key", file("trials"), "--json").out();
    return new ObjectMapper().readTree(json).findValue("eer_rocch").asDouble();
  }

  @Test
  void aHeadThatKnowsTheNoiseScoresBetterAndKeepsItsForm() throws IOException {
    train("log:speech", "head.gme");
    assertThat(ok("info", file("head.gme")).out())
        .contains("precision head ", " (log:speech - ")
        .containsPattern("side columns +log:speech");
    JsonNode said =
        new ObjectMapper()
            .readTree(
                ok(
                        "score",
                        "-m",
                        file("head.gme"),
                        "-e",
                        file("eval.npz"),
                        "--trials",
                        file("trials"),
                        "--side",
                        file("side.tsv"),
                        "--json",
                        "--out",
                        file("head.txt"))
                    .out());
    assertThat(said.path("head_applied").asBoolean()).isTrue();
    ok(
        "score",
        "-m",
        file("head.gme"),
        "-e",
        file("eval.npz"),
        "--trials",
        file("trials"),
        "--no-head",
        "--out",
        file("bare.txt"));
    ok(
        "score",
        "-m",
        file("plda.gme"),
        "-e",
        file("eval.npz"),
        "--trials",
        file("trials"),
        "--out",
        file("plda.txt"));
    assertThat(file("bare.txt")).hasSameTextualContentAs(file("plda.txt"));
    assertThat(eer("head.txt")).isLessThan(eer("bare.txt"));
    // Meta-embeddings made beforehand score the same, and need nothing more.
    ok(
        "extract",
        file("eval.npz"),
        "-m",
        file("head.gme"),
        "--side",
        file("side.tsv"),
        "--out",
        file("e.gme"));
    ok(
        "score",
        "-m",
        file("head.gme"),
        "-e",
        file("e.gme"),
        "--trials",
        file("trials"),
        "--out",
        file("again.txt"));
    assertThat(file("again.txt")).hasSameTextualContentAs(file("head.txt"));
  }

  @Test
  void aHeadThatKnowsNothingIsGivenUp() throws IOException {
    train("dice", "dice.gme");
    Pipeline start = ModelFiles.open(file("plda.gme")).pipeline();
    Pipeline model = ModelFiles.open(file("dice.gme")).pipeline();
    assertThat(model.head()).isEmpty();
    assertThat(model).hasToString(start.toString());
    Result scored =
        ok(
            "score",
            "-m",
            file("dice.gme"),
            "-e",
            file("eval.npz"),
            "--side",
            file("side.tsv"),
            "--out",
            file("dice.txt"));
    assertThat(scored.err())
        .contains("note: the model has no precision head, so --side is not looked at.");
  }

  @Test
  void whatIsMissingIsRefusedAndNeverMadeUp() throws IOException {
    train("log:speech", "h.gme");
    Object[] score = {
      "score", "-m", file("h.gme"), "-e", file("eval.npz"), "--trials", file("trials")
    };
    refused(
        "the model has a precision head, which needs log:speech of every recording",
        "(--side, --no-head)",
        score);
    Path table = file("nan.tsv");
    List<String> lines = Files.readAllLines(file("side.tsv"));
    Files.write(
        table, lines.stream().map(l -> l.startsWith("s45-2") ? "s45-2\tNaN\t1" : l).toList());
    Object[] extract = {
      "extract", file("eval.npz"), "-m", file("h.gme"), "--out", file("x.gme"), "--side", table
    };
    refused(
        table + ": expected a positive number of recording 's45-2' in column 'speech'",
        "measure it, or leave the recording out",
        extract);
    assertThat(file("x.gme")).doesNotExist();
    Files.write(table, lines.stream().filter(l -> !l.startsWith("s45-2")).toList());
    refused(table + ": there is nothing on recording 's45-2'", "add log:speech", extract);
    Files.write(table, lines.stream().map(l -> l.replace("speech", "words")).toList());
    refused(table + ": there is no column 'speech'", "it has words, dice", extract);
    refused(
        "the model has a precision head, which needs log:speech of every recording",
        "extract meta-embeddings",
        "cluster",
        file("eval.npz"),
        "-m",
        file("h.gme"));
    // A model that is adapted or trained on is another one.
    assertThat(
            ok(
                    "adapt",
                    file("eval.npz"),
                    "-m",
                    file("h.gme"),
                    "--method",
                    "mean",
                    "--out",
                    file("adapted.gme"))
                .err())
        .contains("note: the model's precision head is left out");
  }

  @Test
  void recordingsUnlikeTrainingLeaveTheHeadOut() throws IOException {
    train("log:speech", "h2.gme");
    LabelledVectors eval = VectorFiles.read(file("eval.npz"));
    float[] loud = eval.vectors().array().clone();
    for (int i = 0; i < loud.length; i++) {
      loud[i] *= 5;
    }
    VectorFiles.write(
        file("loud.npz"),
        LabelledVectors.of("loud", eval.ids(), FloatMatrix.wrap(eval.size(), DIM, loud)),
        VectorFormat.NPZ);
    Result result =
        ok(
            "score",
            "-m",
            file("h2.gme"),
            "-e",
            file("loud.npz"),
            "--trials",
            file("trials"),
            "--side",
            file("side.tsv"),
            "--out",
            file("loud.txt"));
    assertThat(result.err())
        .contains("warning: the precision head is left out: the recordings are unlike those");
    ok(
        "score",
        "-m",
        file("plda.gme"),
        "-e",
        file("loud.npz"),
        "--trials",
        file("trials"),
        "--out",
        file("plain.txt"));
    assertThat(file("loud.txt")).hasSameTextualContentAs(file("plain.txt"));
  }

  @Test
  void experimentsTrainHeads() throws IOException {
    String text =
        """
        train: {vectors: train.npz, labels: utt2spk, side: "side.tsv:log:speech"}
        development: {training-folds: 2}
        evaluation: [{vectors: eval.npz, trials: trials, labels: utt2spk, side: side.tsv}]
        systems: [gplda, {name: headed, steps: [plda 3, head, calibrate]}]
        model: {dimension: 3}
        metrics: {replicates: 20}
        """;
    Path yaml = Files.writeString(file("heads.yaml"), text);
    Result first = ok("experiment", yaml, "--json");
    assertThat(first.err()).contains("held-out speakers: EER ");
    assertThat(ok("info", file("heads.work").resolve("models/headed.gme")).out())
        .contains("precision head ", "calibration ");
    JsonNode set = new ObjectMapper().readTree(first.out()).path("sets").path(0);
    List<JsonNode> eers = set.findValues("eer_rocch");
    assertThat(eers.get(1).asDouble()).isLessThan(eers.get(0).asDouble());
    // Models of the cache keep their heads.
    Result second = ok("experiment", yaml, "--json");
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(second.err()).contains("Models and scores made: 0;");
    Files.writeString(yaml, text.replace(", side: side.tsv", ""));
    refused(
        "the system 'headed' has a precision head, and there is no side information",
        "add the key 'side'",
        "experiment",
        yaml,
        "--check");
    Files.writeString(yaml, text.replace("side.tsv:log:speech", "side.tsv"));
    refused(
        "the system 'headed' learns from columns, of which none is named",
        "NAME or log:NAME",
        "experiment",
        yaml,
        "--check");
  }
}
