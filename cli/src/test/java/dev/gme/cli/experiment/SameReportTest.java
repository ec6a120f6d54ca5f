package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.InProcess;
import dev.gme.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages as processes of their own write them: maps of one process keep their order by chance. */
class SameReportTest {
  private static final long TIMEOUT_SECONDS = 300;

  @TempDir Path folder;

  private Process start(Path in, int threads) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("experiment", "small.yaml", "--out", "out"));
    command.addAll(List.of("--threads", Integer.toString(threads)));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(in.resolve("log").toFile());
    builder.environment().put("SOURCE_DATE_EPOCH", "1000000000");
    return builder.start();
  }

  /** In two folders and on one and two threads; nothing that is written names the folder. */
  @Test
  void twoRunsWriteTheSameBytes() throws Exception {
    for (String name : List.of("one", "two")) {
      Path in = Files.createDirectory(folder.resolve(name));
      SmallExperiment.write(in, "systems: [cosine, gplda, gme, gme-bxe]\n");
      Process process = start(in, name.equals("one") ? 1 : 2);
      assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(in.resolve("log"))).isZero();
    }
    Path one = folder.resolve("one/out");
    Path two = folder.resolve("two/out");
    List<Path> written;
    try (Stream<Path> files = Files.walk(one)) {
      written = files.filter(Files::isRegularFile).map(one::relativize).sorted().toList();
    }
    assertThat(written)
        .contains(
            Path.of("report-singles.html"),
            Path.of("report-models.html"),
            Path.of("results.json"),
            Path.of("models/gme-bxe.gme"),
            Path.of("scores/models/gme.txt"));
    for (Path file : written) {
      assertThat(one.resolve(file)).hasSameBinaryContentAs(two.resolve(file));
    }
    assertThat(Files.readString(one.resolve("report-singles.html")))
        .contains("<dt>date</dt><dd>2001-09-09T01:46:40Z</dd>")
        .contains("<dt>command</dt><dd>gme experiment small.yaml</dd>")
        .contains(", trials, sha256 ")
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
