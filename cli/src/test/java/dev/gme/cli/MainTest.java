package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.terminal.StandardStreams;
import dev.gme.cli.terminal.StdoutException;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.parallel.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal = new Terminal(stream(out), stream(err));
  private final CommandLine gme = Main.commandLine(terminal);

  private static Terminal.Stream stream(OutputStream to) {
    return new Terminal.Stream(
        new PrintStream(to, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8, false);
  }

  private int run(String... args) {
    return Main.run(gme, terminal, args);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Any command that does something else than its real ones do. */
  @Command(name = "act")
  record Act(Callable<Integer> action) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      return action.call();
    }
  }

  private int runFailing(Exception e, String... options) {
    gme.addSubcommand(
        new Act(
            () -> {
              throw e;
            }));
    List<String> args = new ArrayList<>(List.of("act"));
    args.addAll(Arrays.asList(options));
    return run(args.toArray(String[]::new));
  }

  @Test
  void withoutACommandTheHelpIsShownAsAnError() {
    assertThat(run()).isEqualTo(2);
    assertThat(out.size()).isZero();
    assertThat(err()).startsWith("Usage: gme");
  }

  @Test
  void aFullStdoutIsToldOnce() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) {
            flush();
          }

          @Override
          public void flush() {
            throw new StdoutException(new IOException("No space left on device"));
          }
        };
    Terminal broken = new Terminal(stream(full), stream(err));
    CommandLine line = Main.commandLine(broken);
    line.addSubcommand(
        new Act(
            () -> {
              broken.out().print("text");
              broken.out().flush();
              return 0;
            }));
    assertThat(Main.run(line, broken, "act")).isEqualTo(1);
    assertThat(err()).containsOnlyOnce("gme: standard output cannot be written");
  }

  @Test
  void failedWorkIsOneSentenceAndOneLineOfHelp() {
    assertThat(runFailing(new GmeException("a.ark has no vectors", "check the list"))).isEqualTo(1);
    assertThat(err()).isEqualTo("gme: a.ark has no vectors\nhelp: check the list\n");
  }

  @Test
  void debugAddsTheStackTrace() {
    assertThat(runFailing(new GmeException("bad", "mend it"), "--debug")).isEqualTo(1);
    assertThat(err()).startsWith("gme: bad\nhelp: mend it\n").contains("\tat dev.gme.cli.MainTest");
  }

  @Test
  void anUnexpectedExceptionIsCalledABug() {
    assertThat(runFailing(new IllegalStateException("x"))).isEqualTo(1);
    assertThat(err()).contains("internal error").contains("--debug").doesNotContain("\tat ");
  }

  @Test
  void anErrorOfTheJvmIsReportedToo() {
    gme.addSubcommand(
        new Act(
            () -> {
              throw new OutOfMemoryError("Java heap space");
            }));
    assertThat(run("act")).isEqualTo(1);
    assertThat(err()).contains("out of memory (Java heap space)").contains("GME_JAVA_OPTS=-Xmx");
  }

  @Test
  void aClosedPipeIsNoError() {
    OutputStream closed =
        StandardStreams.guard(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
              }
            });
    Terminal piped = new Terminal(stream(closed), stream(err));
    for (String line : List.of("--help", "completion")) {
      assertThat(Main.run(Main.commandLine(piped), piped, line)).isEqualTo(141);
    }
    assertThat(err()).isEmpty();
  }

  @Test
  void commonOptionsStandBeforeOrAfterTheCommand() {
    int before = Workers.threads();
    try {
      List<Integer> seen = new ArrayList<>();
      gme.addSubcommand(
          new Act(
              () -> {
                seen.add(Workers.threads());
                terminal.say("message");
                return 0;
              }));
      assertThat(run("--threads", "3", "act")).isZero();
      assertThat(err()).isEqualTo("message\n");
      assertThat(run("act", "--threads", "5", "--quiet")).isZero();
      assertThat(err()).isEqualTo("message\n");
      assertThat(seen).containsExactly(3, 5);
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void zeroThreadsIsWrongUse() {
    gme.addSubcommand(new Act(() -> 0));
    assertThat(run("act", "--threads", "0")).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            """
            gme: --threads must be from 1 to 32767, found 0
            help: gme act --help shows what there is
            """);
  }

  @Test
  void anArgumentTooManyIsNamed() {
    assertThat(run("completion", "bash")).isEqualTo(2);
    assertThat(err()).startsWith("gme: gme completion knows no argument 'bash'\nhelp: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "demo --speakers abc | invalid value for option '--speakers': 'abc' is not a whole number",
        "demo --seed 1e9 | invalid value for option '--seed': '1e9' is not a whole number",
        "demo --threads 3000000000"
            + "| invalid value for option '--threads': '3000000000' is too large a number",
        "demo --speakers 1 | speakers must be from 10 to 5000, found 1",
        "demo --speakers 5001 | speakers must be from 10 to 5000, found 5001",
        "demo -- --seed | gme demo knows no argument '--seed'",
      })
  void wrongUseIsNamed(String line, String sentence) {
    assertThat(run(line.trim().split(" "))).isEqualTo(2);
    assertThat(err())
        .isEqualTo("gme: " + sentence + "\nhelp: gme demo --help shows what there is\n");
  }

  @Test
  void theNearestSuiteIsOffered() {
    assertThat(run("bench", "linagl")).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            """
            gme: gme bench knows no argument 'linagl'
            help: did you mean 'linalg'? gme bench --help shows what there is
            """);
  }

  @Test
  void helpShowsEveryCommandOnceAndFitsOnOneScreen() {
    assertThat(run("--help")).isZero();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(52).allMatch(line -> line.length() <= 80);
    gme.getSubcommands()
        .forEach(
            (name, command) ->
                assertThat(lines.stream().filter(line -> line.startsWith("  " + name + " ")))
                    .hasSize(command.getCommandSpec().usageMessage().hidden() ? 0 : 1));
  }

  @Test
  void aCommandLineHasTheOptionsOfTheCommandsItNames() {
    for (String name : gme.getSubcommands().keySet()) {
      CommandLine named = Main.commandLine(terminal, new String[] {"--quiet", name});
      CommandLine command = named.getSubcommands().get(name);
      CommandLine full = gme.getSubcommands().get(name);
      assertThat(command.getUsageMessage()).isEqualTo(full.getUsageMessage());
      assertThat(full.getCommandSpec().name()).isEqualTo(name);
      assertThat(named.getUsageMessage()).isEqualTo(gme.getUsageMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({"scroe, score", "exprimental, experiment", "ubn, ubm"})
  void aMistypedCommandIsFoundAmongThoseThatAreNotLoaded(String typed, String meant) {
    String[] args = {typed};
    assertThat(Main.run(Main.commandLine(terminal, args), terminal, args)).isEqualTo(2);
    assertThat(err()).contains("gme knows no command '" + typed + "'", "'" + meant + "'?");
  }

  @Test
  void completionKnowsTheOptionsOfAllCommands() {
    String[] args = {"completion"};
    assertThat(Main.run(Main.commandLine(terminal, args), terminal, args)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("--kaldi-length", "--smoothing");
  }

  static Stream<CommandLine> allCommands() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    return family(Main.commandLine(new Terminal(stream(nowhere), stream(nowhere))));
  }

  private static Stream<CommandLine> family(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().distinct().flatMap(MainTest::family));
  }

  /** The examples of a command's help; one that goes on after a backslash as one line. */
  static Stream<String> examples(CommandLine command) {
    String all = String.join("\n", command.getCommandSpec().usageMessage().footer());
    return all.replaceAll("\\\\\n +", "").lines();
  }

  @ParameterizedTest
  @MethodSource("allCommands")
  void examplesFitOnATerminal(CommandLine command) {
    assertThat(command.getCommandSpec().usageMessage().footer())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @MethodSource("allCommands")
  void helpEndsWithExamplesThatWork(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    assertThat(usage.footerHeading()).isEqualTo("%nExamples:%n");
    assertThat(usage.footer()).isNotEmpty();
    String name = command.getCommandSpec().qualifiedName();
    for (String example : examples(command).toList()) {
      assertThat(example).startsWith("  ").contains(name);
      String line = example.substring(example.indexOf(name)).replaceFirst("[|<>);].*", "");
      String[] words = line.trim().split(" +", -1);
      var result = gme.parseArgs(Arrays.copyOfRange(words, 1, words.length));
      assertThat(result.unmatched()).isEmpty();
    }
    assertThat(command.getUsageMessage().stripTrailing())
        .endsWith(usage.footer()[usage.footer().length - 1]);
  }
}
