package dev.gme.cli.spark;

import dev.gme.cli.files.TerminalCommand;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the master of a cluster. */
@Command(
    name = "master",
    description = "Run the master of a cluster until it is stopped.",
    footer = {
      "  gme spark cluster master --secret ~/gme.secret",
      "  gme spark cluster master --secret ~/gme.secret --host 10.0.0.7 --port 7077"
    })
public final class SparkMasterCommand extends TerminalCommand {
  @Mixin DaemonOptions daemon;

  @Option(names = "--port", paramLabel = "PORT", description = "Port that workers and jobs call.")
  int port = 7077;

  @Override
  public Integer call() throws IOException {
    SecretFile.createIfMissing(daemon.secret);
    terminal.say("The master is spark://" + daemon.host + ":" + port + " once it has said so.");
    return daemon.run(SparkFolder.MASTER, List.of("--port", String.valueOf(port)), Map.of());
  }
}
