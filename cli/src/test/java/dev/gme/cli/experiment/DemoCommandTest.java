package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.core.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir Path folder;

  /** The figures are those of the seed, whatever the number of threads. */
  @Test
  void printsThePapersTable() throws IOException {
    int before = Workers.threads();
    try {
      Result one = demo("one", "1");
      assertThat(one.exitCode()).as(one.err()).isZero();
      assertThat(one.out().lines().filter(l -> l.startsWith("G") && l.contains("["))).hasSize(5);
      assertThat(one.out())
          .contains("EER %", "Cprm_min", "Cprm_act", "Cllr", "GME, nu = 2, BXE")
          .containsPattern(
              "PLDA: equal, the largest difference of two scores is (0|\\d\\.\\de-\\d\\d)\\.");
      assertThat(one.err())
          .contains("Simulated 60 speakers")
          .contains("Report: " + folder.resolve("one/report.html"))
          .contains("Next: ");
      // Of 30 speakers one recording is enrolled and three are tested.
      assertThat(Files.readString(folder.resolve("one/report.html")))
          .contains(">30 enrolments</text>", ">90 tests</text>");
      assertThat(demo("three", "3").out()).isEqualTo(one.out());
      tryWhatComesNext(one.err());
    } finally {
      Workers.setThreads(before);
    }
  }

  /** The commands that it ends with; the last one is for data that are not here. */
  private static void tryWhatComesNext(String said) {
    List<String> next =
        said.lines().filter(l -> l.startsWith("  gme ")).map(l -> l.strip().substring(4)).toList();
    assertThat(next).hasSize(3).last().asString().startsWith("experiment ");
    for (String line : next.subList(0, 2)) {
      Object[] words = line.replace(" --out decisions.txt", "").split(" ", -1);
      Result result = InProcess.run(words);
      assertThat(result.exitCode()).as(result.err()).isZero();
    }
  }

  private Result demo(String name, String threads) {
    return InProcess.run(
        "demo", "--speakers", "30", "--out", folder.resolve(name), "--threads", threads);
  }
}
