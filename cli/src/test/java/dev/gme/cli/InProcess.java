package dev.gme.cli;

import dev.gme.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs command lines within the test's own process. */
public final class InProcess {
  /** What a command left behind. */
  public record Result(int exitCode, String out, String err) {}

  private InProcess() {}

  public static Result run(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(stream(out), stream(err));
    String[] words = new String[args.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = args[i].toString();
    }
    int code = Main.run(Main.commandLine(terminal, words), terminal, words);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Terminal.Stream stream(ByteArrayOutputStream to) {
    return new Terminal.Stream(
        new PrintStream(to, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8, false);
  }
}
