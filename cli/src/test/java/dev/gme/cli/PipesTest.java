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

  private record Ended(int exitCode, String out, String err) {}

  /** What a process with this standard input writes to its standard output. */
  private String run(byte[] in, Object... args) throws Exception {
    Ended ended = end(in, args);
    assertThat(ended.exitCode).as(ended.err).isZero();
    return ended.out;
  }

  private Ended end(byte[] in, Object... args) throws Exception {
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
    return new Ended(process.exitValue(), out, Files.readString(err));
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
    assertThat(run(ark, "info", "ark:-")).contains("e00001-001").containsPattern("vectors +48\n");
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

  @Test
  void keysComeFromAPipe() throws Exception {
    Path scores = folder.resolve("scores.txt");
    GmeRun.ok(
        "score -m {} -e {} --models {} --trials {} --out {}",
        corpus.truth,
        corpus.eval,
        corpus.models,
        corpus.trials,
        scores);
    String figures = GmeRun.ok("evaluate {} --key {} --json", scores, corpus.trials).out();
    byte[] key = Files.readAllBytes(corpus.trials);
    assertThat(run(key, "evaluate", scores, "--key", "/dev/stdin", "--json"))
        .isEqualTo(figures.replace(corpus.trials.toString(), "/dev/stdin"));
  }

  /** Such files have their table at the end, or are gone through in any order. */
  @Test
  void filesThatAreNotReadFromTheirBeginningAreNoPipes() throws Exception {
    for (String name : List.of("eval.npz", "eval.h5", "eval.safetensors")) {
      Path file = folder.resolve(name);
      GmeRun.ok("convert {} {}", corpus.eval, file);
      Ended ended = end(Files.readAllBytes(file), "convert", "-", folder.resolve("out.ark"));
      assertThat(ended.err)
          .contains("standard input: expected text or Kaldi's formats in a pipe, found a")
          .contains("\nhelp: give its name");
      assertThat(ended.exitCode).isEqualTo(1);
      assertThat(folder.resolve("out.ark")).doesNotExist();
    }
  }
}
