package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterCommandTest extends CorpusCommandTest {
  private static JsonNode json(String line, Object... values) throws IOException {
    return new ObjectMapper().readTree(GmeRun.ok(line, values).out());
  }

  @Test
  void setsAreWrittenScoredAndShown() throws IOException {
    Path out = folder.resolve("clusters");
    Path page = folder.resolve("page.html");
    GmeRun run =
        GmeRun.ok(
            "cluster {} -m {} --speakers 12 --labels {} --report {} --out {}",
            corpus.eval,
            corpus.truth,
            corpus.file("eval.utt2spk"),
            page,
            out);
    assertThat(run.err()).contains("48 recordings in 12 sets").contains("adjusted Rand index");
    List<String> lines = Files.readAllLines(out);
    assertThat(lines).hasSize(48).allMatch(l -> l.matches("e\\d{5}-\\d{3} c\\d\\d"));
    assertThat(Files.readString(page))
        .contains("Doubtful recordings", "Sets that nearly joined", "Recordings against recordings")
        .doesNotContain("There is no plot");
    // The same figures by the command for lists, whichever layout the reference has.
    JsonNode figures = json("evaluate clusters {} {} --json", corpus.file("eval.utt2spk"), out);
    assertThat(figures.path("sets").asInt()).isEqualTo(12);
    assertThat(run.err())
        .contains(String.format(Locale.ROOT, "%.4f", figures.path("adjusted_rand").asDouble()));
    GmeRun intervals =
        GmeRun.ok(
            "evaluate clusters {} {} --intervals --replicates 50",
            corpus.file("eval.utt2spk"),
            out);
    assertThat(intervals.out()).contains("interval").contains(" to ");
    GmeRun same = GmeRun.ok("evaluate clusters {} {}", out, out);
    assertThat(same.out()).contains("adjusted Rand index            1.0000");
  }

  @Test
  void everyMethodAnswersInJson() throws IOException {
    for (String method : List.of("pool", "average", "online")) {
      JsonNode tree =
          json("cluster {} -m {} --method {} --json", corpus.eval, corpus.truth, method);
      assertThat(tree.path("method").asText()).isEqualTo(method);
      int recordings = 0;
      for (JsonNode set : tree.path("clusters")) {
        recordings += set.size();
      }
      assertThat(recordings).isEqualTo(48);
      assertThat(tree.path("clusters").size()).isEqualTo(tree.path("sets").asInt());
      assertThat(tree.path("near_joins").size()).isPositive();
    }
  }

  @Test
  void whatASmallSetOrAnotherMethodLacksIsSaid() throws IOException {
    Path kept = folder.resolve("rounds.npz");
    Path page = folder.resolve("linkage.html");
    GmeRun run =
        GmeRun.ok(
            "cluster {} -m {} --method average --checkpoint {} --report {} --out {}",
            corpus.eval,
            corpus.truth,
            kept,
            page,
            folder.resolve("sets"));
    assertThat(run.err()).contains("note: --checkpoint kept nothing: only more than 4,000");
    assertThat(kept).doesNotExist();
    assertThat(Files.readString(page))
        .contains("There is no plot of the objective along the joins");
  }

  @Test
  void scaleAndThresholdAreLearnedFromKnownSpeakers() {
    GmeRun run =
        GmeRun.ok(
            "cluster {} -m {} --tune {} --tune-labels {}",
            corpus.eval,
            corpus.truth,
            corpus.train,
            corpus.labels);
    assertThat(run.err()).contains("Learned from").contains("prior threshold");
    assertThat(run.out().lines()).hasSize(48);
  }

  @Test
  void metaEmbeddingsNeedNoModelAndOneRecordingIsOneSet() throws IOException {
    Path embeddings = folder.resolve("e.gme");
    GmeRun.ok("extract {} -m {} --out {}", corpus.eval, corpus.truth, embeddings);
    GmeRun whole = GmeRun.ok("cluster {} --prior-speakers 10", embeddings);
    assertThat(whole.out())
        .isEqualTo(
            GmeRun.ok("cluster {} -m {} --prior-speakers 10", corpus.eval, corpus.truth).out());
    Path one = folder.resolve("one.scp");
    Files.writeString(one, Files.readAllLines(corpus.eval).get(0) + "\n");
    Files.copy(corpus.file("eval.ark"), folder.resolve("eval.ark"));
    for (String method : List.of("pool", "average", "online")) {
      GmeRun run = GmeRun.ok("cluster {} -m {} --method {}", one, corpus.truth, method);
      assertThat(run.out()).endsWith(" c1\n");
    }
  }

  /** Recordings 001 to 004 of each speaker e00001, e00002, …; the first ones enrol two of them. */
  @Test
  void linksAndEnrolledSpeakersAreKept() throws IOException {
    Path enrolled = folder.resolve("enrol");
    Files.writeString(enrolled, "anna e00001-001 e00001-002\nbert e00002-001\n");
    Path pairs = folder.resolve("pairs");
    Files.writeString(pairs, "e00003-001 e00003-002\n");
    Path same = folder.resolve("same");
    Files.writeString(same, "e00004-001 x\ne00005-001 x\n");
    Object[] values = {corpus.eval, corpus.truth, same, pairs, corpus.eval, enrolled};
    String line =
        "cluster {} -m {} --must-link {} --cannot-link {} --enrolled {} --models {} --scale 1";
    GmeRun run = GmeRun.ok(line, values);
    assertThat(run.err())
        .contains("Left out 3 enrolled recordings.")
        .contains("2 of 2 enrolled speakers heard.");
    Map<String, String> sets = new HashMap<>();
    run.out().lines().forEach(l -> sets.put(l.split(" ", -1)[0], l.split(" ", -1)[1]));
    assertThat(sets).hasSize(45).containsEntry("e00001-003", "anna");
    assertThat(sets.get("e00004-001")).isEqualTo(sets.get("e00005-001"));
    assertThat(sets.get("e00003-001")).isNotEqualTo(sets.get("e00003-002"));
    JsonNode tree = json(line + " --json", values);
    assertThat(tree.path("enrolled").asInt()).isEqualTo(2);
    assertThat(tree.path("left_out").asInt()).isEqualTo(3);
    assertThat(tree.path("clusters").has("anna")).isTrue();
    // Pools that were made before do as well; of their recordings nothing is known.
    Path pools = folder.resolve("pools.gme");
    GmeRun.ok("extract {} -m {} --models {} --out {}", corpus.eval, corpus.truth, enrolled, pools);
    GmeRun pooled = GmeRun.ok("cluster {} -m {} --enrolled {}", corpus.eval, corpus.truth, pools);
    assertThat(pooled.out().lines()).hasSize(48).anyMatch(l -> l.equals("e00001-003 anna"));
  }

  @Test
  void mistakesInLinksAreNamed() throws IOException {
    Path list = folder.resolve("list");
    Files.writeString(list, "e00001-001 x\nstranger x\n");
    GmeRun.refused(
        1,
        list + " has 'stranger', which is not among the recordings that are clustered",
        "cluster {} -m {} --must-link {}",
        corpus.eval,
        corpus.truth,
        list);
    GmeRun.ok("cluster {} -m {} --must-link {} --allow-missing", corpus.eval, corpus.truth, list);
    Path pairs = folder.resolve("pairs");
    Files.writeString(pairs, "e00001-001 stranger\n");
    GmeRun.refused(
        1,
        pairs + ", line 1 has 'stranger', which is not among the recordings that are clustered",
        "cluster {} -m {} --cannot-link {}",
        corpus.eval,
        corpus.truth,
        pairs);
    GmeRun.refused(
        2,
        "--must-link, --cannot-link and --enrolled are for --method pool",
        "cluster {} -m {} --method average --cannot-link {}",
        corpus.eval,
        corpus.truth,
        pairs);
    GmeRun.refused(
        2,
        "--models, --num-utts and --average are about --enrolled, which is missing",
        "cluster {} -m {} --models {}",
        corpus.eval,
        corpus.truth,
        list);
    Path empty = Files.createFile(folder.resolve("empty"));
    GmeRun.refused(
        1,
        empty + ": expected a list, found nothing",
        "cluster {} -m {} --must-link {}",
        corpus.eval,
        corpus.truth,
        empty);
  }

  @Test
  void mistakesAreNamed() throws IOException {
    GmeRun.refused(
        2,
        "--speakers and --threshold say the same in two ways; give one of them",
        "cluster {} -m {} --speakers 3 --threshold 1",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "average linkage has no prior",
        "cluster {} -m {} --method average --same-prior 0.1",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        1,
        "expected at most as many speakers as the 48 recordings, found 49",
        "cluster {} -m {} --speakers 49",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2, "the scale must be positive", "cluster {} -m {} --scale 0", corpus.eval, corpus.truth);
    Path few = folder.resolve("few");
    List<String> truth = Files.readAllLines(corpus.file("eval.utt2spk"));
    Files.write(few, truth.subList(0, 40));
    GmeRun.refused(
        1,
        corpus.file("eval.utt2spk") + " has the recording",
        "evaluate clusters {} {}",
        corpus.file("eval.utt2spk"),
        few);
    GmeRun passed =
        GmeRun.ok("evaluate clusters {} {} --allow-missing", corpus.file("eval.utt2spk"), few);
    assertThat(passed.err()).contains("Passed over 8 recordings");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(GmeRun.of("evaluate clusters {} {}", empty, few).exitCode()).isEqualTo(1);
  }
}
