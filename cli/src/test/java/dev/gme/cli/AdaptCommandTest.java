package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On the files of {@link CorpusCommandTest}: 48 recordings to evaluate on. */
class AdaptCommandTest extends CorpusCommandTest {
  private static JsonNode json(String line, Object... values) throws IOException {
    return new ObjectMapper().readTree(GmeRun.ok(line, values).out());
  }

  @Test
  void withoutTrialsTheMeanIsMovedAndTheReasonTold() throws IOException {
    Path out = folder.resolve("adapted.gme");
    GmeRun run = GmeRun.ok("adapt {} -m {} --out {}", corpus.train, corpus.truth, out);
    assertThat(run.err())
        .contains("note: the mean alone was adapted: without trials")
        .contains("by mean: the mean moved by ", " before, ", "Wrote " + out);
    assertThat(GmeRun.ok("info {}", out).out()).containsPattern("nu +2.0").contains("adapted by");
    JsonNode tree =
        json(
            "adapt {} -m {} --method mean --out {} --json",
            corpus.train,
            corpus.truth,
            folder.resolve("mean.gme"));
    assertThat(tree.path("kappa").asDouble()).isEqualTo(1);
    assertThat(tree.path("lambda_after").asDouble())
        .isEqualTo(tree.path("lambda_before").asDouble());
    assertThat(tree.path("mean_shift").asDouble()).isGreaterThan(0);
    assertThat(tree.path("notes")).isEmpty();
  }

  @Test
  void kaldisWayIsThereByItsName() throws IOException {
    JsonNode tree =
        json(
            "adapt {} -m {} --method kaldi --nu Infinity --format kaldi --within-covar-scale 0"
                + " --out {} --json",
            corpus.train,
            corpus.truth,
            folder.resolve("plda"));
    assertThat(tree.path("within_after").asDouble())
        .isCloseTo(tree.path("within_before").asDouble(), within(1e-9));
    assertThat(tree.path("between_after").asDouble())
        .isGreaterThan(tree.path("between_before").asDouble());
  }

  @Test
  void everyWayMakesAModelThatScores() throws IOException {
    Path domains = folder.resolve("utt2domain");
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(corpus.labels)) {
      lines.add(line.split(" ", -1)[0] + (lines.size() % 2 == 0 ? " phone" : " studio"));
    }
    Files.write(domains, lines);
    for (String way :
        List.of(
            "coral",
            "coral+",
            "noise",
            "tail",
            "linear",
            "regularized",
            "cip",
            "cip-regularized",
            "map",
            "scales",
            "domains")) {
      Path out = folder.resolve(way + ".gme");
      JsonNode tree =
          json(
              "adapt {} -m {} --method {} --labels {} --json --out {}"
                  + (way.equals("domains") ? " --domains " + domains : ""),
              corpus.train,
              corpus.truth,
              way,
              corpus.labels,
              out);
      assertThat(tree.path("method").asText()).isEqualTo(way);
      assertThat(tree.path("nu_before").asDouble()).isEqualTo(2);
      assertThat(tree.path("speaker_dimension_after").asInt())
          .as(way)
          .isEqualTo(tree.path("speaker_dimension_before").asInt());
      assertThat(GmeRun.ok("score -m {} -e {} --top 1", out, corpus.eval).out()).isNotEmpty();
    }
  }

  @Test
  void trialsJudgeOnSpeakersHeldOut() throws IOException {
    Path moved = folder.resolve("moved.gme");
    JsonNode tree =
        json(
            "adapt {} -m {} --labels {} --trials {} --models {} --json --out {}",
            corpus.eval,
            corpus.truth,
            corpus.file("eval.utt2spk"),
            corpus.trials,
            corpus.models,
            moved);
    assertThat(tree.path("trials")).hasSize(3);
    assertThat(tree.path("trials").get(0).path("name").asText()).isEqualTo("eer_rocch");
    assertThat(tree.path("tried").has("as it was")).isTrue();
    assertThat(tree.path("tried").has("map")).isTrue();
    // The data are of the model's own domain: nothing can be shown to help.
    assertThat(tree.path("adapted").asBoolean()).isFalse();
    assertThat(tree.path("mean_shift").asDouble()).isZero();
    assertThat(tree.path("notes").toString()).contains("returned as it was");
    GmeRun run =
        GmeRun.ok(
            "adapt {} -m {} --labels {} --trials {} --models {} --method mean --out {}",
            corpus.eval,
            corpus.truth,
            corpus.file("eval.utt2spk"),
            corpus.trials,
            corpus.models,
            folder.resolve("judged.gme"));
    assertThat(run.out()).contains("before", "after - before", "EER %", "Cprm_min", "Cllr");
  }

  @Test
  void mistakesAreNamedWithTheirRemedy() {
    Path out = folder.resolve("never.gme");
    GmeRun.refused(
        2,
        "the within-covariance scale must be finite and not negative, found -1.0",
        "adapt {} -m {} --method kaldi --within-covar-scale -1 --out {}",
        corpus.train,
        corpus.truth,
        out);
    GmeRun.refused(
        2,
        "there is no way to adapt called 'corral'",
        "adapt {} -m {} --method corral --out {}",
        corpus.train,
        corpus.truth,
        out);
    GmeRun.refused(
        2,
        "the way map learns from speakers",
        "adapt {} -m {} --method map --out {}",
        corpus.train,
        corpus.truth,
        out);
    GmeRun.refused(
        2,
        "--method domains and --domains FILE belong together",
        "adapt {} -m {} --method domains --out {}",
        corpus.train,
        corpus.truth,
        out);
    GmeRun.refused(
        2,
        "--trial-vectors, --models, --num-utts and --average are of --trials FILE",
        "adapt {} -m {} --models {} --out {}",
        corpus.train,
        corpus.truth,
        corpus.models,
        out);
    GmeRun.refused(
        1,
        corpus.trials + " does not say who speaks in its trials",
        "adapt {} -m {} --trials {} --models {} --out {}",
        corpus.eval,
        corpus.truth,
        corpus.trials,
        corpus.models,
        out);
    assertThat(out).doesNotExist();
  }
}
