package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** I-vectors. */
@Command(
    name = "ivector",
    description = "Train an i-vector extractor, extract i-vectors, or do it all by a recipe.",
    subcommands = {
      IvectorTrainCommand.class,
      IvectorExtractCommand.class,
      IvectorRecipeCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme ivector recipe data --out exp",
      "  gme ivector extract new --extractor exp/extractor.safetensors --out new.npz"
    })
public final class IvectorCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  private final Terminal terminal;

  IvectorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(terminal.err());
    return 2;
  }
}
