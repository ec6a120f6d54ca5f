package dev.gme.cli;

import dev.gme.cli.terminal.Terminal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs usual command lines and shows nothing. The launcher records which classes that loads, for
 * the archive that makes later starts fast; a JVM can record one run only, so it has to be one.
 */
@Command(
    name = "warm-up",
    hidden = true,
    description = "Run usual commands without output, to record what they load.",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = "  gme warm-up")
final class WarmUpCommand implements Callable<Integer> {
  private static final List<String[]> USUAL =
      List.of(new String[] {"--help"}, new String[] {"--version"}, new String[] {"--unknown"});

  @Override
  public Integer call() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal.Stream stream = new Terminal.Stream(nowhere, StandardCharsets.UTF_8, false);
    Terminal terminal = new Terminal(stream, stream);
    for (String[] args : USUAL) {
      Main.run(Main.commandLine(terminal), terminal, args);
    }
    return 0;
  }
}
