package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.InProcess;
import dev.gme.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages as processes of their own write them: maps of one process keep their order by chance. */
class SameReportTest {
  private static final long TIMEOUT_SECONDS = 300;

  @TempDir Path folder;

  private Process start(Path file, String out, int threads) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("experiment", file.toString(), "--out", folder.resolve(out).toString()));
    command.addAll(List.of("--threads", Integer.toString(threads)));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(out + ".log").toFile());
    builder.environment().put("SOURCE_DATE_EPOCH", "1000000000");
    return builder.start();
  }

  @Test
  void twoRunsWriteTheSameBytes() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [cosine, gplda, gme, gme-bxe]\n");
    for (String out : List.of("one", "two")) {
      Process process = start(file, out, out.equals("one") ? 1 : 2);
      assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(folder.resolve(out + ".log"))).isZero();
    }
    for (String page : List.of("report-singles.html", "report-models.html", "results.json")) {
      assertThat(folder.resolve("one").resolve(page))
          .hasSameBinaryContentAs(folder.resolve("two").resolve(page));
    }
    assertThat(Files.readString(folder.resolve("one/report-singles.html")))
        .contains("<dt>date</dt><dd>2001-09-09T01:46:40Z</dd>")
        .contains("<dt>command</dt><dd>gme experiment " + file + "</dd>")
        .contains("parity = ");
  }

  @Test
  void aPageStatesItsDate() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [cosine]\n");
    InProcess.Result run =
        InProcess.run("experiment", file, "--log10", "--out", folder.resolve("out"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("out/report-singles.html")))
        .containsPattern("<dt>date</dt><dd>20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ</dd>")
        .contains("--log10</dd>");
  }
}
