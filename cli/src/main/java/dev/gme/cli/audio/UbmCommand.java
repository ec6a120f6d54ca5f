package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Mixtures. */
@Command(
    name = "ubm",
    description = "Train a universal background model.",
    subcommands = UbmTrainCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = "  gme ubm train train.ark --gaussians 512 --out ubm.safetensors")
public final class UbmCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  private final Terminal terminal;

  UbmCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(terminal.err());
    return 2;
  }
}
