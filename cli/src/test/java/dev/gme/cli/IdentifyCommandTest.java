package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code gme identify}, {@code gme evaluate identification} and {@code gme calibrate searches}. */
class IdentifyCommandTest extends CorpusCommandTest {
  /** The first eight of twelve speakers; the others are strangers. */
  private Path some() throws IOException {
    List<String> all = Files.readAllLines(corpus.models);
    return Files.write(folder.resolve("some.spk2utt"), all.subList(0, 8));
  }

  private static JsonNode json(String line, Object... values) throws IOException {
    return new ObjectMapper().readTree(GmeRun.ok(line, values).out());
  }

  private Path scores() throws IOException {
    Path out = folder.resolve("all.txt");
    GmeRun.ok("score -m {} -e {} --models {} --out {}", corpus.truth, corpus.eval, some(), out);
    return out;
  }

  @Test
  void posteriorsOfTheListedAndOfNobodyAndTheRestSumToOne() throws IOException {
    JsonNode tree =
        json(
            "identify {} {} --models {} -m {} --unknown-prior 0.3 --top 3 --json",
            corpus.eval,
            corpus.eval,
            some(),
            corpus.truth);
    assertThat(tree.path("enrolled").asInt()).isEqualTo(8);
    // 48 recordings, of which 16 are enrolled.
    assertThat(tree.path("searches")).hasSize(32);
    for (JsonNode search : tree.path("searches")) {
      double sum = search.path("nobody").asDouble() + search.path("not_listed").asDouble();
      for (JsonNode candidate : search.path("candidates")) {
        sum += candidate.path("posterior").asDouble();
      }
      assertThat(search.path("candidates")).hasSize(3);
      assertThat(sum).isCloseTo(1, within(1e-12));
    }
  }

  /** The same whether speakers are pooled here or were before, in text as in a file. */
  @Test
  void poolsThatWereMadeBeforeAreTaken() throws IOException {
    Path pools = folder.resolve("pools.gme");
    Path tests = folder.resolve("tests.gme");
    Path list = some();
    GmeRun.ok("extract {} -m {} --models {} -o {}", corpus.eval, corpus.truth, list, pools);
    GmeRun.ok("extract {} -m {} -o {}", corpus.eval, corpus.truth, tests);
    GmeRun made =
        GmeRun.ok(
            "identify {} {} --models {} -m {} --unknown-prior 0.3",
            corpus.eval,
            corpus.eval,
            list,
            corpus.truth);
    assertThat(made.out())
        .startsWith("test\tspeaker\tposterior\tllr\tdetection_llr\tanswer\n")
        .contains("\tnobody\t");
    assertThat(made.err())
        .contains("Left out 16 enrolled tests.")
        .contains("32 tests among 8 enrolled speakers, scored exactly");
    Path out = folder.resolve("who.tsv");
    GmeRun.ok("identify {} {} --unknown-prior 0.3 --out {}", pools, tests, out);
    // A pool does not tell which recordings are in it, so all are tests.
    assertThat(Files.readAllLines(out)).containsAll(made.out().lines().toList());
  }

  /**
   * P(e|f) of two searches with the same scores differ by the priors: their odds among the
   * candidates by the weights.
   */
  @Test
  void weightsAreThePriorAmongTheEnrolled() throws IOException {
    List<String> names = Files.readAllLines(some()).stream().map(l -> l.split(" ", -1)[0]).toList();
    Path weights = folder.resolve("weights");
    Files.write(
        weights, names.stream().map(n -> n + (n.equals(names.get(0)) ? " 8" : " 2")).toList());
    String line = "identify {} {} --models {} -m {} --unknown-prior 0.3 --top 8 --json";
    JsonNode even = json(line, corpus.eval, corpus.eval, some(), corpus.truth);
    JsonNode given =
        json(line + " --prior {}", corpus.eval, corpus.eval, some(), corpus.truth, weights);
    assertThat(given.path("weights").path(names.get(0)).asDouble()).isEqualTo(8);
    for (int i = 0; i < even.path("searches").size(); i++) {
      double before = oddsOf(even.path("searches").get(i), names);
      double after = oddsOf(given.path("searches").get(i), names);
      assertThat(after - before).isCloseTo(Math.log(4), within(1e-9));
    }
    Files.write(weights, names.stream().skip(1).map(n -> n + " 1").toList());
    String[] wrong = {
      "the enrolled speaker '" + names.get(0) + "' has no weight",
      "there is a weight of 'stranger', who is not enrolled",
      "the weights of the enrolled speakers sum to 0.0",
      weights + ", line 1: expected a finite weight of at least 0, found '-1'",
    };
    List<List<String>> lists =
        List.of(
            names.stream().skip(1).map(n -> n + " 1").toList(),
            Stream.concat(names.stream(), Stream.of("stranger")).map(n -> n + " 1").toList(),
            names.stream().map(n -> n + " 0").toList(),
            List.of(names.get(0) + " -1"));
    for (int i = 0; i < wrong.length; i++) {
      Files.write(weights, lists.get(i));
      GmeRun.refused(
          1,
          wrong[i],
          "identify {} {} --models {} -m {} --unknown-prior 0.3 --prior {}",
          corpus.eval,
          corpus.eval,
          some(),
          corpus.truth,
          weights);
    }
  }

