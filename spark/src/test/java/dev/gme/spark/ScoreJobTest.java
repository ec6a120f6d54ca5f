package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.sink.AboveSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against one process that scores the same blocks and cells. */
class ScoreJobTest {
  private static final int BLOCK = 50;

  @TempDir static Path folder;

  @BeforeAll
  static void extract() {
    SmallCluster.extract(folder, "enrol", SmallCluster.recordings(60, 5), BLOCK);
    SmallCluster.table(
        folder.resolve("enrol-table"), SmallCluster.rows(SmallCluster.recordings(60, 5)), 2);
    SmallCluster.extract(folder, "test", SmallCluster.recordings(40, 6), BLOCK);
  }

  private static EmbeddingFolder open(String name) {
    return EmbeddingFolder.open(SmallCluster.get().files(), folder.resolve(name).toString());
  }

  private List<Row> score(String out, String... more) {
    List<String> words =
        new ArrayList<>(List.of("--embeddings", path("enrol"), "--out", path(out)));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = ScoreJob.of(arguments);
    arguments.requireAllKnown("score");
    job.run(SmallCluster.get());
    assertThat(Files.exists(Path.of(path(out + ".parts")))).isFalse();
    return SmallCluster.get().session().read().parquet(path(out)).collectAsList();
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Every pair that counts with its score, by cells in one process: of one set both ways. */
  private static Map<String, Map<String, Float>> plain(EmbeddingFolder rows, EmbeddingFolder cols) {
    Map<String, Map<String, Float>> out = new TreeMap<>();
    CellScorer scorer = new CellScorer(1e-3);
    for (int r = 0; r < rows.manifest().blocks().size(); r++) {
      LoadedBlock row = rows.load(r, scorer, rows.layout().first(r));
      for (int c = rows == cols ? r : 0; c < cols.manifest().blocks().size(); c++) {
        LoadedBlock col = cols.load(c, scorer, cols.layout().first(c));
        AboveSink all = new AboveSink(Double.NEGATIVE_INFINITY);
        scorer.score(row.recordings(), col.recordings(), all);
        for (int i = 0; i < all.size(); i++) {
          String enrol = row.ids().get(all.row(i) - row.recordings().first());
          String test = col.ids().get(all.col(i) - col.recordings().first());
          if (rows != cols || !enrol.equals(test)) {
            out.computeIfAbsent(enrol, e -> new TreeMap<>()).put(test, all.score(i));
          }
          if (rows == cols && r < c) {
            out.computeIfAbsent(test, e -> new TreeMap<>()).put(enrol, all.score(i));
          }
        }
      }
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({"1, true", "7, true", "1000, true", "5, false"})
  void bestOfEachEnrolment(int k, boolean isOneSet) {
    EmbeddingFolder enrol = open("enrol");
    EmbeddingFolder test = isOneSet ? enrol : open("test");
    String name = "top-" + k + "-" + isOneSet;
    List<Row> found =
        isOneSet ? score(name, "--top=" + k) : score(name, "--top=" + k, "--test", path("test"));
    Map<String, List<Float>> expected = new TreeMap<>();
    plain(enrol, test)
        .forEach(
            (id, all) ->
                expected.put(
                    id, all.values().stream().sorted(Comparator.reverseOrder()).limit(k).toList()));
    Map<String, List<Float>> scores = new TreeMap<>();
    Map<String, Map<String, Float>> all = plain(enrol, test);
    for (Row r : found) {
      scores.computeIfAbsent(r.getString(0), e -> new ArrayList<>()).add(r.getFloat(2));
      assertThat(r.getFloat(2)).isEqualTo(all.get(r.getString(0)).get(r.getString(1)));
      assertThat(r.getInt(3)).isEqualTo(scores.get(r.getString(0)).size());
    }
    assertThat(scores).isEqualTo(expected);
  }

  @Test
  void scoresAboveAThreshold() {
    EmbeddingFolder enrol = open("enrol");
    EmbeddingFolder test = open("test");
    List<String> expected = new ArrayList<>();
    plain(enrol, test).forEach((e, all) -> all.forEach((t, s) -> add(expected, e, t, s, s >= 1)));
    List<String> found = new ArrayList<>();
    score("above", "--above=1", "--test", path("test"))
        .forEach(r -> add(found, r.getString(0), r.getString(1), r.getFloat(2), true));
    assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);

    // Of one set every pair once.
    List<String> twice = new ArrayList<>();
    plain(enrol, enrol).forEach((e, all) -> all.forEach((t, s) -> add(twice, e, t, s, s >= 1)));
    List<Row> once = score("above-one", "--above=1");
    assertThat(once).hasSize(twice.size() / 2);
  }

  private static void add(List<String> to, String enrol, String test, float score, boolean counts) {
    if (counts) {
      to.add(enrol + " " + test + " " + score);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void evaluationIsThatOfAllScores(boolean isOneSet) {
    EmbeddingFolder enrol = open("enrol");
    EmbeddingFolder test = isOneSet ? enrol : open("test");
    List<String> words =
        new ArrayList<>(
            List.of(
                "--embeddings",
                path("enrol"),
                "--speakers",
                folder.resolve("enrol-table").resolve("table-2").toString()));
    if (!isOneSet) {
      // Ids of both are the same names, so the first table names the speakers of the second one.
      words.addAll(List.of("--test", path("test")));
    }
    JobResult result =
        EvaluateJob.of(JobArguments.parse(words.toArray(new String[0]))).run(SmallCluster.get());

    int[] speakers = SmallCluster.recordings(60, 5).speakers();
    List<Float> scores = new ArrayList<>();
    List<Boolean> isTarget = new ArrayList<>();
    plain(enrol, test)
        .forEach(
            (e, all) ->
                all.forEach(
                    (t, s) -> {
                      scores.add(s);
                      isTarget.add(speakers[SmallCluster.row(e)] == speakers[SmallCluster.row(t)]);
                    }));
    boolean[] targets = new boolean[scores.size()];
    double[] all = new double[targets.length];
    for (int i = 0; i < all.length; i++) {
      targets[i] = isTarget.get(i);
      all[i] = scores.get(i);
    }
    Metrics expected =
        Evaluation.of(ScoredTrials.of(all, targets), EvaluationOptions.DEFAULT).metrics();
    assertThat(result.figures())
        .containsEntry("exact", true)
        .containsEntry("eer_at_least", expected.eerRocch())
        .containsEntry("cllr_at_most", expected.cllr())
        .containsEntry("min_cllr_at_most", expected.minCllr());
    assertThat((long) result.figures().get("targets") + (long) result.figures().get("nontargets"))
        .isEqualTo(all.length);
  }

  @Test
  void aTableThatIsTooLargeIsRefused() {
    assertThatThrownBy(() -> score("many", "--above=-100", "--most-rows=10"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("rows, more than 10");
    assertThatThrownBy(() -> score("many", "--top=5", "--most-rows=10"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("rows, more than 10");
    assertThat(Files.exists(Path.of(path("many")))).isFalse();
  }

  @Test
  void aDamagedBlockIsNamed() throws IOException {
    SmallCluster.extract(folder, "damaged", SmallCluster.recordings(60, 5), BLOCK);
    Path block = folder.resolve("damaged").resolve("block-00001.safetensors");
    byte[] bytes = Files.readAllBytes(block);
    bytes[bytes.length - 3] ^= 1;
    Files.write(block, bytes);
    assertThat(messageOfDamaged()).isEqualTo(block + ": the content is not what was written");
    // A file system that keeps no sums of its own.
    Files.delete(block.resolveSibling("." + block.getFileName() + ".crc"));
    assertThat(messageOfDamaged()).startsWith(block + ": expected the SHA-256 ");
    Files.delete(block);
    assertThat(messageOfDamaged()).isEqualTo(block + " does not exist");
  }

  private static String messageOfDamaged() {
    try {
      ScoreJob.of(
              JobArguments.parse(
                  "--embeddings", path("damaged"), "--top=2", "--out", path("none"), "--resume"))
          .run(SmallCluster.get());
    } catch (Exception e) { // Spark's own are checked ones that nothing declares
      return JobFailure.of(e).sentence();
    }
    throw new AssertionError("it was not refused");
  }

  @Test
  void whatAnEarlierRunLeftIsNotDoneAgain() throws IOException {
    List<Row> whole = score("whole", "--top=3");
    Cluster cluster = SmallCluster.get();
    EmbeddingFolder enrol = open("enrol");
    CellRun run =
        CellRun.of(
            cluster,
            enrol,
            enrol,
            new TopWork(3, false, 1),
            1e-3,
            Optional.empty(),
            path("again.parts"),
            false);
    run.score(cluster);
    assertThat(run.grid().tasks()).hasSizeGreaterThan(4);
    // As it stands when a driver is killed while some tasks are not done.
    for (int task = 0; task < run.grid().tasks().size(); task += 2) {
      Files.delete(
          folder
              .resolve("again.parts")
              .resolve(String.format(Locale.ROOT, "task-%06d.done", task)));
    }
    assertThatThrownBy(() -> score("again", "--top=3"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("results of a run that was not completed");
    assertThatThrownBy(() -> score("again", "--top=4", "--resume"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("the best 4, found the best 3");
    assertThat(score("again", "--top=3", "--resume")).isEqualTo(whole);
  }
}
