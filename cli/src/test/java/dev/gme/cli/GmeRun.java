package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;

/** A command in this process, with what it said. */
record GmeRun(int exitCode, String out, String err) {
  /**
   * Runs a line of words between blanks.
   *
   * @param values take the places of {@code {}}
   */
  static GmeRun of(String line, Object... values) {
    Iterator<Object> next = Arrays.asList(values).iterator();
    String[] args =
        Arrays.stream(line.split(" ", -1))
            .map(word -> word.equals("{}") ? next.next().toString() : word)
            .toArray(String[]::new);
    assertThat(next.hasNext()).isFalse();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(stream(out), stream(err));
    int code = Main.run(Main.commandLine(terminal, args), terminal, args);
    return new GmeRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** One that must succeed. */
  static GmeRun ok(String line, Object... values) {
    GmeRun run = of(line, values);
    assertThat(run.exitCode).as(run.err).isZero();
    return run;
  }

  /** One whose mistake must be named. */
  static void refused(int exitCode, String sentence, String line, Object... values) {
    GmeRun run = of(line, values);
    assertThat(run.err).contains("gme: " + sentence).contains("\nhelp: ");
    assertThat(run.exitCode).isEqualTo(exitCode);
    assertThat(run.out).isEmpty();
  }

  private static Terminal.Stream stream(OutputStream to) {
    return new Terminal.Stream(
        new PrintStream(to, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8, false);
  }
}
