package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Standard input and output in the place of files, as Kaldi's programs have them. */
class PipesTest extends CorpusCommandTest {
  private static final long TIMEOUT_SECONDS = 120;

  /** What a process with this standard input writes to its standard output. */
  private String run(byte[] in, Object... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    Path err = folder.resolve("err");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    Thread feeder = new Thread(() -> feed(in, process));
    feeder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    return out;
  }

  private static void feed(byte[] in, Process process) {
    try (OutputStream to = process.getOutputStream()) {
      to.write(in);
    } catch (IOException e) {
      // The process has gone, and says why.
    }
  }

  @Test
  void archivesAreConvertedFromPipeToPipe() throws Exception {
    byte[] ark = Files.readAllBytes(corpus.file("eval.ark"));
    String text = run(ark, "convert", "ark:-", "ark,t:-");
    Path file = Files.writeString(folder.resolve("text.ark"), text);
    Path again = folder.resolve("again.ark");
    GmeRun.ok("convert {} {}", file, again);
    assertThat(GmeRun.ok("info {}", again).out())
        .contains("e00001-001")
        .containsPattern("vectors +48\n");
    assertThat(run(ark, "convert", "-", "-", "--to", "kaldi-text")).isEqualTo(text);
    assertThat(Path.of("-")).doesNotExist();
    assertThat(Path.of("-.scp")).doesNotExist();
  }

  @Test
  void trialsComeFromAPipe() throws Exception {
    String scores =
        GmeRun.ok(
                "score -m {} -e {} --models {} --trials {}",
                corpus.truth,
                corpus.eval,
                corpus.models,
                corpus.trials)
            .out();
    assertThat(
            run(
                Files.readAllBytes(corpus.trials),
                "score",
                "-m",
                corpus.truth,
                "-e",
                corpus.eval,
                "--models",
                corpus.models,
                "--trials",
                "-"))
        .isEqualTo(scores);
  }
}
