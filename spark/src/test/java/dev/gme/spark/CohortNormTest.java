package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.norm.CohortStatistics;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.norm.ScoredSide;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Normalized scores against one process that measures and scores the same blocks. */
class CohortNormTest {
  private static final int BLOCK = 90;
  private static final int TOP = 20;

  @TempDir static Path folder;

  private static EmbeddingFolder enrol;
  private static EmbeddingFolder test;
  private static EmbeddingFolder cohort;

  @BeforeAll
  static void extract() {
    enrol = SmallCluster.extract(folder, "enrol", SmallCluster.recordings(60, 5), BLOCK);
    test = SmallCluster.extract(folder, "test", SmallCluster.recordings(40, 6), BLOCK);
    // Ids are those of the others; so recordings are left out of their own statistics.
    cohort = SmallCluster.extract(folder, "cohort", SmallCluster.recordings(25, 7), BLOCK);
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  private static ScoreNormalization variant(String word) {
    return ScoreNormalization.named(
        word, word.equals("as") ? OptionalInt.of(TOP) : OptionalInt.empty());
  }

  private static ScoredSide<MetaEmbeddings> side(IdentifiedEmbeddings of) {
    int[] numbers = of.ids().stream().mapToInt(SmallCluster::row).toArray();
    return ScoredSide.of(of.embeddings(), numbers);
  }

  private static IdentifiedEmbeddings whole(EmbeddingFolder of) {
    return new IdentifiedEmbeddings(PlainScores.ids(of), PlainScores.all(of));
  }

  /** Statistics of one side, block by block, as those of all. */
  private static CohortStatistics statistics(
      ScoreNormalization variant, EmbeddingFolder of, boolean isTest) {
    List<Double> means = new ArrayList<>();
    List<Double> deviations = new ArrayList<>();
    ScoredSide<MetaEmbeddings> others = side(whole(cohort));
    for (int b = 0; b < of.layout().blocks(); b++) {
      ScoredSide<MetaEmbeddings> block = side(of.read(b));
      CohortStatistics found =
          isTest
              ? variant.ofTests(ScoreKind.llr(), block, others, others, Progress.NONE)
              : variant.ofEnrolments(ScoreKind.llr(), block, others, Progress.NONE);
      Arrays.stream(found.means()).forEach(means::add);
      Arrays.stream(found.deviations()).forEach(deviations::add);
    }
    return CohortStatistics.of(
        means.stream().mapToDouble(x -> x).toArray(),
        deviations.stream().mapToDouble(x -> x).toArray());
  }

  private static Map<List<String>, Float> plain(String word, boolean isOneSet) {
    ScoreNormalization variant = variant(word);
    EmbeddingFolder cols =
        !isOneSet
            ? test
            : variant.method() == ScoreNormalization.Method.S
                ? enrol
                : EmbeddingFolder.open(SmallCluster.get().files(), path("enrol"));
    ScoreNormalizer normalizer =
        ScoreNormalizer.of(
            variant, statistics(variant, enrol, false), statistics(variant, cols, true));
    return PlainScores.of(enrol, cols, 1e-3, Optional.of(normalizer));
  }

  private static JobResult job(String out, String word, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--embeddings",
                path("enrol"),
                "--norm",
                word,
                "--cohort",
                path("cohort"),
                "--out",
                path(out)));
    if (word.equals("as")) {
      words.add("--cohort-top=" + TOP);
    }
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = ScoreJob.of(arguments);
    arguments.requireAllKnown("score");
    return job.run(SmallCluster.get());
  }

  private static List<Row> read(String out) {
    return SmallCluster.rowsInOrder(path(out));
  }

  @ParameterizedTest
  @CsvSource({"as, true", "zt, false"})
  void theBestAreThoseOfOneProcess(String word, boolean isOneSet) {
    String out = "top-" + word + "-" + isOneSet;
    Stream<String> sides = isOneSet ? Stream.of() : Stream.of("--test", path("test"));
    job(out, word, Stream.concat(sides, Stream.of("--top=4")).toArray(String[]::new));
    Map<List<String>, Float> all = plain(word, isOneSet);
    Map<String, List<Float>> expected = new HashMap<>();
    all.forEach(
        (pair, score) -> {
          if (!isOneSet || !pair.get(0).equals(pair.get(1))) {
            expected.computeIfAbsent(pair.get(0), e -> new ArrayList<>()).add(score);
          }
        });
    expected.replaceAll(
        (e, scores) -> scores.stream().sorted(Comparator.reverseOrder()).limit(4).toList());
    Map<String, List<Float>> found = new HashMap<>();
    for (Row r : read(out)) {
      found.computeIfAbsent(r.getString(0), e -> new ArrayList<>()).add(r.getFloat(2));
      assertThat(r.getFloat(2)).isEqualTo(all.get(List.of(r.getString(0), r.getString(1))));
    }
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "t"})
  void scoresAboveAThresholdAreThoseOfOneProcess(String word) {
    job("above-" + word, word, "--above=1.5");
    Map<List<String>, Float> all = plain(word, true);
    long reach =
        all.entrySet().stream()
            .filter(e -> !e.getKey().get(0).equals(e.getKey().get(1)) && e.getValue() >= 1.5)
            .count();
    List<Row> found = read("above-" + word);
    // Of scores that are the same both ways every pair comes once.
    assertThat((long) found.size()).isPositive().isEqualTo(word.equals("s") ? reach / 2 : reach);
    found.forEach(
        r -> assertThat(r.getFloat(2)).isEqualTo(all.get(List.of(r.getString(0), r.getString(1)))));
  }

  @Test
  void aListIsNormalizedToo() throws IOException {
    Map<List<String>, Float> all = plain("s", false);
    Path list = folder.resolve("list.txt");
    List<List<String>> trials = new ArrayList<>(all.keySet()).subList(0, 9000);
    Files.write(list, trials.stream().map(t -> String.join(" ", t)).toList());
    JobResult result = job("list", "s", "--trials", list.toString(), "--test", path("test"));
    assertThat(result.figures()).containsEntry("exact", false).containsEntry("normalization", "s");
    List<Row> found = read("list");
    for (int i = 0; i < trials.size(); i++) {
      // By the formula in double, where tiles are normalized in floats.
      assertThat((double) found.get(i).getFloat(2))
          .isCloseTo((double) all.get(trials.get(i)), within(1e-5));
    }
  }

  @Test
  void oneProcessThatCutsElsewhereDiffersWithinTheTolerance() {
    ScoreNormalizer exact =
        variant("as")
            .fit(ScoreKind.exactLlr(), side(whole(enrol)), side(whole(test)), side(whole(cohort)));
    Map<List<String>, Float> expected = PlainScores.of(enrol, test, 0, Optional.of(exact));
    Map<List<String>, Float> found = plain("as", false);
    double squares = 0;
    for (Map.Entry<List<String>, Float> e : expected.entrySet()) {
      double error = found.get(e.getKey()) - (double) e.getValue();
      squares += error * error;
    }
    assertThat(Math.sqrt(squares / expected.size())).isLessThan(2e-3);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> job("bad", "s-norm", "--top=3"))
        .isInstanceOf(GmeException.class)
        .hasMessage("there is no normalization 's-norm'");
    assertThatThrownBy(() -> job("bad", "s", "--top=3", "--cohort-top=20"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("only as takes the highest scores");
    JobArguments alone =
        JobArguments.parse("--embeddings", path("enrol"), "--out=x", "--top=2", "--norm=s");
    assertThatThrownBy(() -> ScoreJob.of(alone))
        .isInstanceOf(GmeException.class)
        .hasMessage("--norm and --cohort need each other");
  }
}
