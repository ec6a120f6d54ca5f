package dev.gme.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecideCommandTest {
  @TempDir Path folder;

  private Path scores(String... llrs) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < llrs.length; i++) {
      lines.append("m t").append(i).append(' ').append(llrs[i]).append('\n');
    }
    return Files.writeString(folder.resolve("llrs"), lines);
  }

  /** At even odds and equal costs the threshold is 0, and 0 itself is accepted. */
  @Test
  void evenOddsDecideByTheSign() throws Exception {
    Result result =
        InProcess.run(
            "decide",
            scores("0", "-0.0", "1e-9", "-1e-9", "Infinity", "-Infinity"),
            "--prior",
            "0.5",
            "--llr");
    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            m t0 0 accept
            m t1 -0 accept
            m t2 1e-09 accept
            m t3 -1e-09 reject
            m t4 inf accept
            m t5 -inf reject
            """);
    assertThat(result.err())
        .startsWith("Threshold 0.000000 (prior 0.5")
        .contains("4 trials accepted");
  }

  /** Prior 0.01 and a miss ten times as costly: log(0.99) - log(0.1), by hand 2.2925. */
  @Test
  void aTieAtTheThresholdIsAccepted() throws Exception {
    double threshold = Math.log(0.99) - Math.log(10 * 0.01);
    assertThat(threshold).isBetween(2.2925, 2.2926);
    Path llrs =
        scores(
            Double.toString(Math.nextDown(threshold)),
            Double.toString(threshold),
            Double.toString(Math.nextUp(threshold)));
    Path out = folder.resolve("decisions");
    Result result =
        InProcess.run(
            "decide", llrs, "--prior", "0.01", "--cmiss", "10", "--out", out, "--json", "--quiet");
    assertThat(result.err()).isEmpty();
    JsonNode summary = new ObjectMapper().readTree(result.out());
    assertThat(summary.path("threshold").asDouble()).isEqualTo(threshold);
    assertThat(summary.path("accepted").asInt()).isEqualTo(2);
    assertThat(Files.readAllLines(out))
        .satisfiesExactly(
            l -> assertThat(l).startsWith("m t0 ").endsWith(" reject"),
            l -> assertThat(l).startsWith("m t1 ").endsWith(" accept"),
            l -> assertThat(l).startsWith("m t2 ").endsWith(" accept"));
  }

  @Test
  void aPriorIsNeededAndLiesBetween0And1() throws Exception {
    Path llrs = scores("1");
    assertThat(InProcess.run("decide", llrs).exitCode()).isEqualTo(2);
    Result wrong = InProcess.run("decide", llrs, "--prior", "0");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("cannot have 0.0 as the prior of a target");
    Result nan = InProcess.run("decide", scores("NaN"), "--prior", "0.5");
    assertThat(nan.exitCode()).isEqualTo(1);
  }
}
