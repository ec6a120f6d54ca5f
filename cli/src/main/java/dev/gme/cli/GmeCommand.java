package dev.gme.cli;

import dev.gme.cli.audio.FeaturesCommand;
import dev.gme.cli.audio.IvectorCommand;
import dev.gme.cli.audio.UbmCommand;
import dev.gme.cli.audio.VadCommand;
import dev.gme.cli.data.ConvertCommand;
import dev.gme.cli.data.InfoCommand;
import dev.gme.cli.data.SimulateCommand;
import dev.gme.cli.evaluate.CalibrateCommand;
import dev.gme.cli.evaluate.CompareCommand;
import dev.gme.cli.evaluate.DecideCommand;
import dev.gme.cli.evaluate.EvaluateCommand;
import dev.gme.cli.evaluate.FuseCommand;
import dev.gme.cli.experiment.DemoCommand;
import dev.gme.cli.experiment.ExperimentCommand;
import dev.gme.cli.model.AdaptCommand;
import dev.gme.cli.model.ExtractCommand;
import dev.gme.cli.model.PartitionCommand;
import dev.gme.cli.model.ScoreCommand;
import dev.gme.cli.model.TrainCommand;
import dev.gme.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code gme} itself, which only shows its help. A new command is a class with a
 * {@code @Command} annotation and its line in {@code subcommands}; its constructor may take the
 * {@link Terminal}.
 */
@Command(
    name = "gme",
    description = "Speaker recognition with Gaussian meta-embeddings.",
    versionProvider = VersionText.class,
    subcommands = {
      DemoCommand.class,
      ExperimentCommand.class,
      SimulateCommand.class,
      InfoCommand.class,
      TrainCommand.class,
      ExtractCommand.class,
      ScoreCommand.class,
      PartitionCommand.class,
      AdaptCommand.class,
      ConvertCommand.class,
      EvaluateCommand.class,
      CompareCommand.class,
      CalibrateCommand.class,
      FuseCommand.class,
      DecideCommand.class,
      FeaturesCommand.class,
      VadCommand.class,
      UbmCommand.class,
      IvectorCommand.class,
      BenchCommand.class,
      StudyCommand.class,
      CompletionCommand.class,
      WarmUpCommand.class,
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  gme demo", "  gme --version", "  gme completion --help"})
final class GmeCommand implements Callable<Integer> {
  @Mixin CommonOptions common;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version, the JVM and what computes, and exit.")
  boolean version;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  GmeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(terminal.err());
    return Failure.WRONG_USE;
  }
}
