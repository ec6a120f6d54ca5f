package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PartitionCommandTest extends CorpusCommandTest {
  private static JsonNode json(String line, Object... values) throws IOException {
    return new ObjectMapper().readTree(GmeRun.ok(line, values).out());
  }

  @Test
  void thePosteriorIsOverAllPartitions() throws IOException {
    JsonNode tree =
        json(
            "partition {} -m {} e00001-001 e00001-002 e00002-001 --best 5 --json",
            corpus.eval,
            corpus.truth);
    double sum = 0;
    for (JsonNode p : tree.path("partitions")) {
      sum += Math.exp(p.path("log_probability").asDouble());
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
    GmeRun run =
        GmeRun.ok(
            "partition {} -m {} e00001-001 e00001-002 e00002-001 --crp 1:0.5 --best 1",
            corpus.eval,
            corpus.truth);
    assertThat(run.out()).contains("e00001-001,e00001-002|e00002-001");
    assertThat(run.err()).contains("5 partitions, prior Chinese restaurant 1.0:0.5");
    JsonNode best = tree.path("partitions").get(0);
    assertThat(best.path("probability").asDouble())
        .isEqualTo(Math.exp(best.path("log_probability").asDouble()));
  }

  /** With the prior that prefers one speaker, the odds of the two ends are those of Ewens. */
  @Test
  void thePriorMovesTheProbabilities() throws IOException {
    String line = "partition {} -m {} e00001-001 e00002-001 e00003-001 --json --best 5";
    JsonNode flat = json(line, corpus.eval, corpus.truth);
    JsonNode crp = json(line + " --crp 0.5", corpus.eval, corpus.truth);
    // One speaker against three, α = 1/2, β = 0: the prior odds are 2! / α².
    assertThat(odds(crp) - odds(flat)).isCloseTo(Math.log(2 / 0.25), within(1e-9));
    assertThat(sum(flat)).isCloseTo(1, within(1e-12));
    assertThat(sum(crp)).isCloseTo(1, within(1e-12));
    assertThat(crp.path("prior").asText()).isEqualTo("Chinese restaurant 0.5:0.0");
  }

  private static double odds(JsonNode tree) {
    return logProbability(tree, "e00001-001,e00002-001,e00003-001")
        - logProbability(tree, "e00001-001|e00002-001|e00003-001");
  }

  private static double logProbability(JsonNode tree, String partition) {
    for (JsonNode p : tree.path("partitions")) {
      if (p.path("partition").asText().equals(partition)) {
        return p.path("log_probability").asDouble();
      }
    }
    throw new AssertionError("no partition " + partition);
  }

  private static double sum(JsonNode tree) {
    double sum = 0;
    for (JsonNode p : tree.path("partitions")) {
      sum += p.path("probability").asDouble();
    }
    return sum;
  }

  /** What is not shown is told, so that all adds up to one. */
  @Test
  void theShareOfTheOthersIsTold() {
    GmeRun run =
        GmeRun.ok(
            "partition {} -m {} e00001-001 e00001-002 e00002-001 --best 2",
            corpus.eval,
            corpus.truth);
    List<String[]> rows = run.out().lines().skip(1).map(l -> l.split(" +", -1)).toList();
    double shown = rows.stream().mapToDouble(r -> Double.parseDouble(r[1])).sum();
    Matcher rest =
        Pattern.compile("5 partitions, prior flat; the 3 not shown share (\\S+)\\.\n")
            .matcher(run.err());
    assertThat(rest.find()).as(run.err()).isTrue();
    assertThat(shown + Double.parseDouble(rest.group(1))).isCloseTo(1, within(1e-3));
  }

  /** The ratio of two partitions is the difference of theirs against all different. */
  @Test
  void twoPartitionsAreCompared() throws IOException {
    String first = "e00001-001,e00001-002|e00002-001";
    String second = "e00001-001|e00001-002,e00002-001";
    double a = ratio("--partition " + first);
    double b = ratio("--partition " + second);
    assertThat(ratio("--partition " + first + " --partition " + second))
        .isCloseTo(a - b, within(1e-9));
  }

  private double ratio(String partitions) throws IOException {
    return json("partition {} -m {} --json " + partitions, corpus.eval, corpus.truth)
        .path("log_lr")
        .asDouble();
  }

  @Test
  void partitionsThatAreNoneAreRefused() {
    GmeRun.refused(
        1,
        "the posterior is of 1 to 10 recordings, found 48",
        "partition {} -m {}",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        1,
        corpus.eval + ": there is no vector 'x'",
        "partition {} -m {} x",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "a partition is written as 'a,b|c', found 'a,|b'",
        "partition {} -m {} --partition a,|b",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "the partition lacks 'e00001-002'",
        "partition {} -m {} --partition e00001-001 e00001-001 e00001-002",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "invalid value for option '--crp': the discount must be at least 0 and below 1, found 2.0",
        "partition {} -m {} --crp 1:2",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "invalid value for option '--crp': expected concentration and discount, such as 1:0.5",
        "partition {} -m {} --crp 1:2:3",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "--crp is for the posterior",
        "partition {} -m {} --crp 1 --partition e00001-001,e00001-002",
        corpus.eval,
        corpus.truth);
    GmeRun.refused(
        2,
        "a recording is named twice",
        "partition {} -m {} e00001-001 e00001-001",
        corpus.eval,
        corpus.truth);
  }
}
