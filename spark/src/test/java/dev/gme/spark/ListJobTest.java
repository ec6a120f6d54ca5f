package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of trials against all pairs of one process that scores the same blocks and cells. */
class ListJobTest {
  private static final int BLOCK = 90;

  @TempDir static Path folder;

  private static EmbeddingFolder enrol;
  private static EmbeddingFolder test;

  @BeforeAll
  static void extract() {
    enrol = SmallCluster.extract(folder, "enrol", SmallCluster.recordings(60, 5), BLOCK);
    test = SmallCluster.extract(folder, "test", SmallCluster.recordings(40, 6), BLOCK);
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Trials in no order, of which some come twice. */
  private static List<List<String>> draw(int n, EmbeddingFolder rows, EmbeddingFolder cols) {
    List<String> enrolments = PlainScores.ids(rows);
    List<String> tests = PlainScores.ids(cols);
    Random random = new Random(n);
    List<List<String>> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      out.add(
          i % 50 == 49
              ? out.get(random.nextInt(i))
              : List.of(
                  enrolments.get(random.nextInt(enrolments.size())),
                  tests.get(random.nextInt(tests.size()))));
    }
    return out;
  }

  private static String table(String name, List<List<String>> trials, int parts) {
    StructType schema =
        new StructType()
            .add("label", DataTypes.BooleanType)
            .add("test", DataTypes.StringType)
            .add("enrol", DataTypes.StringType);
    List<Row> rows = trials.stream().map(t -> RowFactory.create(true, t.get(1), t.get(0))).toList();
    SmallCluster.get()
        .session()
        .createDataFrame(rows, schema)
        .repartition(parts)
        .write()
        .parquet(path(name));
    return path(name);
  }

