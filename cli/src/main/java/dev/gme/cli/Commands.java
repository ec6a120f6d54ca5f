package dev.gme.cli;

import dev.gme.cli.audio.EmbedCommand;
import dev.gme.cli.audio.FeaturesCommand;
import dev.gme.cli.audio.IvectorCommand;
import dev.gme.cli.audio.UbmCommand;
import dev.gme.cli.audio.VadCommand;
import dev.gme.cli.audio.VerifyCommand;
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
import dev.gme.cli.model.ClusterCommand;
import dev.gme.cli.model.DiarizeCommand;
import dev.gme.cli.model.ExtractCommand;
import dev.gme.cli.model.IdentifyCommand;
import dev.gme.cli.model.PartitionCommand;
import dev.gme.cli.model.ScoreCommand;
import dev.gme.cli.model.TrainCommand;
import dev.gme.cli.spark.SparkCommand;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands of gme, in the groups that its help shows.
 *
 * <p>To read the options of a command by reflection takes longer than most help texts take to
 * print, so that is done only for the commands that a command line names. The others are known by
 * name, which is what the overview and the search for a mistyped one need.
 */
final class Commands {
  /** A command as the overview has it, in one line. */
  record Entry(String name, Class<?> type, String summary) {}

  /** Commands under one heading. */
  record Group(String heading, List<Entry> entries) {}

  static final List<Group> GROUPS =
      List.of(
          group(
              "Start here",
              entry("demo", DemoCommand.class, "the paper's systems on simulated data"),
              entry("experiment", ExperimentCommand.class, "systems on your data, by a YAML file"),
              entry(
                  "info", InfoCommand.class, "say what a file is: a model, vectors, trials, ...")),
          group(
              "Models and scores",
              entry("train", TrainCommand.class, "train PLDA, heavy-tailed PLDA or an extractor"),
              entry("adapt", AdaptCommand.class, "adapt a PLDA model to a domain without labels"),
              entry("extract", ExtractCommand.class, "turn vectors into meta-embeddings"),
              entry("score", ScoreCommand.class, "score enrolments against test recordings"),
              entry("cluster", ClusterCommand.class, "find the speakers of many recordings"),
              entry("identify", IdentifyCommand.class, "say who of these it is, or nobody"),
              entry("partition", PartitionCommand.class, "say who is who among a few recordings"),
              entry("diarize", DiarizeCommand.class, "say who speaks when in recordings"),
              entry("calibrate", CalibrateCommand.class, "turn scores into log-likelihood ratios"),
              entry("fuse", FuseCommand.class, "combine the scores of several systems")),
          group(
              "Evaluation",
              entry("evaluate", EvaluateCommand.class, "error rates, detection costs and Cllr"),
              entry("compare", CompareCommand.class, "compare two systems on the same trials"),
              entry(
                  "decide", DecideCommand.class, "accept or reject trials, for a prior and costs")),
          group(
              "Front end",
              entry("embed", EmbedCommand.class, "neural embeddings by a network that you bring"),
              entry("verify", VerifyCommand.class, "say whether two recordings are one speaker"),
              entry("features", FeaturesCommand.class, "compute features of recordings"),
              entry("vad", VadCommand.class, "detect which frames are speech"),
              entry("ubm", UbmCommand.class, "train a universal background model"),
              entry("ivector", IvectorCommand.class, "train an extractor, extract i-vectors")),
          group(
              "Tools",
              entry("convert", ConvertCommand.class, "convert vectors, models and lists"),
              entry("spark", SparkCommand.class, "the same work on a cluster, by Apache Spark"),
              entry("simulate", SimulateCommand.class, "simulate a database of speakers"),
              entry("bench", BenchCommand.class, "measure how fast gme is on this machine"),
              entry("study", StudyCommand.class, "repeat a study of docs/studies"),
              entry("help", HelpCommand.class, "show the help of a command"),
              entry("completion", CompletionCommand.class, "print the shell's completion script")));

  /** A command for the launcher, which the overview does not show. */
  private static final String WARM_UP = "warm-up";

  private Commands() {}

  private static Group group(String heading, Entry... entries) {
    return new Group(heading, List.of(entries));
  }

  private static Entry entry(String name, Class<?> type, String summary) {
    return new Entry(name, type, summary);
  }

  /** Adds all commands, with their options those of names that are wanted. */
  static void addTo(CommandLine root, IFactory factory, Predicate<String> wanted) {
    for (Group group : GROUPS) {
      for (Entry entry : group.entries()) {
        if (wanted.test(entry.name())) {
          root.addSubcommand(entry.name(), finished(new CommandLine(entry.type(), factory)));
        } else {
          root.addSubcommand(entry.name(), CommandSpec.create());
        }
      }
    }
    if (wanted.test(WARM_UP)) {
      root.addSubcommand(WARM_UP, finished(new CommandLine(WarmUpCommand.class, factory)));
    }
  }

  /** Adds what is the same for all commands: the headings of the help, and names of options. */
  private static CommandLine finished(CommandLine command) {
    OptionNames.complete(command);
    UsageMessageSpec help = command.getCommandSpec().usageMessage();
    help.parameterListHeading("%nArguments:%n");
    help.optionListHeading("%nOptions:%n");
    help.commandListHeading("%nCommands:%n");
    help.footerHeading("%nExamples:%n");
    command.getSubcommands().values().forEach(Commands::finished);
    return command;
  }

  /** The overview in the help of gme itself. */
  static String overview(Help help) {
    StringBuilder out = new StringBuilder();
    for (Group group : GROUPS) {
      out.append(String.format("%n%s:%n", group.heading()));
      for (Entry entry : group.entries()) {
        String name = help.colorScheme().commandText(entry.name()).toString();
        String blanks = " ".repeat(12 - entry.name().length());
        out.append(String.format("  %s%s%s%n", name, blanks, entry.summary()));
      }
    }
    return out.toString();
  }
}