  /** The log-odds of the first speaker against the second. */
  private static double oddsOf(JsonNode search, List<String> names) {
    double[] log = new double[2];
    for (JsonNode candidate : search.path("candidates")) {
      int e = names.indexOf(candidate.path("speaker").asText());
      if (e < 2) {
        log[e] = candidate.path("log_posterior").asDouble();
      }
    }
    return log[0] - log[1];
  }

  @Test
  void infoKnowsTheAnswers() throws IOException {
    Path who = folder.resolve("who.tsv");
    GmeRun.ok(
        "identify {} {} --models {} -m {} --unknown-prior 0.3 --top 2 --out {}",
        corpus.eval,
        corpus.eval,
        some(),
        corpus.truth,
        who);
    JsonNode facts = json("info {} --json", who).get(0);
    assertThat(facts.path("kind").asText()).isEqualTo("answers of searches (gme identify)");
    assertThat(facts.path("tests").asInt()).isEqualTo(32);
    long named =
        Files.readAllLines(who).stream()
            .filter(l -> l.endsWith("\tyes") && !l.contains("\tnobody\t"))
            .count();
    assertThat(facts.path("named").asLong()).isEqualTo(named).isPositive();
    List<String> lines = Files.readAllLines(who);
    Files.write(who, lines.subList(0, lines.size() - 1));
    GmeRun.refused(
        1, who + ": the last test, 'e00012-004', has no line for nobody", "info {}", who);
    GmeRun.refused(1, who + " holds searches, which have one format only", "convert {} x.npz", who);
  }

  /** The answer is the cheaper of the two, by the posteriors that are printed. */
  @Test
  void costsDecide() throws IOException {
    assertThat(named("1:0.01:1", 1, 0.01, 1)).isLessThan(named("0.01:1:0.01", 0.01, 1, 0.01));
  }

  private long named(String costs, double wrong, double refused, double stranger)
      throws IOException {
    JsonNode tree =
        json(
            "identify {} {} --models {} -m {} --unknown-prior 0.3 --json --costs " + costs,
            corpus.eval,
            corpus.eval,
            some(),
            corpus.truth);
    long named = 0;
    for (JsonNode search : tree.path("searches")) {
      JsonNode best = search.path("candidates").get(0);
      double nobody = search.path("nobody").asDouble();
      double others = 1 - nobody - best.path("posterior").asDouble();
      boolean naming = stranger * nobody + wrong * others <= refused * (1 - nobody);
      assertThat(search.path("answer").asText())
          .isEqualTo(naming ? best.path("speaker").asText() : "nobody");
      named += naming ? 1 : 0;
    }
    return named;
  }

  @Test
  void ratesStateTheNumberOfEnrolled() throws IOException {
    Path scores = scores();
    GmeRun text =
        GmeRun.ok(
            "evaluate identification {} --labels {} --threshold 0 --replicates 50",
            scores,
            corpus.file("eval.utt2spk"));
    assertThat(text.out())
        .startsWith("N = 8 enrolled speakers; 32 searches with a mate among them, 16 without\n")
        .contains("mate among the best 1 (CMC) %", "TPIR % at FPIR 1 %, rank 1", "FPIR % at 0")
        .contains("Intervals: 95 %");
    JsonNode tree =
        json(
            "evaluate identification {} --labels {} --ranks 1 --fpir 0.1 --unknown-prior 0.3"
                + " --replicates 50 --json",
            scores,
            corpus.file("eval.utt2spk"));
    assertThat(tree.path("enrolled").asInt()).isEqualTo(8);
    assertThat(tree.path("rates").findValuesAsText("rate"))
        .containsExactly("cmc", "tpir_at_fpir", "eer_rocch");
    JsonNode cmc = tree.path("rates").get(0);
    assertThat(cmc.path("value").asDouble()).isBetween(0.5, 1.0);
    assertThat(cmc.path("interval")).hasSize(2);
  }