  private static JobResult job(String trials, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("--embeddings", path("enrol"), "--trials", trials, "--out", path(out)));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = ScoreJob.of(arguments);
    arguments.requireAllKnown("score");
    return job.run(SmallCluster.get());
  }

  private static List<Row> read(String out) {
    return SmallCluster.rowsInOrder(path(out));
  }

  private static void requireScores(
      List<Row> found, List<List<String>> trials, Map<List<String>, Float> expected) {
    assertThat(found).hasSameSizeAs(trials);
    for (int i = 0; i < found.size(); i++) {
      Row row = found.get(i);
      assertThat(List.of(row.getString(0), row.getString(1))).isEqualTo(trials.get(i));
      assertThat(row.getFloat(2)).isEqualTo(expected.get(trials.get(i)));
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 7", "false, 1"})
  void scoresAreThoseOfAllPairsInTheOrderOfTheTable(boolean isOneSet, int parts) {
    EmbeddingFolder cols = isOneSet ? enrol : test;
    String name = "trials-" + isOneSet + "-" + parts;
    String table = table(name, draw(9000, enrol, cols), parts);
    List<List<String>> trials = new ArrayList<>();
    SmallCluster.get()
        .session()
        .read()
        .parquet(table)
        .collectAsList()
        .forEach(r -> trials.add(List.of(r.getString(2), r.getString(1))));
    JobResult result =
        isOneSet
            ? job(table, name + "-scores")
            : job(table, name + "-scores", "--test", path("test"));
    assertThat(result.figures()).containsEntry("exact", false).containsEntry("rows", 9000L);
    requireScores(
        read(name + "-scores"), trials, PlainScores.of(enrol, cols, 1e-3, Optional.empty()));
    assertThat(Files.exists(Path.of(path(name + "-scores.parts")))).isFalse();
  }

  @Test
  void aListOfFewTrialsIsScoredExactlyInItsOrder() throws IOException {
    List<List<String>> trials = draw(60, enrol, test);
    Path list = folder.resolve("few.txt");
    Files.write(list, trials.stream().map(t -> t.get(0) + " " + t.get(1) + " nontarget").toList());
    JobResult result = job(list.toString(), "few", "--test", path("test"));
    assertThat(result.figures()).containsEntry("exact", true);
    assertThat(result.lines().get(0)).contains("exact");
    requireScores(read("few"), trials, PlainScores.of(enrol, test, 0, Optional.empty()));
  }

  @Test
  void trialsThatCannotBeAreNamed() {
    List<List<String>> trials = new ArrayList<>(draw(300, enrol, test));
    trials.set(77, List.of(trials.get(77).get(0), "nobody"));
    String table = table("unknown", trials, 2);
    assertThat(refused(table, "--test", path("test")))
        .isEqualTo(
            "trials " + table + ", column 'test': the id 'nobody' is not in " + path("test"));
    trials.set(77, List.of("someone", trials.get(77).get(1)));
    assertThat(refused(table("unknown-2", trials, 2), "--test", path("test")))
        .contains("column 'enrol': the id 'someone' is not in " + path("enrol"));
    List<Row> gap = List.of(RowFactory.create("a", null));
    StructType schema =
        new StructType().add("enrol", DataTypes.StringType).add("test", DataTypes.StringType);
    SmallCluster.get().session().createDataFrame(gap, schema).write().parquet(path("gap"));
    assertThat(refused(path("gap")))
        .isEqualTo(
            "table " + path("gap") + ", trial of 'a', column 'test': expected an id, found null");
    String vectors =
        SmallCluster.table(folder, SmallCluster.rows(SmallCluster.recordings(3, 5)), 1);
    assertThat(refused(vectors))
        .isEqualTo("table " + vectors + ": expected a column 'enrol', found id, speaker, vector");
    assertThat(refused(table("long", draw(300, enrol, enrol), 2), "--most-rows=299"))
        .contains("rows, more than 3.0e+02");
    assertThat(refused(path("none"))).isEqualTo(path("none") + " does not exist");
    assertThatThrownBy(() -> job(table, "both", "--top=3"))
        .isInstanceOf(GmeException.class)
        .hasMessage("--trials and --top exclude each other");
  }

  private static String refused(String trials, String... more) {
    String[] words = Stream.concat(Stream.of(more), Stream.of("--resume")).toArray(String[]::new);
    try {
      job(trials, "refused", words);
    } catch (Exception e) { // Spark's own are checked ones that nothing declares
      assertThat(Files.exists(Path.of(path("refused")))).isFalse();
      SmallCluster.get().files().delete(path("refused.parts"));
      return JobFailure.of(e).sentence();
    }
    throw new AssertionError("it was not refused");
  }

  @Test
  void whatAnEarlierRunLeftIsNotDoneAgain() throws IOException {
    List<List<String>> trials = draw(9000, enrol, enrol);
    String table = table("again-trials", trials, 1);
    String[] words = {"--embeddings", path("enrol"), "--trials", table, "--out", path("again")};
    ListJob job = (ListJob) ScoreJob.of(JobArguments.parse(words));
    ListJob.Sorted sorted = job.sorted(SmallCluster.get());
    sorted.run().score(SmallCluster.get());
    assertThat(sorted.run().grid().tasks()).hasSizeGreaterThan(4);
    // As it stands when a driver is killed while some tasks are not done.
    Path parts = folder.resolve("again.parts");
    for (int task = 0; task < sorted.run().grid().tasks().size(); task += 2) {
      Files.delete(parts.resolve(String.format(Locale.ROOT, "task-%06d.done", task)));
      Files.delete(parts.resolve(ListWork.scoresName(task, 0)));
    }
    assertThatThrownBy(() -> job(table, "again"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("results of a run that was not completed");
    String other = table("other-trials", draw(9001, enrol, enrol), 1);
    assertThatThrownBy(() -> job(other, "again", "--resume"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("expected results of work a list of 9001 trials");
    job(table, "again", "--resume");
    requireScores(read("again"), trials, PlainScores.of(enrol, enrol, 1e-3, Optional.empty()));
  }
}