  /** A key has no speakers, so there are no intervals; all of its searches have a mate here. */
  @Test
  void aKeyNamesTheMates() throws IOException {
    Path all = folder.resolve("all.txt");
    GmeRun.ok(
        "score -m {} -e {} --models {} --out {}", corpus.truth, corpus.eval, corpus.models, all);
    GmeRun run = GmeRun.ok("evaluate identification {} --key {}", all, corpus.trials);
    assertThat(run.out()).startsWith("N = 12 enrolled speakers").doesNotContain("from");
    assertThat(run.err()).contains("no intervals");
  }

  @Test
  void aCalibrationOfSearchesGoesIntoTheModel() throws IOException {
    Path calibration = folder.resolve("searches.gme");
    JsonNode trained =
        json(
            "calibrate searches {} --labels {} --unknown-prior 0.3 --out {} --json",
            scores(),
            corpus.file("eval.utt2spk"),
            calibration);
    assertThat(trained.path("cross_entropy").asDouble())
        .isLessThanOrEqualTo(trained.path("cross_entropy_before").asDouble())
        .isLessThan(trained.path("cross_entropy_of_prior").asDouble());
    Path model = folder.resolve("calibrated.gme");
    GmeRun.ok("calibrate append {} {} --out {}", calibration, corpus.truth, model);
    String line = "identify {} {} --models {} -m {} --unknown-prior 0.3 --json";
    Path list = some();
    GmeRun calibrated = GmeRun.ok(line, corpus.eval, corpus.eval, list, model);
    assertThat(calibrated.err()).contains("Calibration: " + trained.path("formula").asText());
    JsonNode plain = json(line + " --uncalibrated", corpus.eval, corpus.eval, list, model);
    assertThat(plain).isEqualTo(json(line, corpus.eval, corpus.eval, list, corpus.truth));
    assertThat(new ObjectMapper().readTree(calibrated.out())).isNotEqualTo(plain);
  }

  @Test
  void aFileNamedLikeTheCommandIsGivenWithItsFolder() throws IOException {
    Path file = folder.resolve("identification");
    Files.copy(scores(), file);
    GmeRun.ok("evaluate {} --key {} --allow-missing", file, corpus.trials);
    GmeRun.refused(
        2,
        "'" + file + "' stands before 'identification', which takes its arguments",
        "evaluate {} identification {}",
        file,
        file);
  }

  @Test
  void mistakesAreNamed() throws IOException {
    String line = "identify {} {} -m {} --unknown-prior ";
    GmeRun.refused(
        2,
        "the prior probability of nobody must lie between 0 and 1, found 1.0",
        line + "1",
        corpus.eval,
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        1,
        "all 48 tests are recordings that are enrolled",
        line + "0.1",
        corpus.eval,
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "invalid value for option '--costs': expected three costs",
        line + "0.1 --costs 1:2",
        corpus.train,
        corpus.eval,
        corpus.truth);
    Path unknown = Files.writeString(folder.resolve("unknown"), "x e00001-999\n");
    GmeRun.refused(
        1,
        "there is no vector 'e00001-999' for the model 'x'",
        line + "0.1 --models {}",
        corpus.eval,
        corpus.eval,
        corpus.truth,
        unknown);
    Path empty = Files.writeString(folder.resolve("empty.scp"), "");
    GmeRun.refused(1, empty.toString(), line + "0.1", empty, corpus.eval, corpus.truth);
    Path nobody = Files.writeString(folder.resolve("nobody"), "nobody e00001-001\n");
    GmeRun.refused(
        1,
        "an enrolled speaker is called 'nobody'",
        line + "0.1 --models {}",
        corpus.eval,
        corpus.eval,
        corpus.truth,
        nobody);
    Path scores = scores();
    GmeRun.refused(1, scores + " does not say which", "evaluate identification {}", scores);
    Path few = folder.resolve("few.txt");
    Files.write(few, Files.readAllLines(scores).subList(0, 100));
    GmeRun.refused(
        1,
        few + ": the search for ",
        "evaluate identification {} --labels {}",
        few,
        corpus.file("eval.utt2spk"));
    Path twice = Files.writeString(folder.resolve("twice"), "e00002 e00001\n");
    GmeRun.refused(
        1,
        scores + ": speaker 'e00001' is enrolled twice, as 'e00001' and 'e00002'",
        "evaluate identification {} --labels {}",
        scores,
        twice);
    GmeRun.refused(
        1,
        corpus.labels + " has no speaker of 'e00001-001'",
        "evaluate identification {} --labels {}",
        scores,
        corpus.labels);
  }
}
